/** What the bus uses of the application's client; a `Redis` of `ioredis` has it. */
export interface RedisPublisher {
  /** `ready` where commands are sent at once, `wait` where the first one connects. */
  readonly status: string;
  publish(channel: string, message: string): Promise<unknown>;
  duplicate(options: RedisSubscriberOptions): RedisSubscriber;
  on(event: "ready" | "close", listener: () => void): unknown;
  off(event: "ready" | "close", listener: () => void): unknown;
}

/** What the bus uses of the duplicate that listens. */
export interface RedisSubscriber {
  readonly status: string;
  subscribe(channel: string): Promise<unknown>;
  unsubscribe(channel: string): Promise<unknown>;
  on(event: "message", listener: (channel: string, text: string) => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
  on(event: "ready" | "close", listener: () => void): unknown;
  disconnect(): void;
}

/** What the duplicate does otherwise than the application's client. */
export interface RedisSubscriberOptions {
  readonly lazyConnect: false;
  readonly autoResubscribe: false;
  readonly maxRetriesPerRequest: null;
  retryStrategy(times: number): number;
  sentinelRetryStrategy(times: number): number;
}
