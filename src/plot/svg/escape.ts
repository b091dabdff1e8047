const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as it may stand in XML or HTML, also inside quotes. Control characters, which XML forbids, become U+FFFD. */
export function escapeText(text: string): string {
  let escaped = '';
  for (const character of text) escaped += entities[character] ?? (isForbidden(character) ? '\uFFFD' : character);
  return escaped;
}

function isForbidden(character: string): boolean {
  const code = character.codePointAt(0)!;
  if (code < 0x20) return code !== 0x09 && code !== 0x0a && code !== 0x0d;
  return (code >= 0xd800 && code <= 0xdfff) || code === 0xfffe || code === 0xffff;
}
