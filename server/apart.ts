import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { ROOT } from './root.ts';

/**
 * Starts a file of the server as a process of its own, which reads what a stranger has made. One
 * that runs out of memory ends alone; a worker thread that does can end the server. It gets no
 * environment, and so no secrets.
 *
 * @param file below the root of the project
 * @param heap limit in megabytes
 */
export function startApart(file: string, heap: number): ChildProcess {
  return fork(path.join(ROOT, file), {
    execArgv: [`--max-old-space-size=${heap}`],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}
