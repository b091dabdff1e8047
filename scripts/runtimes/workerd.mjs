// A worker of Cloudflare's in workerd, which lets no WebAssembly be compiled from bytes.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

const config = (port) => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .main)],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const main :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "worker-bundle.js")],
  compatibilityDate = "2026-01-01",
);
`;

/** A port that is free now. */
export function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** What a server answers, as soon as it does. */
export async function answerOf(address) {
  for (let attempt = 0; ; attempt++) {
    try {
      return await (await fetch(address)).text();
    } catch (error) {
      if (attempt === 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

export async function tryWorkerd({ folder, sh }) {
  await sh('esbuild worker.js --bundle --format=esm --outfile=worker-bundle.js --log-level=error');
  const port = await freePort();
  writeFileSync(join(folder, 'workerd.capnp'), config(port));
  const server = spawn(join(folder, 'node_modules/.bin/workerd'), ['serve', 'workerd.capnp'], { cwd: folder });
  try {
    return await answerOf(`http://127.0.0.1:${port}/`);
  } finally {
    server.kill();
  }
}
