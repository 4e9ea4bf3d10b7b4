/** What one code of the table says about a server that starts, and could be better. */
export interface LintCode {
  /** What is wrong, in one sentence; what is in braces is filled in. */
  readonly text: string;
  /** What the author does about it. */
  readonly fix: string;
}

/** What `blazon check` looks for besides the problems of a boot. Codes are never renamed, and never reused. */
export const LINT_CODES = {
  LINT_ARRAY_UNBOUNDED: {
    text: "{subject} takes a list of any length",
    fix: "Say how many items it may have with `maxItems`",
  },
  LINT_CACHE_SHARED: {
    text: 'cacheScope is "public", so one caller\'s answer may be shown to another, but {reason}',
    fix: 'Say cacheScope: "private", or give everybody the same answer',
  },
  LINT_CAPABILITY_UNKNOWN: {
    text: "`requires` names {capability}, which no client declares, so {member} is never called",
    fix: "Name one of {known}, or `extensions.` and the id of an extension",
  },
  LINT_DESCRIPTION_MISSING: {
    text: "The {kind} {name} has no {missing}: {why}",
    fix: "Add `description` to it",
  },
  LINT_FIELD_DESCRIPTION: {
    text: "Nothing says what {subject} is for, and the name is all there is to fill it in by",
    fix: 'Describe it: @Field("…"), .describe("…") in zod, `description` in a schema',
  },
  LINT_ICON_PORTABLE: {
    text: "None of the icons is known to be a PNG or JPEG, and every client shows these alone",
    fix: "Give a PNG, or the type of the one that is elsewhere with `mimeType`",
  },
  LINT_ICON_REDUCED: {
    text: "The icon {icon} is not published as it was given: {note}",
    fix: "Draw it with shapes alone, and build where sharp is installed",
  },
  LINT_ICON_THEME: {
    text: "There is an icon for {has} backgrounds, and none for {missing} ones",
    fix: 'Add one with theme: "{missing}", or leave out the theme of one that is for both',
  },
  LINT_NAME_CASE: {
    text: "The {kind}s {name} and {other} ({otherMember}) differ in upper and lower case alone",
    fix: "Give one of them another name",
  },
  LINT_NAME_CHARACTERS: {
    text: 'The tool name {name} is not 1 to 128 letters, digits, "_", "-" and "."; the protocol asks for that',
    fix: "Give it another `name`",
  },
  LINT_NAME_PORTABLE: {
    text: "{apis} the tool name {name}: {rule}",
    fix: 'Use at most 64 letters, digits, "_" and "-", and begin with a letter or "_"',
  },
  LINT_PATTERN_SLOW: {
    text: "{pattern}, the pattern of {subject}, can be made to take {complexity} time",
    fix: "Write it so that two repetitions never match the same text; a quadratic one may have `maxLength` up to 1000",
  },
  LINT_PORTABLE_ENUM: {
    text: "Gemini refuses {subject}: {detail}",
    fix: "Use choices that are texts with at least one character, or minimum and maximum for numbers",
  },
  LINT_PORTABLE_ITEMS: {
    text: "OpenAI and Gemini refuse {subject}: it is a list, and nothing says of what",
    fix: "Add `items` with the schema of one element",
  },
  LINT_PORTABLE_KEY: {
    text: "Anthropic refuses the argument name {key}",
    fix: 'Use at most 64 letters, digits, "_", "." and "-"',
  },
  LINT_PORTABLE_RECURSION: {
    text: "Gemini refuses this input: {subject} contains itself",
    fix: "Write out as many levels as are needed, or take a flat list whose items name their parents",
  },
  LINT_PORTABLE_ROOT: {
    text: "{apis} this input: {keyword} stands at its root",
    fix: "Declare plain properties at the root, and put the alternatives into one of them",
  },
  LINT_PORTABLE_STRICT: { text: "OpenAI's strict mode refuses {subject}: {detail}", fix: "{fix}" },
  LINT_STRING_UNBOUNDED: {
    text: "{subject} takes text of any length",
    fix: "Say how long it may be with `maxLength`, or with a pattern or format that ends",
  },
  LINT_TOOLS_COUNT: {
    text: "There are {count} tools, and OpenAI refuses more than 128 in one request",
    fix: "Split the server, or join tools that differ in one argument",
  },
} as const satisfies Readonly<Record<string, LintCode>>;

export type LintCodeName = keyof typeof LINT_CODES;
