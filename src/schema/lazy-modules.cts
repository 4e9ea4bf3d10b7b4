/**
 * CommonJS on purpose: `require` inside a function is the one form that loads ajv at the first call, does so
 * synchronously, and is still followed by bundlers. It costs 28 ms and 8 MB, which a server that is only
 * asked what it offers never pays.
 */
const engines = {
  /** JSON Schema 2020-12. */
  load2020(): typeof import("ajv/dist/2020.js").Ajv2020 {
    return (require("ajv/dist/2020.js") as typeof import("ajv/dist/2020.js")).Ajv2020; // require is untyped
  },

  /** JSON Schema draft-07. */
  load07(): typeof import("ajv").Ajv {
    return (require("ajv") as typeof import("ajv")).Ajv; // require is untyped
  },

  /** The formats of both. */
  loadFormats(): typeof import("ajv-formats").default {
    return (require("ajv-formats") as typeof import("ajv-formats")).default; // require is untyped
  },

  /** What class-transformer's decorators recorded; undefined where it is not installed. Its storage alone is tiny. */
  findTransformerStorage(): unknown {
    try {
      return (require("class-transformer/cjs/storage.js") as { defaultMetadataStorage?: unknown })
        .defaultMetadataStorage; // require is untyped
    } catch {
      return undefined;
    }
  },
};

export = engines;
