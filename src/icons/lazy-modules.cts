/**
 * CommonJS on purpose: `require` inside a function loads a package at its first use, synchronously, and is still
 * followed by bundlers. sharp costs 73 ms and 25 MB, which a server that starts from a manifest never pays.
 *
 * No bundler is to follow sharp itself: it has native code, and need not be installed. In a bundle of ES modules there
 * is neither `require` nor `__filename`; sharp is then looked for from the file that was started.
 */
function requireUnseen(name: string): unknown {
  const from = typeof __filename === "string" ? __filename : process.argv[1];
  const { createRequire } = process.getBuiltinModule("node:module");
  return createRequire(from ?? `${process.cwd()}/`)(name);
}

const libraries = {
  /** Throws where it is not installed. */
  loadSharp(): typeof import("sharp", { with: { "resolution-mode": "require" }}) {
    return requireUnseen("sharp") as typeof import("sharp", { with: { "resolution-mode": "require" }}); // of the package of that name
  },

  loadSaxes(): typeof import("saxes") {
    return require("saxes") as typeof import("saxes"); // require is untyped
  },
};

export = libraries;
