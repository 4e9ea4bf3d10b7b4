import { createServer, Feature, Field, Tool } from "blazon";

class Greeting {
  @Field("Whom to greet", { minLength: 1, maxLength: 100 })
  name!: string;
}

@Feature()
class Greeter {
  @Tool({ description: "Greets somebody by name.", readOnly: true })
  greet({ name }: Greeting): string {
    return `Hello, ${name}!`;
  }
}

const server = await createServer({ name: "my-server", version: "0.1.0", features: [Greeter] });
await server.stdio();
