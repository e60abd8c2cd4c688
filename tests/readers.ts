import { readMail } from '#server/orders/payments/mail-message.ts';
import type { Readers } from '#server/orders/payments/readers.ts';
import { checkSize, unreadable } from '#server/orders/payments/statement-file.ts';
import { NoSheets, readSheets } from '#server/orders/payments/statement-sheets.ts';
import { readStatement } from '#shop/bank/statement/read.ts';

/** Reads in the process of the test: starting one for each file took a third of `npm test`. */
export const READERS: Readers = {
  async statement(bytes) {
    checkSize(bytes);
    const found = readHere(bytes);
    if ('refusal' in found) throw unreadable(found.refusal);
    return found;
  },
  mail: async (raw) => readMail(Buffer.from(raw)),
};

function readHere(bytes: Uint8Array) {
  try {
    return readStatement(readSheets(Buffer.from(bytes)));
  } catch (error) {
    if (error instanceof NoSheets) return { refusal: error.message };
    throw error;
  }
}
