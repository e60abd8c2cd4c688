import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { ShopError } from '#shop/errors.ts';
import { ROOT } from '../../root.ts';
import { MAX_MAIL, type MailMessage } from './mail-message.ts';
import type { WorkerAnswer } from './mail-worker.ts';

/** Milliseconds for one mail, and megabytes of the worker's heap. */
const LIMITS = { time: 15_000, heap: 64 };

/**
 * `readMail` in a worker thread with limits of time and memory, so that no mail stops other
 * requests.
 *
 * @throws ShopError `payload_too_large` above `MAX_MAIL`; `validation` if it cannot be read within
 *   the limits
 */
export async function readMailApart(raw: Buffer | string, limits = LIMITS): Promise<MailMessage> {
  if (Buffer.byteLength(raw) > MAX_MAIL) throw new ShopError('payload_too_large');
  const worker = new Worker(path.join(ROOT, 'server', 'orders', 'payments', 'mail-worker.ts'), {
    workerData: new Uint8Array(Buffer.from(raw)),
    resourceLimits: { maxOldGenerationSizeMb: limits.heap },
  });
  const { promise, resolve, reject } = Promise.withResolvers<MailMessage>();
  const unreadable = () => reject(new ShopError('validation', { message: 'This email could not be read.' }));
  const timer = setTimeout(unreadable, limits.time);
  worker.on('message', (answer: WorkerAnswer) => {
    if ('mail' in answer) resolve(answer.mail);
    else reject(new ShopError(answer.refusal));
  });
  worker.on('error', unreadable);
  worker.on('exit', unreadable);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
