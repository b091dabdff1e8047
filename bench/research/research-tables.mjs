export const writeTables = () => undefined;
