import { argumentError, checkOptions, checkText } from '../../core/index.ts';
import { escapeText } from '../svg/escape.ts';
import { reportStyle } from './report-style.ts';

/** A row of a {@link ReportTable}. */
export interface ReportRow {
  /** What is measured. */
  readonly name: string;
  /** `(columns)`: text; or a number and its text for readers, then the page holds the number too, for programs. */
  readonly cells: readonly (string | { readonly text: string; readonly value: number })[];
  /** Indices of the cells to be highlighted. */
  readonly best?: readonly number[] | undefined;
}

/** The numbers of a report. */
export interface ReportTable {
  readonly heading: string;
  /** `(columns)`: what is compared. */
  readonly columns: readonly string[];
  readonly rows: readonly ReportRow[];
  /** A line below the table: units, what is highlighted. */
  readonly note?: string | undefined;
}

/** Pictures side by side under a heading. */
export interface ReportFigures {
  readonly heading: string;
  /** `svg` goes into the page as it is: from {@link archiveSvg} or {@link curvesSvg}, never from an untrusted source. */
  readonly figures: readonly { readonly svg: string; readonly caption?: string | undefined }[];
  /** Whether they are shown only where scripts do not run, in place of an `insert` (default false). */
  readonly noScript?: boolean | undefined;
}

/** A part of a report's results: text, numbers, pictures. */
export interface ReportSection {
  readonly heading: string;
  /** Paragraphs of text. */
  readonly text: readonly string[];
  /** Each with its own heading as caption. */
  readonly tables?: readonly ReportTable[] | undefined;
  readonly figures?: ReportFigures['figures'] | undefined;
}

/** Options of {@link reportHtml}. Everything but `svg` and `html` is text, and escaped. */
export interface ReportHtmlOptions {
  readonly title: string;
  /** A few words above the title. */
  readonly eyebrow?: string | undefined;
  /** One paragraph: what was done and what came out. */
  readonly summary: string;
  readonly table?: ReportTable | undefined;
  /** A section above the table that brings its own elements and scripts; as it is, never from an untrusted source. */
  readonly insert?: { readonly heading: string; readonly html: string } | undefined;
  readonly figures?: readonly ReportFigures[] | undefined;
  /** Further results, behind table and figures. */
  readonly sections?: readonly ReportSection[] | undefined;
  /** Name and value of each setting. */
  readonly settings?: readonly (readonly [name: string, value: string])[] | undefined;
  /** The command that makes the same numbers. */
  readonly command?: string | undefined;
  /** Paths relative to the page, and what is there. */
  readonly files?: readonly { readonly path: string; readonly description: string }[] | undefined;
  /** The last line, such as the version and date. */
  readonly footer?: string | undefined;
}

const above = ['title', 'eyebrow', 'summary', 'table', 'insert'];
const below = ['figures', 'sections', 'settings', 'command', 'files', 'footer'];

/**
 * A page that shows a result: summary, insert, table, pictures, settings, how to make it again, files. Self-contained (styles and
 * pictures inside, no scripts but those of `insert`), light or dark as its reader's screen, for phones and wide screens.
 * Parts that are left out or empty have no heading.
 * @throws ARGUMENT if title or summary is no text, or a row has not as many cells as there are columns.
 */
