import { isShopError } from '#shop/errors.ts';
import { type MailMessage, readMail } from './mail-message.ts';

/** Runs beside the server: reads one mail, which a stranger may have made to stop it. */

export type MailAnswer = { mail: MailMessage } | { refusal: 'payload_too_large' | 'validation' };

async function answerTo(raw: Uint8Array): Promise<MailAnswer> {
  try {
    return { mail: await readMail(Buffer.from(raw)) };
  } catch (error) {
    return { refusal: isShopError(error) && error.code === 'payload_too_large' ? error.code : 'validation' };
  }
}

process.once('message', async (raw: Uint8Array) => process.send?.(await answerTo(raw)));
