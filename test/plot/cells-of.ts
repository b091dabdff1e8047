/** A cell of a picture. */
export interface Cell {
  readonly cell: number;
  /** 'empty' if it has no elite. */
  readonly colour: string;
  /** Corners in px. */
  readonly corners: readonly (readonly [number, number])[];
  readonly title: string;
}

/** The cells of a picture as they are written. */
export function cellsOf(svg: string): Cell[] {
  const groups = /<g class="cells"[^>]*>(.*?<\/g>)<\/g>/.exec(svg)?.[1] ?? '';
  return [...groups.matchAll(/<g (?:class="(\w+)"|fill="([^"]+)" stroke="\2")>(.*?)<\/g>/g)].flatMap(
    ([, name, fill, paths]) =>
      [...paths!.matchAll(/<path data-cell="(\d+)" d="([^"]+)"><title>([^<]*)<\/title><\/path>/g)].map(
        ([, cell, d, title]) => ({
          cell: Number(cell),
          colour: (name ?? fill)!,
          corners: cornersOf(d!),
          title: title!,
        }),
      ),
  );
}

function cornersOf(path: string): [number, number][] {
  const corners: [number, number][] = [];
  let [x, y] = [0, 0];
  for (const [, command, numbers] of path.matchAll(/([Mlhvz])([-\d ]*)/g)) {
    const values = (numbers!.match(/-?\d+/g) ?? []).map(Number);
    if (command === 'M') [x, y] = values as [number, number];
    const steps = command === 'l' ? values : command === 'h' ? [values[0]!, 0] : command === 'v' ? [0, values[0]!] : [];
    if (command === 'M') corners.push([x / 10, y / 10]);
    for (let i = 0; i < steps.length; i += 2) {
      [x, y] = [x + steps[i]!, y + steps[i + 1]!];
      corners.push([x / 10, y / 10]);
    }
  }
  return corners;
}
