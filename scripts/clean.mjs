import { rmSync } from "node:fs";

// Output of a source file that was deleted since would still be run by mocha.
rmSync(new URL("../dist", import.meta.url), { recursive: true, force: true });
