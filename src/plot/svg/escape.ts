const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: what XML forbids, surrogates that stand alone among it
const special = /[&<>"']|(?![\t\n\r])[\0-\x1f\ud800-\udfff\ufffe\uffff]/gu;

/** Text as it may stand in XML or HTML, also inside quotes. Control characters, which XML forbids, become U+FFFD. */
export function escapeText(text: string): string {
  return text.replace(special, (character) => entities[character] ?? '\uFFFD');
}
