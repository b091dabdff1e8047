import { describe, expect, it } from 'vitest';
import { genomeReading } from '../../../src/cli/modules/genome-reading.ts';
import { objectSpace } from '../../../src/core/index.ts';

const sample = (): unknown => [1, 2];
const table = [1];

/** What a page makes of a text. */
const readBy = (source: string | undefined, text: string): unknown => new Function(`return (${source}\n)`)()(text);

describe('genomeReading', () => {
  it('has the source of functions, of methods, and the names of functions of the language', async () => {
    const serialize = (genome: unknown): string => JSON.stringify(genome);
    const ways = [
      (text: string) => JSON.parse(text),
      (text: string) => {
        return JSON.parse(text); // of its own
      },
      {
        read(text: string) {
          return JSON.parse(text);
        },
      }.read,
      JSON.parse,
    ];
    for (const deserialize of ways) {
      const { source, warning } = await genomeReading(objectSpace({ sample, serialize, deserialize }));
      expect([readBy(source, '[1,2]'), warning]).toEqual([[1, 2], undefined]);
    }
    const numbers = objectSpace({ sample: () => 5, serialize: String, deserialize: Number });
    expect(await genomeReading(numbers)).toEqual({ source: 'Number' });
  });

  it('lets deserialize use what pages have', async () => {
    const serialize = (genome: unknown): string => btoa(JSON.stringify(genome));
    const deserialize = (text: string): unknown =>
      JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(text), (one) => one.charCodeAt(0))));
    const { source } = await genomeReading(objectSpace({ sample, serialize, deserialize }));
    expect(readBy(source, btoa('[1,2]'))).toEqual([1, 2]);
  });

  it.each([
    ['a name of the module', (text: string): unknown => table[Number(text)], 'one that uses table.'],
    ['an error', (): unknown => (null as never as string).length, 'one that throws TypeError'],
    ['a promise', async (text: string) => text, 'one that returns a promise, where it has to read at once.'],
    ['a bound function', deserializer.bind(undefined), 'one whose text is no function by itself'],
  ])('has no source for what cannot stand alone in a page: %s', async (_, deserialize, got) => {
    const space = objectSpace<unknown>({ sample, serialize: String, deserialize });
    const { source, warning } = await genomeReading(space);
    expect(source).toBeUndefined();
    expect(warning).toContain(`since only its text goes into the page; got ${got}`);
  });

  it('says nothing of plain JSON, of vectors, and of genomes that cannot be written', async () => {
    const serialize = (): string => {
      throw new Error('none');
    };
    const spaces = [
      objectSpace({ sample }),
      { dimensions: 1, lower: 0, upper: 1 },
      objectSpace({ sample, serialize, deserialize: String }),
    ];
    for (const space of spaces) expect(await genomeReading(space)).toEqual({ source: undefined });
  });
});

function deserializer(text: string): string {
  return text;
}
