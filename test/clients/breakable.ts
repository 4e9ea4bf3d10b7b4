import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A way to a server that can be cut, and is there again at once. */
export interface Breakable {
  readonly url: URL;
  /** Ends every connection there is; resolves when the client has come back. */
  cut(): Promise<unknown>;
  close(): Promise<void>;
}

export async function breakable(target: URL): Promise<Breakable> {
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on("error", () => socket.destroy()).on("close", () => sockets.delete(socket));
  };
  const proxy = createServer((near) => {
    const far = keep(connect(Number(target.port), target.hostname));
    keep(near).pipe(far).pipe(near);
    near.on("close", () => far.destroy());
    far.on("close", () => near.destroy());
  });
  await once(proxy.listen(0, "127.0.0.1"), "listening");
  const url = new URL(target);
  url.port = String((proxy.address() as AddressInfo).port); // it listens on a port
  const end = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const cut = (): Promise<unknown> => {
    end();
    return once(proxy, "connection");
  };
  return {
    url,
    cut,
    async close() {
      end();
      proxy.close();
      await once(proxy, "close");
    },
  };
}
