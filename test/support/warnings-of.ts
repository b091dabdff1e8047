/** The names of the warnings that Node gives while `act` runs. */
export async function warningsOf(act: () => unknown): Promise<string[]> {
  const names: string[] = [];
  const listen = ({ name }: Error): void => void names.push(name);
  process.on('warning', listen);
  try {
    await act();
    await new Promise((resolve) => setImmediate(resolve));
  } finally {
    process.off('warning', listen);
  }
  return names;
}
