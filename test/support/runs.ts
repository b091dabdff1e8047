/** Whether this is the long form of the tests, `npm run test:long`. */
export const long: boolean = process.env.ELITES_TESTS === 'long';

/** How often a law is tried: `times` in the long form, and three tenths of that otherwise; each run draws other cases. */
export const runs = (times: number): number => (long ? times : Math.ceil(0.3 * times));
