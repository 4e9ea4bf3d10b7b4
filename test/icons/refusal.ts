import { expect } from "chai";
import { BlazonError } from "../../src/errors/blazon-error.js";
import { IconFault } from "../../src/icons/icon-fault.js";

/** What something refuses with, as `CODE: detail`. What does not refuse fails the test. */
export async function refusalOf(work: () => unknown): Promise<string> {
  try {
    await work();
  } catch (error) {
    if (error instanceof IconFault) return `${error.code}: ${error.detail}`;
    if (error instanceof BlazonError) return `${error.code}: ${error.details.detail}`;
    throw error;
  }
  return expect.fail("nothing was refused");
}
