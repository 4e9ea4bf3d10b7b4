/**
 * Tells the clients that listen what has changed. `server.notify` is one, and a class that asks for it in its
 * constructor is given the same. Where the server has a bus, clients of every process on it are told.
 *
 * Nothing here waits for a client, and nothing fails because of one: a change that cannot be announced is logged.
 *
 * @example constructor(private readonly desk: TicketStore, private readonly notify: Notifier) {}
 */
export abstract class Notifier {
  /** `notifications/tools/list_changed`: what `tools/list` shows is another now (TOOL-09). */
  abstract toolsChanged(): void;
  /** `notifications/prompts/list_changed` (PROM-18). */
  abstract promptsChanged(): void;
  /** `notifications/resources/list_changed`: resources or templates came or went (RES-27). */
  abstract resourcesChanged(): void;
  /**
   * `notifications/resources/updated`: what a read of this URI gives is another now. Told to those who asked for
   * exactly this URI (SUB-21, RES-28).
   *
   * @throws {BlazonError} `ERR_URI_INVALID` for what is no absolute URI.
   */
  abstract resourceUpdated(uri: string): void;
}
