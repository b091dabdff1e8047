/** A program that a page shows: one block, or one and those that continue it. */
export interface ShownProgram {
  /** Line of the first block's fence. */
  readonly line: number;
  /** `mjs`, `cjs` or `mts`. */
  readonly extension: string;
  readonly text: string;
}

const extensions: Record<string, string> = { js: 'mjs', mjs: 'mjs', cjs: 'cjs', ts: 'mts', mts: 'mts' };

/**
 * The programs of a Markdown page. A comment in the line above a block changes what is done with it:
 * `<!-- continues -->` joins it to the block before, `<!-- not run: REASON -->` leaves it out.
 */
export function codeBlocks(markdown: string): ShownProgram[] {
  const programs: ShownProgram[] = [];
  const lines = markdown.split('\n');
  for (let i = 0; i < lines.length; i++) {
    const fence = /^( *)(`{3,}|~{3,})\s*(\w*)/.exec(lines[i] ?? '');
    if (!fence) continue;
    const [, indent = '', marks = '', language = ''] = fence;
    const end = lines.findIndex((line, at) => at > i && line.trimEnd() === indent + marks);
    if (end < 0) throw new Error(`line ${i + 1}: the block does not end`);
    const text = lines.slice(i + 1, end).map((line) => line.slice(indent.length));
    const extension = extensions[language];
    const marker = markerAbove(lines, i);
    if (extension && marker !== 'not run') {
      const before = marker === 'continues' ? programs.pop() : undefined;
      if (marker === 'continues' && before?.extension !== extension)
        throw new Error(`line ${i + 1}: continues nothing`);
      const line = before?.line ?? i + 1;
      programs.push({ line, extension, text: [...(before ? [before.text] : []), ...text].join('\n') });
    }
    i = end;
  }
  return programs;
}

function markerAbove(lines: readonly string[], fence: number): string | undefined {
  let above = fence - 1;
  while (above >= 0 && lines[above]?.trim() === '') above--;
  const marker = /^\s*<!-- *(continues|not run)(?:: *(\S.*?))? *-->\s*$/.exec(lines[above] ?? '');
  if (marker?.[1] === 'not run' && !marker[2]) throw new Error(`line ${above + 1}: say why it is not run`);
  return marker?.[1];
}
