/** A text of a user's code as a terminal may show it: characters that would steer the terminal, or turn the text's direction, are escaped. */
export function visible(text: string): string {
  return text.replace(
    /(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu,
    (letter) => `\\u{${letter.codePointAt(0)!.toString(16)}}`,
  );
}
