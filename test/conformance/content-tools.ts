import { audio, embed, Feature, image, Tool, ToolError, text } from "blazon";
import { PIXEL, SILENCE } from "./samples.js";

/** One tool for each kind of content. The first one needs nothing, as the suite's header probe asks. */
@Feature()
export class ContentTools {
  @Tool({ description: "Answers with a text" })
  test_simple_text() {
    return "This is a simple text response for testing.";
  }

  @Tool({ description: "Answers with an image" })
  test_image_content() {
    return image(PIXEL, "image/png");
  }

  @Tool({ description: "Answers with a sound" })
  test_audio_content() {
    return audio(SILENCE, "audio/wav");
  }

  @Tool({ description: "Answers with the contents of a resource" })
  test_embedded_resource() {
    return embed({
      uri: "test://embedded-resource",
      mimeType: "text/plain",
      text: "This is an embedded resource content.",
    });
  }

  @Tool({ description: "Answers with a text, an image and the contents of a resource" })
  test_multiple_content_types() {
    return [
      text("Multiple content types test:"),
      image(PIXEL, "image/png"),
      embed({
        uri: "test://mixed-content-resource",
        mimeType: "application/json",
        text: JSON.stringify({ test: "data", value: 123 }),
      }),
    ];
  }

  @Tool({ description: "Always fails" })
  test_error_handling(): string {
    throw new ToolError("This tool intentionally returns an error for testing");
  }
}
