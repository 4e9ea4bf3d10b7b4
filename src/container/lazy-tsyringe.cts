type Tsyringe = typeof import("tsyringe", { with: { "resolution-mode": "require" }});

/**
 * CommonJS on purpose: `require` inside a function loads when it is called, without a promise, and is still
 * followed by bundlers. tsyringe costs about 15 ms at start.
 */
const lazy = {
  loadTsyringe(): Tsyringe {
    return require("tsyringe") as Tsyringe; // require is untyped
  },
};

export = lazy;
