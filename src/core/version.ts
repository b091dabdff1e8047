/** The package's version, as in package.json. Files that the package writes contain it. */
export const version = '0.1.0';
