import { parentPort, workerData } from 'node:worker_threads';
import { isShopError } from '#shop/errors.ts';
import { type MailMessage, readMail } from './mail-message.ts';

/** Runs beside the server: reads one mail, which a stranger may have made to stop it. */

export type WorkerAnswer = { mail: MailMessage } | { refusal: 'payload_too_large' | 'validation' };

async function answer(): Promise<WorkerAnswer> {
  try {
    return { mail: await readMail(Buffer.from(workerData as Uint8Array)) };
  } catch (error) {
    return { refusal: isShopError(error) && error.code === 'payload_too_large' ? error.code : 'validation' };
  }
}

parentPort?.postMessage(await answer());
