/** Small enough that the fuzzer passes each of them often. */
export const LIMITS = { bodyBytes: 65_536, lineBytes: 65_536, depth: 64, elements: 2_000 };
