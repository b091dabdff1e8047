import { readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type MarkdownRenderer } from 'vitepress';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const icon = readFileSync(resolve(repository, 'site/public/icon.svg')).toString('base64');
const { version } = JSON.parse(readFileSync(resolve(repository, 'package.json'), 'utf8')) as { version: string };

const pages = (text: string, items: Record<string, string>) => ({
  text,
  items: Object.entries(items).map(([link, title]) => ({ text: title, link })),
});

/** Anchors as GitHub makes them. */
const slugify = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

/** Programs of examples/ are parts of one page. */
const linkExamples = (md: MarkdownRenderer): void => {
  md.core.ruler.push('examples', ({ env, tokens }) => {
    const folder = dirname(resolve(repository, env.relativePath ?? ''));
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.attrGet('href');
      if (href === null || /^(\w+:|[#/])/.test(href)) continue;
      const [, name] = /^examples\/([^/#]+)\/?$/.exec(relative(repository, resolve(folder, href))) ?? [];
      if (name !== undefined) token.attrSet('href', `/examples#${slugify(name)}`);
    }
  });
};

/** The corner of a table that is empty heads nothing. */
const plainCorners = (md: MarkdownRenderer): void => {
  md.core.ruler.push('corners', ({ tokens }) => {
    for (const [i, token] of tokens.entries()) {
      if (token.type !== 'th_open' || tokens[i + 1]?.content !== '') continue;
      token.tag = 'td';
      tokens[i + 2]!.tag = 'td';
    }
  });
};

/** A block of code that scrolls is reached by keys. */
const reachableBlocks = (md: MarkdownRenderer): void => {
  const block = md.renderer.rules.code_block!;
  md.renderer.rules.code_block = (...args) => block(...args).replace('<pre', '<pre tabindex="0"');
};

export default defineConfig({
  title: 'elites',
  description: 'Quality-diversity optimisation for TypeScript and JavaScript',
  lang: 'en',
  // The pages are those of the repository, and two that only a site needs.
  srcDir: '..',
  srcExclude: ['{bench,dist,examples,runs,src,test}/**', 'site/{dist,public}/**'],
  rewrites: { 'site/index.md': 'index.md', 'site/examples.md': 'examples.md' },
  outDir: 'dist',
  appearance: 'force-auto', // as the explorer
  head: [['link', { rel: 'icon', href: `data:image/svg+xml;base64,${icon}` }]],
  markdown: {
    anchor: { slugify },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-default' },
    config(md) {
      linkExamples(md);
      plainCorners(md);
      reachableBlocks(md);
    },
  },
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag === 'elites-explorer' } } },
  themeConfig: {
    outline: [2, 3],
    search: { provider: 'local' },
    nav: [
      { text: 'Quick start', link: '/README' },
      { text: 'Guides', link: '/docs/own-domain', activeMatch: '^/docs/' },
      { text: 'Examples', link: '/examples' },
      { text: 'API', link: '/api/index.html', target: '_self' },
      { text: version, link: '/CHANGELOG' },
    ],
    sidebar: [
      pages('Begin', {
        '/README': 'Quick start',
        '/docs/choosing': 'Which algorithm, sigma, archive?',
        '/docs/concepts': 'Concepts',
        '/examples': 'Examples',
        '/docs/limits': 'Limits',
      }),
      pages('Guides', {
        '/docs/own-domain': 'A domain of your own',
        '/docs/evaluations': 'Slow and failing evaluations',
        '/docs/noise': 'Noisy domains',
        '/docs/long-runs': 'Long runs, and resuming',
        '/docs/node': 'Workers and threads',
        '/docs/runtimes': 'Runtimes and bundlers',
        '/docs/encodings': 'Encodings',
        '/docs/python': 'From and to Python',
        '/docs/from-pyribs': 'From pyribs',
        '/docs/cli': 'The command line',
        '/docs/explorer': 'The explorer',
        '/docs/pictures': 'Pictures',
      }),
      pages('In depth', {
        '/docs/archives': 'Archives',
        '/docs/emitters': 'Emitters, strategies, bandits',
        '/docs/snapshots': 'Snapshots',
        '/docs/testing': 'Tests for parts of your own',
      }),
      pages('Results', {
        '/docs/benchmarks': 'Benchmarks',
        '/docs/research': 'Which operators, in which shares?',
        '/docs/paper': "The paper's experiments",
      }),
      pages('Reference', {
        '/docs/notation': 'Words and symbols',
        '/docs/references': 'References',
        '/CHANGELOG': 'Changelog',
        '/CONTRIBUTING': 'Contributing',
      }),
    ],
  },
  vite: {
    publicDir: resolve(repository, 'site/public'),
    worker: { format: 'es' },
  },
});
