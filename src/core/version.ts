/** The package's version, as package.json has it: files that are written say which one wrote them. */
export const version = '0.1.0';
