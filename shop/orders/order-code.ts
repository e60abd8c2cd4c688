import { asciiDigits } from '../text/text.ts';

/** The code that opens an order on a device that has not placed it (D33). Does not import Zod. */

export const CODE_LENGTH = 6;
export const CODE_MINUTES = 10;
export const CODE_TRIES = 5;
/** How long the device can open the order. */
export const OPENED_DAYS = 90;

export const CODE_TEXTS = {
  missing: 'Please enter the 6-digit code',
  wrong: 'This code is wrong or has expired. Please try again.',
  /** The same for every order number, so that it says nothing about the order. */
  sent: 'If we have an e-mail address for this order, a code is on its way.',
} as const;

/** The digits of a code as typed or pasted: '123 456' is '123456'. */
export function cleanCode(text: string): string {
  return asciiDigits(text.slice(0, 100)).replace(/\D+/g, '').slice(0, CODE_LENGTH);
}

/** Returns the error message of a code, or null. */
export function checkCode(code: string): string | null {
  return code.length === CODE_LENGTH ? null : CODE_TEXTS.missing;
}
