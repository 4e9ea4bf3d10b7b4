import { createServer, Feature, Field, Tool } from "blazon";
import { report, silent } from "./report.js";
import type { Shelf } from "./shelf.js";

interface Clock {
  now(): Date;
}

class Books {}

class Query {
  @Field() text!: string;
}

interface LooseQuery {
  readonly text: string;
}

/** No toolchain can say what these are given: the types are gone at run time, or are no class. */
@Feature()
class TakesInterface {
  constructor(readonly clock: Clock) {}

  @Tool()
  by_interface(): void {}
}

@Feature()
class TakesTypeImport {
  constructor(readonly shelf: Shelf) {}

  @Tool()
  by_type_import(): void {}
}

@Feature()
class TakesUnion {
  constructor(readonly books: Books | undefined) {}

  @Tool()
  by_union(): void {}
}

@Feature()
class Asks {
  @Tool()
  for_interface(_query: LooseQuery): void {}

  @Tool()
  for_union(_query: Query | undefined): void {}

  @Tool()
  for_type_import(_shelf: Shelf): void {}
}

export const reported: Promise<void> = report(
  () =>
    createServer({
      name: "untold",
      version: "1.0.0",
      logger: silent,
      features: [TakesInterface, TakesTypeImport, TakesUnion, Asks],
    }),
  async () => undefined,
);
