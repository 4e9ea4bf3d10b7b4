/**
 * CommonJS on purpose: `require` inside a function loads a package at its first use, synchronously, and is still
 * followed by bundlers. sharp costs 73 ms and 25 MB, which a server that starts from a manifest never pays.
 */
const libraries = {
  /** Throws where it is not installed. */
  loadSharp(): typeof import("sharp", { with: { "resolution-mode": "require" }}) {
    return require("sharp") as typeof import("sharp", { with: { "resolution-mode": "require" }}); // require is untyped
  },

  loadSaxes(): typeof import("saxes") {
    return require("saxes") as typeof import("saxes"); // require is untyped
  },
};

export = libraries;
