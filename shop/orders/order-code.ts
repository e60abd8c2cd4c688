import m from '#messages/tracking-rules';
import { asciiDigits } from '../text/text.ts';

/** The code that opens an order on a device that has not placed it (D33). Does not import Zod. */

export const CODE_LENGTH = 6;
export const CODE_MINUTES = 10;
export const CODE_TRIES = 5;
/** How long the device can open the order. */
export const OPENED_DAYS = 90;

/** The digits of a code as typed or pasted: '123 456' is '123456'. */
export function cleanCode(text: string): string {
  return asciiDigits(text.slice(0, 100)).replace(/\D+/g, '').slice(0, CODE_LENGTH);
}

/** Returns the error message of a code, or null. */
export function checkCode(code: string): string | null {
  return code.length === CODE_LENGTH ? null : m.code_missing();
}
