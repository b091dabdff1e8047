// Command lines of the bin, each in a process of its own. A good one ends with 0; a bad one with 2 and one line that says
// why, on stderr; one that the world refuses, such as a folder that cannot be written to, with 1 and one line.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PATIENCE_MS = 60_000;
/** Memory of a process that evaluates a few arms, in bytes; Node alone takes 60 MB. */
const MOST_MEMORY = 300e6;
const COMMANDS = [
  'illuminate',
  'illuminate',
  'illuminate',
  'paper',
  'reach',
  'recreate',
  'plot',
  'encode',
  'compare',
  'run',
  'resume',
  'help',
  '',
  '--version',
  '--',
  'Illuminate',
  'ill\numinate',
  'x'.repeat(3000),
];
const OPTIONS = [
  'joints',
  'algorithm',
  'evaluations',
  'seed',
  'out',
  'json',
  'replicates',
  'help',
  'targets',
  'dde',
  'direct',
  'workers',
  'joint',
  'se\ned',
  '__proto__',
  'constructor',
  '',
];
/** Either small or wrong: no case may ask for a long run. */
const VALUES = [
  ...[
    '0',
    '1',
    '2',
    '3',
    '7',
    '20',
    '-1',
    '-0',
    '1.5',
    '1e1',
    '1e400',
    'NaN',
    'Infinity',
    '0x10',
    '٣',
    '9007199254740993',
    '2,3',
    '2,,3',
    '2,2',
    ',',
  ],
  ...[
    '',
    ' ',
    '-',
    '--',
    'me-line',
    'map-elites',
    'ME-LINE',
    'dde-xover',
    'out',
    'file',
    'file/x',
    '../x',
    '/proc/none',
    '\n',
    'é',
    '\u{1f600}',
  ],
  ...['a'.repeat(300), 'x'.repeat(100_000), '--seed', '-s', '=', '%s', '__proto__'],
];

function commandLine(random) {
  const pick = (list) => list[random.integer(0, list.length - 1)];
  const command = pick(COMMANDS);
  const line = [command];
  if (command === 'paper') line.push(pick(['illumination', 'targets', 'nothing', '', '--joints']));
  // The last value of an option counts: what is not changed below is small.
  if (command === 'illuminate') line.push('--joints', '5', '--evaluations', '20', '--algorithm', 'me-line');
  if (command === 'reach' || command === 'recreate') line.push('--direct', '--joints', '3', '--evaluations', '200');
  if (command === 'paper') line.push('--joints', '3', '--evaluations', '200', '--replicates', '1');
  for (let i = random.integer(0, 4); i > 0; i--) {
    const name = `${pick(['--', '--', '--', '-', '--no-', ''])}${pick(OPTIONS)}`;
    const value = pick(VALUES);
    line.push(...pick([[name, value], [`${name}=${value}`], [name], [value]]));
  }
  return line;
}

/** Runs one; answers with what is wrong, if anything is. */
function runLine(cli, line, cwd) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [cli, ...line], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    const text = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr'])
      child[stream].on('data', (chunk) => {
        text[stream] += chunk;
      });
    let memory = 0;
    const watch = setInterval(() => {
      memory = Math.max(memory, residentOf(child.pid));
    }, 50);
    const hang = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
    child.on('close', (code) => {
      clearInterval(watch);
      clearTimeout(hang);
      if (code === null) resolve({ message: `hangs for more than ${PATIENCE_MS / 1000} s`, code });
      else if (memory > MOST_MEMORY) resolve({ message: `takes ${memory / 1e6} MB`, code });
      else resolve({ message: faultOf(code, text), code });
    });
  });
}

/** The most memory that a process has had, on Linux; elsewhere 0. */
function residentOf(pid) {
  try {
    return 1024 * Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

function faultOf(code, { stdout, stderr }) {
  const shown = `stderr ${JSON.stringify(stderr.slice(0, 500))}`;
  if (![0, 1, 2].includes(code)) return `ends with ${code}, ${shown}`;
  if (code === 0 || (code === 2 && stderr === '' && stdout.startsWith('Usage'))) return undefined;
  const oneLine = stderr.trimEnd().split('\n').length === 1 && stderr.endsWith('\n') && stderr.startsWith('elites');
  if (!oneLine) return `ends with ${code} and not with one line of why: ${shown}`;
  return code === 2 && stdout !== '' ? `ends with 2 and prints ${JSON.stringify(stdout.slice(0, 200))}` : undefined;
}

/** Tries command lines until the time is over. */
export async function fuzzCommandLines(cli, { seed, seconds, only }, { randomStream }) {
  const counts = { cases: 0, refused: 0, taken: 0 };
  const failures = [];
  const end = Date.now() + 1000 * seconds;
  for (let index = only ?? 0; only !== undefined || Date.now() < end; index++) {
    const folder = mkdtempSync(join(tmpdir(), 'elites-fuzz-cli-'));
    const cwd = join(folder, 'a/b');
    mkdirSync(cwd, { recursive: true });
    writeFileSync(join(cwd, 'file'), 'not a folder');
    const line = commandLine(randomStream(seed * 1e6 + index));
    const { message, code } = await runLine(cli, line, cwd);
    rmSync(folder, { recursive: true, force: true });
    counts.cases++;
    counts[code === 0 ? 'taken' : 'refused']++;
    const shown = JSON.stringify(
      line.map((word) => (word.length > 100 ? `${word.slice(0, 20)}… (${word.length})` : word)),
    );
    if (message !== undefined)
      failures.push({ target: 'cli', case: index, message: `${message}\n  arguments: ${shown}` });
    if (only !== undefined || failures.length >= 20) break;
  }
  return { counts: { cli: counts }, failures };
}
