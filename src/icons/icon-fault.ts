import { BlazonError } from "../errors/blazon-error.js";
import type { BuildCodeName } from "../errors/codes.js";

/** The codes of this folder. */
export type IconCode = Extract<BuildCodeName, `ERR_ICON_${string}`>;

/** Why a stage refuses what it was given. The stages know no names: `namingIcon` says which icon it was. */
export class IconFault extends Error {
  override readonly name = "IconFault";

  constructor(
    readonly code: IconCode,
    readonly detail: string,
    options?: ErrorOptions,
  ) {
    super(`${code}: ${detail}`, options);
  }
}

/** A fault as the error that callers see; anything else as it is. */
export function nameFault(error: unknown, icon: string): unknown {
  if (!(error instanceof IconFault)) return error;
  const { code, detail, cause } = error;
  return new BlazonError(code, { icon, detail }, cause === undefined ? {} : { cause });
}

/** Runs stages for one icon. @throws {BlazonError} for every fault, naming the icon. */
export async function namingIcon<T>(icon: string, stages: () => T | Promise<T>): Promise<T> {
  try {
    return await stages();
  } catch (error) {
    throw nameFault(error, icon);
  }
}
