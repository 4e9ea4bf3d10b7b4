import { homedir } from "node:os";
import { join } from "node:path";
import { startServer } from "./server.js";

const folder = process.env.NOTES_FOLDER ?? join(homedir(), "notes");
const server = await startServer(folder);
await server.stdio();
