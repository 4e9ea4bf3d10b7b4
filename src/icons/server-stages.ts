/** What a server with icons loads of this folder, and nothing that dials anybody. */
export { checkManifest, parseManifest } from "./manifest.js";
export { prepareIcon } from "./prepare-icon.js";
export { publishIcons } from "./publish.js";
