import { access, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Encoding } from '../core/index.ts';
import { DataDrivenEncoding } from '../encodings/index.ts';
import {
  jobKey,
  type PaperJob,
  type PaperResult,
  runIlluminationJob,
  runRecreationJob,
  runTargetsJob,
  untrainedEncoding,
} from '../experiments/index.ts';
import { CliError } from './cli-error.ts';

/** A folder of finished replicates: KEY.json, and KEY.dde.safetensors of those that learned. KEY.json is there once all is. */
export class PaperStore {
  readonly #folder: string;

  /** @param out - The command's folder; replicates lie in a folder of it. */
  constructor(out: string) {
    this.#folder = join(out, 'replicates');
  }

  /** Whether the job was finished before. */
  finished(job: PaperJob): Promise<boolean> {
    return access(this.#path(`${jobKey(job)}.json`)).then(
      () => true,
      () => false,
    );
  }

  /** The result of a finished job. @throws CliError if its file is damaged. */
  async read(job: PaperJob): Promise<PaperResult> {
    const path = this.#path(`${jobKey(job)}.json`);
    try {
      return JSON.parse(await readFile(path, 'utf8')) as PaperResult;
    } catch {
      throw new CliError('elites paper', `${path} must be a result as JSON: delete it, and it is made again.`, 1);
    }
  }

  /** Does a job and keeps what comes of it; files appear whole or not at all. */
  async perform(job: PaperJob): Promise<void> {
    const start = performance.now();
    await mkdir(this.#folder, { recursive: true });
    const key = jobKey(job);
    const { result, encodings } = await this.#run(job);
    for (const [name, bytes] of encodings) await this.#write(`${key}.${name}.safetensors`, bytes);
    const seconds = (performance.now() - start) / 1000;
    await this.#write(`${key}.json`, `${JSON.stringify({ ...result, seconds })}\n`);
  }

  async #run(job: PaperJob): ReturnType<typeof runIlluminationJob> {
    if (job.experiment === 'illumination') return runIlluminationJob(job);
    const encoding = await this.#encoding(job);
    const run = job.experiment === 'recreation' ? runRecreationJob : runTargetsJob;
    return { result: await run(job, encoding), encodings: new Map() };
  }

  async #encoding({ variant, joints, replicate, source }: PaperJob): Promise<Encoding | undefined> {
    if (variant === 'direct') return undefined;
    if (variant === 'untrained') return untrainedEncoding(joints, joints <= 20 ? 10 : 32, replicate);
    const bytes = new Uint8Array(await readFile(this.#path(`${source}.${variant}.safetensors`)));
    if (variant === 'dde') return DataDrivenEncoding.fromBytes(bytes);
    // Loaded here: ml-matrix takes 70 ms.
    const { LinearEncoding } = await import('../pca/index.ts');
    return LinearEncoding.fromBytes(bytes);
  }

  #path(name: string): string {
    return join(this.#folder, name);
  }

  async #write(name: string, content: string | Uint8Array): Promise<void> {
    const path = this.#path(name);
    await writeFile(`${path}.${process.pid}.tmp`, content);
    await rename(`${path}.${process.pid}.tmp`, path);
  }
}
