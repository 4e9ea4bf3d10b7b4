import { type AnyClass, InjectionToken, type Token } from "./types.js";

/** Why a constructor cannot be called. */
export interface Fault {
  readonly code: "ERR_METADATA_MISSING" | "ERR_METADATA_SHORT" | "ERR_PROVIDER_INVALID";
  readonly detail: string;
  readonly fix: string;
}

/** The explicit form, which works with every toolchain. */
export const SPELL_OUT =
  "spell it out, in the class's decorator or in its provider: inject: [TicketStore, …], one token for each parameter";

const EMIT =
  "Decorate the class (@Feature() or @injectable()) and compile with tsc or swc and emitDecoratorMetadata; esbuild and tsx emit nothing. Or";

/** `ERR_METADATA_MISSING`; unless told otherwise, both ways to fix it. */
export function missing(detail: string, fix = `${EMIT} ${SPELL_OUT}`): Fault {
  return { code: "ERR_METADATA_MISSING", detail, fix };
}

export function isFault(found: Token | Fault): found is Fault {
  return typeof found === "object" && !(found instanceof InjectionToken);
}

/** A token somebody wrote down, perhaps in one of tsyringe's descriptors. `subject` begins the message. */
export function readToken(written: unknown, subject: string): Token | Fault {
  if (typeof written === "function") return written as unknown as AnyClass; // a class, as far as can be seen
  if (typeof written === "string" || typeof written === "symbol" || written instanceof InjectionToken)
    return written;
  if (typeof written !== "object" || written === null) {
    return missing(
      `${subject} is ${String(written)}: a circular import, or a class declared further down`,
      "Move the class to a file of its own, or name it by an InjectionToken and provide that",
    );
  }
  if (isPlainDescriptor(written)) return readToken(written.token, subject);
  return {
    code: "ERR_PROVIDER_INVALID",
    detail: `${subject} is injected in a way Blazon does not know: as all of a kind, optional, transformed or delayed`,
    fix: "Inject one token, and provide it with a factory that returns what you need",
  };
}

/** What `@inject(token)` writes without options. */
function isPlainDescriptor(written: object): written is { readonly token: unknown } {
  if (!("token" in written) || "transform" in written) return false;
  return !("multiple" in written && written.multiple) && !("isOptional" in written && written.isOptional);
}
