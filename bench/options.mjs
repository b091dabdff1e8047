import { parseArgs } from 'node:util';

/**
 * The options of a bench from its command line.
 * @param defaults - By name; an option with the default false is a flag, any other a text, or undefined without a default.
 */
export function optionsWith(defaults) {
  const options = Object.entries(defaults).map(([name, value]) => {
    return [name, { type: value === false ? 'boolean' : 'string', default: value }];
  });
  return parseArgs({ options: Object.fromEntries(options) }).values;
}
