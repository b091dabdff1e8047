/** ` Did you mean WORD?`, if a known word is similar to the given one; else what is said instead. */
export function suggest(given: string, known: readonly string[], instead = ''): string {
  const near = known
    .map((word) => ({ word, distance: word.startsWith(given) ? 0 : editDistance(given, word) }))
    .filter(({ word, distance }) => distance <= Math.max(1, word.length / 3))
    .sort((a, b) => a.distance - b.distance);
  return near[0] === undefined ? instead : ` Did you mean ${near[0].word}?`;
}

/** The edit distance: insertions, deletions, substitutions and swaps of neighbours (Damerau, 1964). */
export function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = swapped ? before[j - 2]! + 1 : Number.POSITIVE_INFINITY;
      row.push(Math.min(above[j]! + 1, row[j - 1]! + 1, above[j - 1]! + (same ? 0 : 1), swap));
    }
    [before, above] = [above, row];
  }
  return above[b.length]!;
}
