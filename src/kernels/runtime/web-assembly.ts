import { ElitesError } from '../../core/index.ts';

/**
 * Does what compiles WebAssembly or takes memory for it.
 * @throws STATE, saying what to do, where there is no WebAssembly, or it may not be compiled, or gets no memory.
 */
export function webAssembly<T>(work: () => T): T {
  if (typeof WebAssembly === 'undefined') {
    throw refused('WebAssembly is missing in this runtime, as in node --jitless, and nothing here works without it');
  }
  try {
    return work();
  } catch (cause) {
    const { message } = cause as Error;
    if (cause instanceof WebAssembly.CompileError) {
      const who = "as Cloudflare's workers do, and pages whose Content-Security-Policy lacks 'wasm-unsafe-eval'";
      throw refused(`this runtime does not let WebAssembly be compiled, ${who} (${message})`, { cause });
    }
    if (!(cause instanceof RangeError)) throw cause;
    const why = 'Each memory reserves some 10 GB of addresses and holds at most 4 GiB';
    const what =
      'where ulimit -v or a container leaves fewer, node --disable-wasm-trap-handler reserves few, for the same bits';
    throw refused(`WebAssembly gets no more memory (${message}). ${why}; ${what}`, { cause });
  }
}

function refused(explanation: string, options?: ErrorOptions): ElitesError {
  return new ElitesError('STATE', `elites: ${explanation}.`, options);
}
