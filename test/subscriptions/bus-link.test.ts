import { setImmediate as turn } from "node:timers/promises";
import { type Bus, type Change, MemoryBus } from "blazon";
import { expect } from "chai";
import { describe, it } from "mocha";
import { BusLink } from "../../src/subscriptions/bus-link.js";

/** Answers a turn later, as a bus over a network does. */
function slowBus(): Bus {
  const bus = new MemoryBus();
  return {
    publish: (channel, change) => bus.publish(channel, change),
    async subscribe(channel, listener) {
      await turn();
      return bus.subscribe(channel, listener);
    },
  };
}

for (const [name, createBus] of [
  ["answers at once", () => new MemoryBus()] as const,
  ["takes a moment", slowBus] as const,
]) {
  describe(`a link to a bus that ${name}`, () => {
    it("goes on being heard for somebody who comes as the last one leaves, and each change once", async () => {
      const bus = createBus();
      const heard: Change[] = [];
      const listener = { changed: (change: Change) => void heard.push(change), lost() {}, regained() {} };
      const link = new BusLink(bus, "desk", listener, (error) => {
        throw error;
      });
      await link.hold();
      link.release();
      await link.hold();
      for (let turns = 0; turns < 3; turns++) await turn(); // the first subscription has ended
      await bus.publish("desk", { kind: "list", list: "tools" });
      expect(heard).to.eql([{ kind: "list", list: "tools" }]);
      link.release();
      await turn();
      await bus.publish("desk", { kind: "list", list: "tools" });
      expect(heard).to.have.length(1);
    });
  });
}
