import type { IconSpec } from "../icons/icon-spec.js";
import type {
  AnyClass,
  AskMessage,
  Class,
  CompleteOptions,
  FeatureScope,
  FieldOptions,
  PromptOptions,
  ResourceOptions,
  SchemaSource,
  Token,
  ToolOptions,
} from "./types.js";

/** What a parameter of a handler is given. */
export type ParameterRole = "input" | "context" | "ask";

/** A question that is asked before its handler runs. */
export interface AskDefinition {
  /** The parameter that is handed the answer. */
  readonly index: number;
  readonly key: string;
  readonly place: string | undefined;
  readonly form: SchemaSource;
  readonly message: AskMessage;
  readonly when: ((input: never) => boolean) | undefined;
  /** As the author said; the handler decides where it is absent. */
  readonly solicited: boolean | undefined;
}

/** Icons as their author gave them: of a member, a feature or the server. */
export interface IconsDefinition {
  /** Who gave them, which need not be who shows them. */
  readonly member: string;
  readonly place: string | undefined;
  /** The file they were written in, where the runtime knows it; relative paths start from its package. */
  readonly file: string | undefined;
  readonly specs: readonly IconSpec[];
}

/** A handler: where it is, and what it takes. */
export interface HandlerDefinition {
  /** The class that was annotated, or the one that inherits the annotation. */
  readonly owner: Class;
  /** The method that is called: the annotated one, or `run`, `read`, `get` of an annotated class. */
  readonly method: string;
  /** `Tickets.search_tickets`, or the class alone where the class is annotated. */
  readonly member: string;
  readonly place: string | undefined;
  /** The name on the wire. */
  readonly name: string;
  /** One role a parameter, in order. */
  readonly parameters: readonly ParameterRole[];
  /** Empty for most. */
  readonly asks: readonly AskDefinition[];
  /** The declared or emitted source of the input; undefined where the handler takes none. */
  readonly input: SchemaSource | undefined;
  /** Its own, else its feature's. */
  readonly icons: IconsDefinition | undefined;
}

export interface ToolDefinition extends HandlerDefinition {
  readonly kind: "tool";
  readonly options: ToolOptions;
}

export interface ResourceDefinition extends HandlerDefinition {
  readonly kind: "resource";
  readonly uri: string;
  readonly options: ResourceOptions;
}

export interface PromptDefinition extends HandlerDefinition {
  readonly kind: "prompt";
  readonly options: PromptOptions;
}

export interface CompleteDefinition {
  readonly kind: "complete";
  readonly owner: Class;
  readonly method: string;
  readonly member: string;
  readonly place: string | undefined;
  readonly target: CompleteOptions;
}

export type MemberDefinition = ToolDefinition | ResourceDefinition | PromptDefinition | CompleteDefinition;

/** One class of `features`, read once and frozen. */
export interface FeatureDefinition {
  readonly owner: Class;
  /** The class's name, for messages only. */
  readonly member: string;
  readonly place: string | undefined;
  readonly scope: FeatureScope;
  /** Of members that have none of their own. */
  readonly icons: IconsDefinition | undefined;
  /** In declaration order; members of a parent come first, unless the class declares them again. */
  readonly members: readonly MemberDefinition[];
  /** False where something was annotated that could not be read. */
  readonly isWhole: boolean;
}

/** What a constructor is given, and how that was found out. */
export interface ConstructorDefinition {
  readonly owner: AnyClass;
  readonly member: string;
  readonly place: string | undefined;
  readonly dependencies: readonly Token[];
}

/** A property of a DTO class. */
export interface FieldDefinition {
  readonly key: string;
  /** Why it can be no member of a JSON object. */
  readonly misplaced?: "static" | "symbol";
  /** `TicketQuery.limit`. */
  readonly member: string;
  readonly place: string | undefined;
  readonly options: FieldOptions;
  /** What the toolchain emitted as the property's type: a constructor, `Object` for what it cannot say. */
  readonly designType: unknown;
}
