/** The background an icon is drawn for. */
export type IconTheme = "light" | "dark";

/** One icon as it stands in a result (ICON-01 to ICON-05). */
export interface Icon {
  /** An `https:` URL, or a base64 `data:` URI. */
  readonly src: string;
  readonly mimeType?: string;
  /** `WxH`, such as `48x48`, or `any`. */
  readonly sizes?: readonly string[];
  readonly theme?: IconTheme;
}
