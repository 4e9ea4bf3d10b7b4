import type { InputRequest } from "../protocol/input-requests.js";
import { isObject, type JsonObject } from "../protocol/json.js";

/** An answer as a client gives it: what `accept`, `decline`, `cancel`, `says` and `folders` make, or one of your own. */
export type Answer = JsonObject;

/** What a test answers one question with, now or made of the question. */
export type Scripted = Answer | ((ask: InputRequest) => Answer | Promise<Answer>);

/** Answers by key, or a function that answers whatever is asked; undefined leaves a question open. */
export type Answers =
  | Readonly<Record<string, Scripted>>
  | ((key: string, ask: InputRequest) => Answer | undefined | Promise<Answer | undefined>);

/** The form is filled in; a link is opened. */
export function accept(content?: JsonObject): Answer {
  return content === undefined ? { action: "accept" } : { action: "accept", content };
}

/** The person says no. */
export function decline(): Answer {
  return { action: "decline" };
}

/** The person closes the dialog. */
export function cancel(): Answer {
  return { action: "cancel" };
}

/** The client's model says this. */
export function says(text: string): Answer {
  return { role: "assistant", content: { type: "text", text }, model: "test-model", stopReason: "endTurn" };
}

/** The client has these roots, as `file://` URIs. */
export function folders(...uris: readonly string[]): Answer {
  return { roots: uris.map((uri) => ({ uri })) };
}

/** The questions of a result that needs input; undefined for every other result. */
export function findQuestions(result: JsonObject): Readonly<Record<string, InputRequest>> | undefined {
  if (result.resultType !== "input_required") return undefined;
  return (isObject(result.inputRequests) ? result.inputRequests : {}) as Readonly<
    Record<string, InputRequest>
  >; // the result of a method that asks
}

/** @throws {Error} naming the questions that the test has no answer for. */
export async function answersTo(
  questions: Readonly<Record<string, InputRequest>>,
  answers: Answers,
): Promise<Readonly<Record<string, Answer>>> {
  const given: (readonly [string, Answer])[] = [];
  for (const [key, ask] of Object.entries(questions)) {
    const answer = await answerTo(key, ask, answers);
    if (answer !== undefined) given.push([key, answer]);
  }
  const asked = Object.keys(questions);
  if (asked.length > 0 && given.length === 0) {
    throw new Error(`The server asked ${asked.join(", ")}, and the test has no answer to it`);
  }
  return Object.fromEntries(given); // defines members: a key may be any text
}

function answerTo(
  key: string,
  ask: InputRequest,
  answers: Answers,
): Answer | undefined | Promise<Answer | undefined> {
  if (typeof answers === "function") return answers(key, ask);
  const scripted = Object.hasOwn(answers, key) ? answers[key] : undefined;
  return typeof scripted === "function"
    ? (scripted as (ask: InputRequest) => Answer | Promise<Answer>)(ask)
    : scripted;
}
