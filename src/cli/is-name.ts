/** Whether a name, of a variant or of a quantity, is fit for files and CSV. */
export function isName(name: string): boolean {
  return /^[\w.-]{1,100}$/.test(name);
}
