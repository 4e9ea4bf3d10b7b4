/**
 * Those who watch the resources of one `@Resource({ watch })`, as its method sees them: it is called when the
 * first of them comes, and {@link signal} aborts when the last has gone. For the next first one it is called anew.
 */
export interface Watch {
  /** The URIs that are watched right now. They come and go while this goes on. */
  readonly uris: ReadonlySet<string>;
  /** Aborts when nobody watches any more, and when the server closes. */
  readonly signal: AbortSignal;
  /** A read of this URI gives something else now: tells those who watch it, in this process. */
  changed(uri: string): void;
  /**
   * Calls `start` for each URI: at once for those that are watched, and for each that comes later. What `start`
   * gives back is called when nobody watches that URI any more.
   */
  each(start: (uri: string) => (() => void) | undefined): void;
}
