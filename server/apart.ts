import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { ROOT } from './root.ts';

interface Apart<Answer, Result> {
  /** Of the process, below the root of the project. */
  file: string;
  /** Megabytes of its heap. */
  heap: number;
  /** Milliseconds that it may take. */
  time: number;
  /** Takes an answer of the process: the result, an error, or a part after which it is asked again. */
  take(answer: Answer, done: PromiseWithResolvers<Result>, child: ChildProcess): void;
  /** The errors when it takes too long, and when it ends, as it does only without memory. */
  late: () => Error;
  ended: () => Error;
}

/**
 * Reads what a stranger has made in a process of its own. One that runs out of memory ends alone; a
 * worker thread that does can end the server. It gets no environment, and so no secrets.
 */
export async function readApart<Answer, Result>(
  bytes: Uint8Array,
  { file, heap, time, take, late, ended }: Apart<Answer, Result>,
): Promise<Result> {
  const done = Promise.withResolvers<Result>();
  const child = fork(path.join(ROOT, file), {
    execArgv: [`--max-old-space-size=${heap}`],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const timer = setTimeout(() => done.reject(late()), time);
  child.on('message', (answer) => take(answer as Answer, done, child));
  child.on('error', done.reject);
  child.on('exit', () => done.reject(ended()));
  child.send(bytes);
  try {
    return await done.promise;
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
  }
}
