import { StdUriTemplate } from "@std-uritemplate/std-uritemplate";

/** Values for the variables of a template; one left out, or undefined, is expanded to nothing. */
export type TemplateValues = Readonly<
  Record<string, string | number | boolean | readonly string[] | Readonly<Record<string, string>> | undefined>
>;

/**
 * The URI a template gives with these values (RFC 6570 §3).
 *
 * @throws {Error} for a text that is no template.
 * @example expandTemplate("ticket://{id}{?view}", { id: "T 7" }) // "ticket://T%207"
 */
export function expandTemplate(text: string, values: TemplateValues): string {
  return StdUriTemplate.expand(text, values);
}
