import { canRewrite, type ProgressStream } from './progress.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Handles ctrl-c (SIGINT), SIGTERM, and SIGHUP, which a closed terminal sends. The first aborts the signal; a second one ends the process
 * at once, except SIGHUP: a closed terminal may send it twice, or together with another.
 * @param message - Printed at the first.
 * @returns the signal, and `release`, which restores the default handling. Once interrupted, SIGHUP stays ignored to the end of the
 * process, so that a late second one cannot end it while results are written.
 */
export function onInterrupt(
  stream: ProgressStream,
  message = 'Stopping after this generation; a second ctrl-c stops at once.',
): { signal: AbortSignal; release: () => void } {
  const controller = new AbortController();
  const interrupt = (name: NodeJS.Signals): void => {
    if (controller.signal.aborted) {
      if (name === 'SIGHUP') return;
      process.exit(130);
    }
    controller.abort();
    stream.write(`${canRewrite(stream) ? '\r\u001b[K' : ''}${message}\n`);
  };
  for (const name of signals) process.on(name, interrupt);
  const release = (): void => {
    for (const name of signals) if (name !== 'SIGHUP' || !controller.signal.aborted) process.off(name, interrupt);
  };
  return { signal: controller.signal, release };
}
