import { Buffer } from "node:buffer";
import { Complete, Feature, Field, Resource } from "blazon";
import { PIXEL } from "./samples.js";

class DataRef {
  @Field("Id of the record") id!: string;
}

@Feature()
export class Resources {
  @Resource("test://static-text", { description: "A text", mimeType: "text/plain" })
  static_text() {
    return "This is the content of the static text resource.";
  }

  @Resource("test://static-binary", { description: "An image", mimeType: "image/png" })
  static_binary() {
    return Buffer.from(PIXEL, "base64");
  }

  @Resource("test://watched-resource", { description: "A text that could change", mimeType: "text/plain" })
  watched_resource() {
    return "This is the content of the watched resource.";
  }

  @Resource("test://template/{id}/data", { description: "A record", mimeType: "application/json" })
  template_data({ id }: DataRef) {
    return { id, templateTest: true, data: `Data for ID: ${id}` };
  }

  @Complete({ resource: "test://template/{id}/data", argument: "id" })
  ids() {
    return ["123", "456"];
  }
}
