import { Lending } from "./lending.js";

/** What the server offers. `npx blazon generate` adds to it. */
export const features = [Lending];
