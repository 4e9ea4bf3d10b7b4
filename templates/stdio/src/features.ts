import { Notes } from "./notes.js";

/** What the server offers. `npx blazon generate` adds to it. */
export const features = [Notes];
