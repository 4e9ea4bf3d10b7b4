import { build } from "esbuild";

// Joins the compiled modules into few files: a start then reads three of them instead of two hundred. Other packages
// stay outside, and so do the CommonJS modules, which load what a server may never need.
await build({
  entryPoints: {
    index: "dist/src/index.js",
    testing: "dist/src/testing/index.js",
    icons: "dist/src/icons/index.js",
    "icon-decoder": "dist/src/icons/icon-decoder.js",
    redis: "dist/src/redis/index.js",
    cli: "dist/src/cli/main.js",
    "check-probe": "dist/src/cli/check/check-probe.js",
    "icons-probe": "dist/src/cli/icons/icons-probe.js",
  },
  outdir: "dist/lib",
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20",
  packages: "external",
  sourcemap: true,
  sourcesContent: false,
  logLevel: "warning",
  plugins: [
    {
      name: "commonjs-stays-outside",
      setup: ({ onResolve }) => void onResolve({ filter: /\.cjs$/ }, outside),
    },
  ],
});

/** Every joined file stands in `dist/lib`, and reaches a module of `dist/src` the same way. */
function outside({ path, resolveDir }) {
  const folder = resolveDir.split(/dist[\\/]src[\\/]/)[1];
  return { path: `../src/${folder}/${path.slice("./".length)}`, external: true };
}
