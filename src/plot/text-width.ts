/** Font size of plain text in px. Bold text is as wide as plain text of `boldSize`, the title as plain text of `titleSize`. */
const plainSize = 13;
export const boldSize = 14.6;
export const titleSize = 16.8;

// Widths of letters in parts of the font size; the first class that matches counts. Upper bounds for DejaVu Sans and Verdana, the widest of the usual fonts.
const widths: readonly (readonly [letters: RegExp, width: number])[] = [
  [/[\p{M}\p{Cf}]/u, 0],
  [/[ijl.,'| ]/, 0.345],
  [/[frtI:;!()[\]/\\-]/, 0.445],
  [/[MWm%@…]/, 1.02],
  [/[A-Z#&+=<>~^w−]/, 0.85],
  [/[!-~]/, 0.64],
  [/\p{Emoji_Presentation}|[\u{10000}-\u{10ffff}]/u, 1.4],
];

/** Upper bound of a line's width in px, in any of the usual fonts: the reader's is not known. */
export function textWidth(text: string, size: number = plainSize): number {
  let width = 0;
  for (const letter of text.normalize('NFD')) width += widths.find(([letters]) => letters.test(letter))?.[1] ?? 1.15;
  return width * size;
}

/** A name in bold, shortened to at most 158 px. */
export function fitName(name: string): string {
  return fitText(name, 158, boldSize);
}

/** A text, shortened to at most `room` px; its middle is left out, because texts differ more often at their ends. */
export function fitText(text: string, room: number, size: number = plainSize): string {
  if (textWidth(text, size) <= room) return text;
  const letters = [...text];
  let [head, tail] = ['', ''];
  let left = room - textWidth('…', size);
  for (let i = 0; i < letters.length; i++) {
    const letter = letters.at(i % 2 === 0 ? i / 2 : -(i + 1) / 2)!;
    left -= textWidth(letter, size);
    if (left < 0) break;
    if (i % 2 === 0) head += letter;
    else tail = letter + tail;
  }
  return `${head}…${tail}`;
}
