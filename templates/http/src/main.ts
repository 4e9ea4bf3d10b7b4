import { readSettings } from "./settings.js";
import { startServer } from "./server.js";

const { host, port, hosts } = readSettings(process.env);
const server = await startServer({ hosts });
const { url } = await server.listen({ host, port });
console.log(`Serving ${url}; health at /healthz and /readyz`);
