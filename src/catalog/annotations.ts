import { isObject } from "../protocol/json.js";

const ISO_8601 = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?)?$/;

/** What is wrong with the annotations of a resource, to be read on after "annotations" (RES-26). */
export function findAnnotationFault(annotations: unknown): string | undefined {
  if (!isObject(annotations)) return "is no object";
  const { audience, priority, lastModified } = annotations;
  if (audience !== undefined && !(Array.isArray(audience) && audience.every(isRole)))
    return "has an audience that is no list of user and assistant";
  if (priority !== undefined && !(typeof priority === "number" && priority >= 0 && priority <= 1))
    return `has the priority ${String(priority)}, which is not between 0 and 1`;
  if (lastModified !== undefined && !isInstant(lastModified))
    return "has a lastModified that is no ISO 8601 time, such as 2026-01-12T15:00:58Z";
  return undefined;
}

function isRole(value: unknown): boolean {
  return value === "user" || value === "assistant";
}

function isInstant(value: unknown): boolean {
  return typeof value === "string" && ISO_8601.test(value) && !Number.isNaN(Date.parse(value));
}
