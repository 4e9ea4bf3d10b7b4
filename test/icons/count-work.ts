import { Session } from "node:inspector";
import { setFlagsFromString } from "node:v8";

interface CoverageRange {
  readonly count: number;
}

interface CoverageScript {
  readonly url: string;
  readonly functions: readonly { readonly ranges: readonly CoverageRange[] }[];
}

/** What reads XML and what makes icons; their own loops and calls are what is counted. */
const COUNTED = /\/dist\/src\/icons\/|\/saxes\//;

/** What makes code faster, which then does not count itself any more; the second has been on since Node 22. */
const COMPILERS = Number.parseInt(process.versions.node, 10) < 22 ? ["opt"] : ["opt", "maglev"];

/**
 * Counts what a piece of work does, and not how long it takes: how often each block of the sources is run, and how many
 * characters are searched. The same work gives the same count on every machine.
 */
export function countWork(work: () => void): number {
  const session = new Session();
  session.connect();
  const search = countSearched();
  for (const compiler of COMPILERS) setFlagsFromString(`--no-${compiler}`);
  try {
    session.post("Profiler.enable");
    session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
    work(); // counts begin with what a first run allocates for them
    blocksRun(session);
    const before = search.counted();
    work();
    return blocksRun(session) + search.counted() - before;
  } finally {
    search.restore();
    session.post("Profiler.stopPreciseCoverage");
    session.disconnect();
    for (const compiler of COMPILERS) setFlagsFromString(`--${compiler}`);
  }
}

function blocksRun(session: Session): number {
  let scripts: readonly CoverageScript[] = [];
  session.post("Profiler.takePreciseCoverage", (_, taken) => {
    scripts = taken.result;
  });
  return scripts
    .filter(({ url }) => COUNTED.test(url))
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
    .reduce((total, { count }) => total + count, 0);
}

/** A search is one call, however far it goes: for the time of a count, each is measured. */
function countSearched(): { counted(): number; restore(): void } {
  const { indexOf } = String.prototype;
  let searched = 0;
  String.prototype.indexOf = function (this: string, text: string, from = 0) {
    const at = indexOf.call(this, text, from);
    searched += (at < 0 ? this.length : at) - from;
    return at;
  };
  return {
    counted: () => searched,
    restore: () => {
      String.prototype.indexOf = indexOf;
    },
  };
}
