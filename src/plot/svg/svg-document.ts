import { checkText } from '../../core/index.ts';
import { escapeText } from './escape.ts';
import { fitText, titleSize } from './text-width.ts';

/** Width of every picture in px. */
export const pictureWidth = 474;

// Plain classes, no CSS variables: converters for print do not know variables.
const style = `
.elites-plot{font:13px system-ui,-apple-system,"Segoe UI",Helvetica,Arial,sans-serif;font-variant-numeric:tabular-nums}
.elites-plot .paper{fill:#fff}.elites-plot text{fill:#5c6370}.elites-plot .title{fill:#16181d;font-size:15px;font-weight:600}
.elites-plot .axis{stroke:#9aa1ad;fill:none}.elites-plot .rule{stroke:#e4e7ec;fill:none}
.elites-plot .empty{fill:#eceef2;stroke:#e4e7ec}
.elites-plot [data-cell]:hover{stroke:#16181d}
.elites-plot .overlay{fill:none;stroke:#16181d;stroke-width:1.8;stroke-linejoin:round;stroke-linecap:round}
.elites-plot .polygon{fill:#16181d;fill-opacity:.35}.elites-plot .points{stroke-width:7}
.elites-plot .edge{stroke:#fff;stroke-width:4;fill:none}.elites-plot .points .edge{stroke-width:10}
.elites-plot .line{fill:none;stroke-width:2;stroke-linejoin:round;stroke-linecap:round}
.elites-plot .line0{stroke:#0067a8}.elites-plot .line1{stroke:#c94f00}.elites-plot .line2{stroke:#00805d}
.elites-plot .line3{stroke:#a8437f}.elites-plot .line4{stroke:#8a6a00}.elites-plot .line5{stroke:#5b5fc7}
.elites-plot .name{font-weight:600}.elites-plot text.name,.elites-plot .over{paint-order:stroke;stroke:#fff;stroke-width:4px;stroke-linejoin:round}
.elites-plot .name0{fill:#0067a8}.elites-plot .name1{fill:#c94f00}
.elites-plot .name2{fill:#00805d}.elites-plot .name3{fill:#a8437f}.elites-plot .name4{fill:#8a6a00}.elites-plot .name5{fill:#5b5fc7}
.elites-plot .band{opacity:.18}
.elites-plot .arm{fill:none;stroke-width:1.2;stroke-linejoin:round;opacity:.8}
.elites-plot .joint{stroke:none}.elites-plot .goal{fill:none;stroke:#16181d;stroke-width:1.4}
@media(prefers-color-scheme:dark){
.elites-plot .paper{fill:#16181d}.elites-plot text{fill:#a3abb8}.elites-plot text.name,.elites-plot .over{stroke:#16181d}.elites-plot .title{fill:#f1f3f6}
.elites-plot .axis{stroke:#6b7280}.elites-plot .rule{stroke:#2b2f37}.elites-plot .empty{fill:#25282f;stroke:#2c3038}
.elites-plot [data-cell]:hover{stroke:#f1f3f6}
.elites-plot .overlay{stroke:#f1f3f6}.elites-plot .polygon{fill:#f1f3f6}.elites-plot .edge{stroke:#16181d}
.elites-plot .line0{stroke:#4cb1ee}.elites-plot .line1{stroke:#ff8f4d}.elites-plot .line2{stroke:#3cc79c}
.elites-plot .line3{stroke:#e48bbf}.elites-plot .line4{stroke:#d9b23c}.elites-plot .line5{stroke:#9a9df0}
.elites-plot .name0{fill:#4cb1ee}.elites-plot .name1{fill:#ff8f4d}.elites-plot .name2{fill:#3cc79c}
.elites-plot .name3{fill:#e48bbf}.elites-plot .name4{fill:#d9b23c}.elites-plot .name5{fill:#9a9df0}
.elites-plot .goal{stroke:#f1f3f6}}
`;

/** Number of line colours; further series start again with the first. */
export const lineColours = 6;

// Round caps make dashes 2 px longer and gaps 2 px shorter.
const dashes = ['', '7 5', '0.1 5', '9 5 0.1 5'];

/** The attribute by which a line differs from those of the same colour before it: '' for the first six; alike again after 24. */
export function lineDash(i: number): string {
  const dash = dashes[Math.floor(i / lineColours) % dashes.length]!;
  return dash === '' ? '' : ` stroke-dasharray="${dash}"`;
}

/**
 * A whole SVG picture: complete as a file, and inline in a page; light or dark as its reader's screen.
 * @param picture - `height` in px; `label` for those who do not see it; `body` is SVG and not escaped.
 */
export function svgDocument(picture: { height: number; label: string; body: string }): string {
  const { height, label, body } = picture;
  const size = `width="${pictureWidth}" height="${height}" viewBox="0 0 ${pictureWidth} ${height}"`;
  const head = `<svg xmlns="http://www.w3.org/2000/svg" class="elites-plot" ${size} role="img" aria-label="${escapeText(label)}">`;
  return `${head}<style>${style}</style><rect class="paper" width="${pictureWidth}" height="${height}"/>${body}</svg>\n`;
}

/** A number of px as it stands in SVG: at most one decimal. */
export function px(value: number): string {
  return String(Math.round(value * 10) / 10 + 0);
}

/**
 * Text at a point. `content` is escaped, `attributes` are not.
 * @param whole - What the text was before it was shortened: its tooltip, if it was.
 */
export function svgText(x: number, y: number, content: string, attributes = '', whole: string = content): string {
  const title = whole === content ? '' : `<title>${escapeText(whole)}</title>`;
  return `<text x="${px(x)}" y="${px(y)}"${attributes === '' ? '' : ` ${attributes}`}>${escapeText(content)}${title}</text>`;
}

/** @throws ARGUMENT, in the name of `owner`, unless the texts that are given are texts. */
export function checkTexts(
  owner: string,
  texts: { readonly title?: unknown; readonly subtitle?: unknown; readonly fitnessLabel?: unknown },
): void {
  const { title, subtitle, fitnessLabel } = texts;
  for (const [name, text] of Object.entries({ title, subtitle, fitnessLabel }))
    if (text !== undefined) checkText(owner, name, text);
}

/** Title and subtitle in the upper left corner, where given, each a line as wide as the picture at most. */
export function svgTitle(title: string | undefined, subtitle: string | undefined): string {
  const room = pictureWidth - 16 - 8;
  const first = title === undefined ? '' : svgText(16, 26, fitText(title, room, titleSize), 'class="title"', title);
  return subtitle === undefined ? first : first + svgText(16, 44, fitText(subtitle, room), '', subtitle);
}
