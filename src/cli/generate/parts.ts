import type { Names } from "./names.js";

export const KINDS = ["tool", "resource", "prompt", "feature"] as const;
export type Kind = (typeof KINDS)[number];

/** What is added to a project: a file of code and its test. */
export interface Part {
  readonly code: string;
  readonly test: string;
}

const HEAD = (name: Names): string => `import assert from "node:assert/strict";
import { createServer } from "blazon";
import { connect } from "blazon/testing";
import { describe, it } from "mocha";
import { ${name.pascal} } from "../src/${name.kebab}.js";

function start() {
  return createServer({ name: "test", version: "1.0.0", features: [${name.pascal}] });
}
`;

/** The code of a part. It works as it is; what it says is the author's to change. */
export function partOf(kind: Kind, name: Names): Part {
  return { code: CODE[kind](name), test: HEAD(name) + TESTS[kind](name) };
}

const CODE: Readonly<Record<Kind, (name: Names) => string>> = {
  tool: ({ pascal, snake }) => `import { Field, Tool } from "blazon";

class ${pascal}Input {
  @Field("What it is about", { minLength: 1, maxLength: 200 })
  subject!: string;
}

@Tool({
  name: "${snake}",
  description: "Says what it was given; put here what the model needs to know.",
  input: ${pascal}Input,
  readOnly: true,
})
export class ${pascal} {
  run({ subject }: ${pascal}Input): string {
    return \`You said \${subject}.\`;
  }
}
`,
  resource: ({ pascal, kebab }) => `import { Field, Resource } from "blazon";

class ${pascal}Ref {
  @Field("Which one", { minLength: 1, maxLength: 100 })
  id!: string;
}

@Resource("${kebab}://{id}", {
  name: "${kebab}",
  description: "One of them, by its id.",
  mimeType: "application/json",
  input: ${pascal}Ref,
})
export class ${pascal} {
  read({ id }: ${pascal}Ref): object {
    return { id };
  }
}
`,
  prompt: ({ pascal, snake }) => `import { Field, Prompt } from "blazon";

class ${pascal}Arguments {
  @Field("What it is about", { minLength: 1, maxLength: 200 })
  topic!: string;
}

@Prompt({
  name: "${snake}",
  description: "Asks the model for something.",
  input: ${pascal}Arguments,
})
export class ${pascal} {
  get({ topic }: ${pascal}Arguments): string {
    return \`Tell me about \${topic}.\`;
  }
}
`,
  feature: ({ pascal, snake, kebab }) => `import { Feature, Field, Resource, Tool } from "blazon";

class ${pascal}Entry {
  @Field("What to keep", { minLength: 1, maxLength: 200 })
  text!: string;
}

@Feature()
export class ${pascal} {
  readonly #kept: string[] = [];

  @Tool({ description: "Keeps a text for as long as the server runs.", destructive: false })
  add_to_${snake}({ text }: ${pascal}Entry): string {
    this.#kept.push(text);
    return \`Kept \${this.#kept.length}.\`;
  }

  @Resource("${kebab}://all", { name: "${kebab}", description: "Everything kept.", mimeType: "application/json" })
  all(): readonly string[] {
    return this.#kept;
  }
}
`,
};

const TESTS: Readonly<Record<Kind, (name: Names) => string>> = {
  tool: ({ snake }) => `
describe("${snake}", () => {
  it("says what it was given", async () => {
    const server = await start();
    const client = await connect(server);
    const { content } = await client.callTool("${snake}", { subject: "tea" });
    assert.deepEqual(content, [{ type: "text", text: "You said tea." }]);
    await client.close();
    await server.close();
  });

  it("takes nothing else", async () => {
    const server = await start();
    const client = await connect(server);
    const { isError } = await client.callTool("${snake}", {});
    assert.equal(isError, true);
    await client.close();
    await server.close();
  });
});
`,
  resource: ({ kebab }) => `
describe("${kebab}://{id}", () => {
  it("gives the one of its id", async () => {
    const server = await start();
    const client = await connect(server);
    const { contents } = await client.readResource("${kebab}://7");
    assert.deepEqual(contents, [{ uri: "${kebab}://7", mimeType: "application/json", text: '{"id":"7"}' }]);
    await client.close();
    await server.close();
  });
});
`,
  prompt: ({ snake }) => `
describe("${snake}", () => {
  it("asks about its topic", async () => {
    const server = await start();
    const client = await connect(server);
    const { messages } = await client.getPrompt("${snake}", { topic: "tea" });
    assert.deepEqual(messages, [{ role: "user", content: { type: "text", text: "Tell me about tea." } }]);
    await client.close();
    await server.close();
  });
});
`,
  feature: ({ snake, kebab }) => `
describe("${kebab}", () => {
  it("keeps what is added", async () => {
    const server = await start();
    const client = await connect(server);
    await client.callTool("add_to_${snake}", { text: "tea" });
    const { contents } = await client.readResource("${kebab}://all");
    assert.deepEqual(contents, [{ uri: "${kebab}://all", mimeType: "application/json", text: '["tea"]' }]);
    await client.close();
    await server.close();
  });
});
`,
};
