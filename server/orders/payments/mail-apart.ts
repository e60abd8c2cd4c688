import { isShopError, ShopError } from '#shop/errors.ts';
import { readApart } from '../../apart.ts';
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
  try {
    return await readApart(new Uint8Array(Buffer.from(raw)), {
      file: 'server/orders/payments/mail-process.ts',
      ...limits,
      take: (answer: MailAnswer, done: PromiseWithResolvers<MailMessage>) => {
        if ('mail' in answer) done.resolve(answer.mail);
        else done.reject(new ShopError(answer.refusal));
      },
      late: unreadable,
      ended: unreadable,
    });
  } catch (error) {
    throw isShopError(error) ? error : unreadable();
  }
}

const unreadable = () => new ShopError('validation', { message: 'This email could not be read.' });
