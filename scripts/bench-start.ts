import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { bar } from './bench-shop.ts';

const PORT = '4791';
const TIMES = 5;

/**
 * Measures `npm start` to the first 200 of the home page, with a built tree and the data folder of
 * the start before; the median of five.
 */
export async function benchStart(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kishmish-bench-'));
  await start(folder);
  const measured = [];
  for (let time = 0; time < TIMES; time++) measured.push(await start(folder));
  rmSync(folder, { recursive: true, force: true });
  measured.sort((a, b) => a.seconds - b.seconds);
  const { seconds, cpu } = measured[Math.floor(TIMES / 2)] ?? { seconds: 0, cpu: 0 };
  const all = measured.map((one) => one.seconds.toFixed(2)).join(' ');
  bar('second npm start to a 200', seconds, 1.5, 's', `${all}; ${cpu.toFixed(2)} s of CPU with npm`);
}

async function start(data: string): Promise<{ seconds: number; cpu: number }> {
  const env = { ...process.env, DATA_DIR: data, DATABASE_URL: '', PORT, LOG_LEVEL: 'warn' };
  const began = performance.now();
  // Its own process group, to measure and to end npm and the server together.
  const npm = spawn('npm', ['start'], {
    cwd: path.join(import.meta.dirname, '..'),
    env,
    stdio: 'ignore',
    detached: true,
  });
  const ended = new Promise((resolve) => npm.once('exit', resolve));
  const ready = () =>
    fetch(`http://127.0.0.1:${PORT}/`).then(
      ({ status }) => status === 200,
      () => false,
    );
  while (!(await ready())) {
    if (npm.exitCode !== null) throw new Error(`npm start ended with ${npm.exitCode}`);
    await sleep(10);
  }
  const seconds = (performance.now() - began) / 1000;
  const cpu = groupCpu(npm.pid);
  if (npm.pid) process.kill(-npm.pid, 'SIGTERM');
  await ended;
  // npm ends before the server does.
  while (await ready()) await sleep(20);
  return { seconds, cpu };
}

/** CPU seconds of the processes of a group, with those of its processes that have ended. */
function groupCpu(group: number | undefined): number {
  let ticks = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')
        .map(Number);
      if (fields[2] === group) ticks += fields.slice(11, 15).reduce((sum, value) => sum + value, 0);
    } catch {
      // It has ended meanwhile.
    }
  }
  return ticks / 100;
}
