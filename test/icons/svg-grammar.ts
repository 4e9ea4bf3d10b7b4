import fc from "fast-check";

// Random SVG: what icons are made of, mixed with everything that must not be left of them.

const IDS = ["a", "b", "c", "d"];

const id = fc.constantFrom(...IDS);

const color = fc.constantFrom(
  "red",
  "#123",
  "#12345678",
  "none",
  "currentColor",
  "rgb(1,2,3)",
  "hsl(1 2% 3%)",
);

const number = fc.oneof(
  fc.double({ min: -100, max: 100, noNaN: true }).map(String),
  fc.constantFrom("1e3", "-.5", "50%", "1px", "1e999", "1E0000009", "NaN", "calc(1)", "1em"),
);

const numbers = fc.array(number, { maxLength: 6 }).map((list) => list.join(" "));

const reference = fc.oneof(
  id.map((to) => `url(#${to})`),
  fc.tuple(id, color).map(([to, behind]) => `url('#${to}') ${behind}`),
);

const evil = fc.constantFrom(
  "url(http://127.0.0.1:9/x)",
  "url(//127.0.0.1:9/x#a)",
  "u\\72l(http://127.0.0.1:9/x)",
  "url(data:image/svg+xml,x)",
  "url(#a) url(http://127.0.0.1:9/x)",
  "javascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "red;background:url(http://127.0.0.1:9/x)",
  "expression(alert(1))",
  '"><script>alert(1)</script>',
  "'/><img src=x onerror=alert(1)>",
  "]]>",
  "--><script>",
  "</svg><script>alert(1)</script>",
  "&lt;script&gt;",
  "\u2028\u00a0\ufeff",
);

const value = fc.oneof(
  { weight: 3, arbitrary: color },
  { weight: 3, arbitrary: numbers },
  { weight: 3, arbitrary: reference },
  { weight: 2, arbitrary: id.map((to) => `#${to}`) },
  { weight: 2, arbitrary: evil },
  { weight: 1, arbitrary: fc.string({ unit: "grapheme", maxLength: 12 }) },
);

const name = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      ..."fill stroke mask clip-path d points transform x width r cx viewBox href stroke-dasharray stop-color".split(
        " ",
      ),
      ..."opacity display overflow offset patternUnits preserveAspectRatio".split(" "),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      ..."onload onerror onbegin ONLOAD style class src xml:base xlink:href filter marker-end cursor".split(
        " ",
      ),
      ..."data-x attributeName to values from begin autofocus tabindex formaction x:onload".split(" "),
    ),
  },
);

const attributes = fc
  .tuple(fc.option(id, { nil: undefined }), fc.dictionary(name, value, { maxKeys: 5 }))
  .map(([own, rest]) => ({ ...rest, ...(own !== undefined && { id: own }) }))
  .map((all) =>
    Object.entries(all)
      .map(([key, text]) => ` ${key}="${escaped(text)}"`)
      .join(""),
  );

const element = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      ..."g path rect circle use defs symbol linearGradient radialGradient stop clipPath mask pattern".split(
        " ",
      ),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      ..."script style animate set a image foreignObject text title desc metadata filter feImage marker switch".split(
        " ",
      ),
      ..."svg iframe x:script h:script h:img h:iframe animateTransform animateMotion handler unknown".split(
        " ",
      ),
    ),
  },
);

const text = fc.oneof(
  evil.map(escaped),
  fc.constantFrom(
    "",
    "<!-- > -->",
    "<![CDATA[<script>alert(1)</script>]]>",
    "<?xml-stylesheet href='http://e/'?>",
    "&#60;b",
  ),
);

const { content } = fc.letrec<{ node: string; content: string }>((tie) => ({
  node: fc
    .tuple(element, attributes, tie("content"))
    .map(([tag, own, inner]) => `<${tag}${own}>${inner}</${tag}>`),
  content: fc
    .array(fc.oneof({ depthSize: "medium", withCrossShrink: true }, text, tie("node")), { maxLength: 6 })
    .map((parts) => parts.join("")),
}));

const NAMESPACES =
  'xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/2000/svg" xmlns:h="http://www.w3.org/1999/xhtml" xmlns:xlink="http://www.w3.org/1999/xlink"';

/** A well-formed SVG of a size, with anything in it. */
export const hostileSvg = fc
  .tuple(attributes, content)
  .map(
    ([own, inner]) =>
      `<svg ${NAMESPACES}${own.replace(/ (?:viewBox)="[^"]*"/, "")} viewBox="0 0 9 9">${inner}</svg>`,
  );

function escaped(given: string): string {
  return given
    .replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd]/g, "?")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll('"', "&quot;")
    .replaceAll(">", "&gt;");
}
