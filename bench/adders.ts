import { Field, Tool } from "blazon";

class Pair {
  @Field("First number") a!: number;
  @Field("Second number") b!: number;
}

@Tool({ name: "add", description: "Add two numbers", input: Pair })
class Add {
  run({ a, b }: Pair): string {
    return String(a + b);
  }
}

function createAdder(index: number): typeof Add {
  @Tool({ name: `add${index}`, description: "Add two numbers", input: Pair })
  class AnotherAdd extends Add {}
  return AnotherAdd;
}

/** The tool `add`, and as many more of its kind as the `TOOLS` environment variable asks for. */
export function createAdders(): (typeof Add)[] {
  const count = Number(process.env.TOOLS ?? 1);
  return [Add, ...Array.from({ length: count - 1 }, (_, index) => createAdder(index + 1))];
}
