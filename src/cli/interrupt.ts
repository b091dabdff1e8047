import type { ProgressStream } from './progress.ts';

/**
 * Catches ctrl-c and the request to terminate: the first asks to stop, through the signal; a second one ends the process
 * at once.
 * @param message - What is said then.
 * @returns the signal, and `release`, after which they end the process as usual.
 */
export function onInterrupt(
  stream: ProgressStream,
  message = 'Stopping after this generation; once more stops at once.',
): { signal: AbortSignal; release: () => void } {
  const controller = new AbortController();
  const interrupt = (): void => {
    if (controller.signal.aborted) process.exit(130);
    controller.abort();
    stream.write(`${stream.isTTY ? '\r\u001b[K' : ''}${message}\n`);
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  const release = (): void => {
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
  };
  return { signal: controller.signal, release };
}
