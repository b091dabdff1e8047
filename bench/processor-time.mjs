/** Processor time that this process has spent so far, in µs. */
export function processorTime() {
  const { user, system } = process.cpuUsage();
  return user + system;
}
