// A route of Next.js, built and served, that answers with a search with threads.
import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answerOf, freePort } from './workerd.mjs';

const route = `
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as elites from 'elites';
import { ThreadPool, ThreadVae } from 'elites/node';
import { digest } from '../digest.js';
export const dynamic = 'force-dynamic';
export async function GET() {
  const module = pathToFileURL(join(process.cwd(), 'domain.mjs'));
  const evaluator = new ThreadPool({ domain: elites.planarArm({ joints: 20 }), module, workers: 2 });
  const learner = new ThreadVae({ inputs: 20, latent: 10 });
  const answer = await digest(elites, { evaluator, learner }).catch((error) => error.message);
  await Promise.all([evaluator.close(), learner.close()]);
  return new Response(answer);
}
`;

const home = (scratch) => join(scratch, 'next');

export const nextVersion = (scratch) =>
  JSON.parse(readFileSync(join(home(scratch), 'node_modules/next/package.json'), 'utf8')).version;

export async function tryNext({ scratch, tried, sh, npmInstall, tarball }) {
  const folder = home(scratch);
  mkdirSync(join(folder, 'app/search'), { recursive: true });
  copyFileSync(join(tried, 'digest.js'), join(folder, 'app/digest.js'));
  copyFileSync(join(tried, 'domain.js'), join(folder, 'domain.mjs'));
  writeFileSync(join(folder, 'app/search/route.js'), route);
  const layout = 'export default ({ children }) => <html lang="en"><body>{children}</body></html>;\n';
  writeFileSync(join(folder, 'app/layout.js'), layout);
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  await npmInstall([tarball, 'next', 'react', 'react-dom'], folder);
  await sh('NEXT_TELEMETRY_DISABLED=1 node_modules/.bin/next build', folder);
  const port = await freePort();
  const server = spawn(process.execPath, ['node_modules/next/dist/bin/next', 'start', '-p', String(port)], {
    cwd: folder,
  });
  try {
    return await answerOf(`http://127.0.0.1:${port}/search`);
  } finally {
    server.kill();
  }
}
