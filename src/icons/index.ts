export type { Icon, IconTheme } from "../protocol/icons.js";
export {
  type FetchedIcon,
  type FetchIconOptions,
  type FetchOutcome,
  fetchIcon,
  fetchIcons,
} from "./fetch-icon.js";
export type { IconDescription, IconSource, IconSpec } from "./icon-spec.js";
export {
  type AcceptedIcon,
  type IconInspection,
  type InspectOptions,
  inspectIcon,
  type RefusedIcon,
} from "./inspect-icon.js";
export type { IconLimits } from "./limits.js";
export {
  checkManifest,
  createManifest,
  type IconManifest,
  type ManifestEntry,
  parseManifest,
  writeManifest,
} from "./manifest.js";
export { type PreparedIcon, type PrepareOptions, prepareIcon, prepareIcons } from "./prepare-icon.js";
export { createProcessEngine } from "./process-engine.js";
export { type IconFile, type Publication, type PublishOptions, publishIcons } from "./publish.js";
export type { Raster, RasterEngine, RasterInput, RasterTarget } from "./raster-engine.js";
export { type CleanIcon, type SanitizeOptions, sanitizeIcon } from "./sanitize-icon.js";
export { createSharpEngine } from "./sharp-engine.js";
export type { IconVariant } from "./variant.js";
