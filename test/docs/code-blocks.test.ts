import { expect, it } from 'vitest';
import { codeBlocks } from './code-blocks.ts';

const page = (text: string): string => text.replaceAll("'''", '```');

it('finds programs and their kind, and leaves other blocks alone', () => {
  const text = page(
    "# T\n'''sh\nnpm i\n'''\n'''js\nconst a = 1;\n'''\n- item\n  '''ts\n  const b = 2;\n    b;\n  '''\n",
  );
  expect(codeBlocks(text)).toEqual([
    { line: 5, extension: 'mjs', text: 'const a = 1;' },
    { line: 9, extension: 'mts', text: 'const b = 2;\n  b;' },
  ]);
});

it('joins what continues, and drops what says why it is not run', () => {
  const text = page(
    "'''js\na;\n'''\n\n<!-- not run: a sketch -->\n'''js\n...\n'''\n<!-- continues -->\n\n'''js\nb;\n'''\n",
  );
  expect(codeBlocks(text)).toEqual([{ line: 1, extension: 'mjs', text: 'a;\nb;' }]);
});

it('refuses a marker without a reason, one that continues nothing, and a block without an end', () => {
  expect(() => codeBlocks(page("<!-- not run -->\n'''js\n'''\n"))).toThrow('line 1: say why it is not run');
  expect(() => codeBlocks(page("<!-- continues -->\n'''js\n'''\n"))).toThrow('line 2: continues nothing');
  expect(() => codeBlocks(page("'''js\n"))).toThrow('line 1: the block does not end');
});
