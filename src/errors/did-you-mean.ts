/** Beyond this a text is no slip of the pen, and comparing costs more than it tells. */
const LONGEST = 100;

/** The known word that was most likely meant; undefined where none is near. Case does not count. */
export function findNearest(word: string, known: Iterable<string>): string | undefined {
  const written = word.toLowerCase();
  const most = Math.max(1, Math.floor(written.length / 3));
  let nearest: string | undefined;
  let least = most + 1;
  for (const candidate of known) {
    const distance = distanceOf(written, candidate.toLowerCase());
    if (distance >= least) continue;
    nearest = candidate;
    least = distance;
  }
  return nearest;
}

/** How many letters differ; one word that begins with the other is one slip. */
function distanceOf(a: string, b: string): number {
  if (a === b) return 0;
  if (a.length > LONGEST || b.length > LONGEST) return Number.POSITIVE_INFINITY;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short.length >= 3 && long.startsWith(short)) return 1;
  return editDistance(a, b);
}

/** The fewest letters to insert, remove, replace, or swap with their neighbor (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const replaced = at(last, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1);
      const isSwap = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const swapped = isSwap ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY;
      current.push(Math.min(replaced, swapped, at(last, column) + 1, at(current, column - 1) + 1));
    }
    beforeLast = last;
    last = current;
  }
  return at(last, b.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
