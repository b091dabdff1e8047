import type { ProgressStream } from './progress.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Catches ctrl-c (SIGINT), SIGTERM, and SIGHUP, which a closed terminal sends: the first asks to stop, through the signal; a second
 * one ends the process at once, unless it is SIGHUP, which may come twice, or with another.
 * @param message - What is said then.
 * @returns the signal, and `release`, after which they end the process as usual.
 */
export function onInterrupt(
  stream: ProgressStream,
  message = 'Stopping after this generation; once more stops at once.',
): { signal: AbortSignal; release: () => void } {
  const controller = new AbortController();
  const interrupt = (name: NodeJS.Signals): void => {
    if (controller.signal.aborted) {
      if (name === 'SIGHUP') return;
      process.exit(130);
    }
    controller.abort();
    stream.write(`${stream.isTTY ? '\r\u001b[K' : ''}${message}\n`);
  };
  for (const name of signals) process.on(name, interrupt);
  const release = (): void => {
    for (const name of signals) process.off(name, interrupt);
  };
  return { signal: controller.signal, release };
}
