/**
 * Reads XML as far as pictures need it: elements, quoted attributes, text with the five entities or numbers.
 * @returns the element names in document order.
 * @throws Error where it is not well-formed.
 */
export function elementsOf(xml: string): string[] {
  const open: string[] = [];
  const seen: string[] = [];
  const token = /<(\/?)([A-Za-z][\w-]*)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/gy;
  while (token.lastIndex < xml.length) {
    const at = token.lastIndex;
    const match = token.exec(xml);
    if (match === null) throw new Error(`not well-formed: ${xml.slice(at, at + 60)}`);
    const [, closing, name, attributes, empty, text] = match;
    if (/&(?!(?:amp|lt|gt|quot|#\d+);)/.test(text ?? attributes ?? '')) throw new Error(`bare &: ${match[0]}`);
    if (text !== undefined) {
      if (open.length === 0 && text.trim() !== '') throw new Error(`text outside the root: ${text}`);
    } else if (closing === '/') {
      const last = open.pop();
      if (last !== name) throw new Error(`</${name}> closes <${last}>`);
    } else {
      if (open.length === 0 && seen.length > 0) throw new Error('a second root');
      seen.push(name!);
      if (empty !== '/') open.push(name!);
    }
  }
  if (open.length > 0) throw new Error(`not closed: ${open.join(', ')}`);
  return seen;
}