export function reportHtml(options: ReportHtmlOptions): string {
  checkOptions('reportHtml', options, [...above, ...below]);
  const { title, eyebrow, summary, table, insert, command, footer } = options;
  const { figures = [], sections = [], settings = [], files = [] } = options;
  for (const [name, text] of Object.entries({ title, summary })) checkText('reportHtml', name, text);
  const head =
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">' +
    `<title>${escapeText(title)}</title><style>${reportStyle}</style>` +
    // Without scripts the section would be empty.
    (insert === undefined ? '' : '<noscript><style>.insert{display:none}</style></noscript>');
  const parts = [
    `<header>${paragraph('eyebrow', eyebrow)}<h1>${escapeText(title)}</h1>${paragraph('summary', summary)}</header>`,
    insert === undefined ? '' : section(insert.heading, insert.html, 'insert'),
    table === undefined ? '' : section(table.heading, tableHtml(table) + paragraph('note', table.note)),
    ...figures.map((group) => {
      const html = section(group.heading, figuresHtml(group.figures));
      return group.noScript ? `<noscript>${html}</noscript>` : html;
    }),
    ...sections.map(resultsHtml),
    settings.length === 0 ? '' : section('Settings', settingsHtml(settings)),
    command === undefined ? '' : section('Make it again', `<pre><code>${escapeText(command)}</code></pre>`),
    files.length === 0 ? '' : section('Files', filesHtml(files)),
    footer === undefined ? '' : `<footer>${escapeText(footer)}</footer>`,
  ];
  return `<!doctype html>\n<html lang="en"><head>${head}</head>\n<body><main>\n${parts.join('\n')}\n</main></body></html>\n`;
}

function section(heading: string, body: string, name?: string): string {
  return `<section${name === undefined ? '' : ` class="${name}"`}><h2>${escapeText(heading)}</h2>\n${body}</section>`;
}

function resultsHtml({ heading, text, tables = [], figures = [] }: ReportSection): string {
  const words = text.map((one) => paragraph('summary', one)).join('');
  const numbers = tables.map((one) => {
    return `<h3>${escapeText(one.heading)}</h3>${tableHtml(one)}${paragraph('note', one.note)}`;
  });
  const pictures = figures.length === 0 ? '' : figuresHtml(figures);
  return section(heading, words + numbers.join('') + pictures);
}

function paragraph(name: string, text: string | undefined): string {
  return text === undefined ? '' : `<p class="${name}">${escapeText(text)}</p>`;
}

function tableHtml({ columns, rows }: ReportTable): string {
  const head = `<td></td>${columns.map((column) => `<th scope="col">${escapeText(column)}</th>`).join('')}`;
  const body = rows.map(({ name, cells, best }) => {
    if (cells.length !== columns.length) {
      throw argumentError('reportHtml', `cells of row '${name}'`, `be ${columns.length}, one a column`, cells);
    }
    const numbers = cells.map((cell, i) => {
      const shown = escapeText(typeof cell === 'string' ? cell : cell.text);
      const text = typeof cell === 'string' ? shown : `<data value="${escapeText(String(cell.value))}">${shown}</data>`;
      return `<td>${best?.includes(i) ? `<strong>${text}</strong>` : text}</td>`;
    });
    return `<tr><th scope="row">${escapeText(name)}</th>${numbers.join('')}</tr>`;
  });
  return `<div class="scroll"><table><thead><tr>${head}</tr></thead><tbody>\n${body.join('\n')}\n</tbody></table></div>`;
}

function figuresHtml(figures: ReportFigures['figures']): string {
  const all = figures.map(({ svg, caption }) => {
    const text = caption === undefined ? '' : `<figcaption>${escapeText(caption)}</figcaption>`;
    return `<figure>${svg}${text}</figure>`;
  });
  return `<div class="figures">${all.join('\n')}</div>`;
}

function settingsHtml(settings: NonNullable<ReportHtmlOptions['settings']>): string {
  const rows = settings.map(([name, value]) => {
    // A long value has a line of its own.
    const wide = value.length > 30 ? ' class="wide"' : '';
    return `<div${wide}><dt>${escapeText(name)}</dt><dd>${escapeText(value)}</dd></div>`;
  });
  return `<dl>${rows.join('')}</dl>`;
}

function filesHtml(files: NonNullable<ReportHtmlOptions['files']>): string {
  const items = files.map(({ path, description }) => {
    const link = path.split('/').map(encodeURIComponent).join('/');
    return `<li><a href="${escapeText(link)}">${escapeText(path)}</a>${escapeText(description)}</li>`;
  });
  return `<ul>${items.join('')}</ul>`;
}
