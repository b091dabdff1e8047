/** A table as lines of text: the first column left-aligned, the others right-aligned. */
export function textTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  return lines
    .map((line) => {
      const cells = line.map((cell, column) => {
        return column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!);
      });
      return cells.join('  ').trimEnd();
    })
    .join('\n');
}
