import { Complete, embed, Feature, Field, image, Prompt, text } from "blazon";
import { PIXEL } from "./samples.js";

class TwoArguments {
  @Field("The first argument") arg1!: string;
  @Field("The second argument") arg2!: string;
}

class ResourceArgument {
  @Field("URI of the resource to embed") resourceUri!: string;
}

const user = "user" as const;

@Feature()
export class Prompts {
  @Prompt({ description: "A prompt without arguments" })
  test_simple_prompt() {
    return "This is a simple prompt for testing.";
  }

  @Prompt({ description: "A prompt with two arguments" })
  test_prompt_with_arguments({ arg1, arg2 }: TwoArguments) {
    return `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`;
  }

  @Complete({ prompt: "test_prompt_with_arguments", argument: "arg1" })
  firstArguments() {
    return ["test one", "test two", "another"];
  }

  @Prompt({ description: "A prompt that embeds a resource" })
  test_prompt_with_embedded_resource({ resourceUri }: ResourceArgument) {
    const resource = embed({
      uri: resourceUri,
      mimeType: "text/plain",
      text: "Embedded resource content for testing.",
    });
    return [
      { role: user, content: resource },
      { role: user, content: text("Please process the embedded resource above.") },
    ];
  }

  @Prompt({ description: "A prompt with an image" })
  test_prompt_with_image() {
    return [
      { role: user, content: image(PIXEL, "image/png") },
      { role: user, content: text("Please analyze the image above.") },
    ];
  }
}
