import type { Bus, BusListener, Change, Unsubscribe } from "blazon";
import { until } from "../subscriptions/ears.js";

export const change = (name: string): Change => ({ kind: "resource", uri: `note://${name}` });

/** Writes down what it hears: the names of {@link change}, and `lost` and `regained`. */
export class BusEar implements BusListener {
  readonly heard: string[] = [];
  #unsubscribe: Unsubscribe | undefined;

  static async on(bus: Bus, channel: string): Promise<BusEar> {
    const ear = new BusEar();
    ear.#unsubscribe = await bus.subscribe(channel, ear);
    return ear;
  }

  changed(heard: Change): void {
    this.heard.push(heard.kind === "list" ? heard.list : heard.uri.slice("note://".length));
  }

  lost(): void {
    this.heard.push("lost");
  }

  regained(): void {
    this.heard.push("regained");
  }

  async hears(what: string): Promise<void> {
    await until(() => this.heard.includes(what));
  }

  async leave(): Promise<void> {
    await this.#unsubscribe?.();
  }
}
