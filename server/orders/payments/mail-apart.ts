import { ShopError } from '#shop/errors.ts';
import { startApart } from '../../apart.ts';
import { MAX_MAIL, type MailMessage } from './mail-message.ts';
import type { MailAnswer } from './mail-process.ts';

/** Milliseconds for one mail, and megabytes of the process's heap. */
const LIMITS = { time: 15_000, heap: 64 };

/**
 * `readMail` in a process of its own with limits of time and memory, so that no mail stops other
 * requests.
 *
 * @throws ShopError `payload_too_large` above `MAX_MAIL`; `validation` if it cannot be read within
 *   the limits
 */
export async function readMailApart(raw: Buffer | string, limits = LIMITS): Promise<MailMessage> {
  if (Buffer.byteLength(raw) > MAX_MAIL) throw new ShopError('payload_too_large');
  const { promise, resolve, reject } = Promise.withResolvers<MailMessage>();
  const unreadable = () => reject(new ShopError('validation', { message: 'This email could not be read.' }));
  const child = startApart('server/orders/payments/mail-process.ts', limits.heap);
  const timer = setTimeout(unreadable, limits.time);
  child.on('message', (answer: MailAnswer) => {
    if ('mail' in answer) resolve(answer.mail);
    else reject(new ShopError(answer.refusal));
  });
  child.on('error', unreadable);
  child.on('exit', unreadable);
  child.send(new Uint8Array(Buffer.from(raw)));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
  }
}
