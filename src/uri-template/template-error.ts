/** Why a URI template cannot be served: what is wrong with it, in one sentence for its author. */
export class TemplateError extends Error {
  override readonly name = "TemplateError";
}
