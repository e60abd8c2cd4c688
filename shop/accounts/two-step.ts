import { z } from 'zod';
import { asciiDigits, cleanWord } from '../text/text.ts';
import { ACCOUNT_TEXTS, PASSWORD_MAX } from './accounts.ts';
import { STAFF_TEXTS } from './staff.ts';

/**
 * Two-step sign-in: after the password, a code of an authenticator app (TOTP, RFC 6238), or one of
 * ten recovery codes.
 */

export const CODE_DIGITS = 6;
/**
 * How long a code of the app is shown, seconds. The one before and the one after are accepted too:
 * clocks differ.
 */
export const CODE_SECONDS = 30;
export const RECOVERY_CODES = 10;

export const TWO_STEP_TEXTS = {
  codeRequired: 'Please enter the code from your authenticator app, or a recovery code.',
  codeShape: 'A code has 6 digits; a recovery code looks like k7mp2-x9rt4.',
  codeWrong:
    'This code is wrong or has already been used. Please enter the latest code from your app, or another recovery code.',
  noKey: 'To use two-step sign-in, ask whoever runs your server to set SECRETS_KEY.',
  setupOld: 'Please reload the page and scan the QR code again.',
  isOn: 'Two-step sign-in is on already.',
  isOff: 'Two-step sign-in is off.',
  isRequired: 'Two-step sign-in is required for all staff.',
  notYourself: 'Switch it off under Two-step sign-in instead.',
  switchedOn: 'Two-step sign-in is on. You are signed out everywhere else.',
  switchedOff: 'Two-step sign-in is off.',
  newCodes: 'These codes replace the earlier ones.',
  reset: 'Two-step sign-in is off for this account, and it is signed out everywhere.',
  requiredOn: 'Two-step sign-in is now required for everyone.',
  requiredOff: 'Two-step sign-in is now optional.',
} as const;

/** Without I, L, O, U, 0 and 1, which look alike or make words. */
const RECOVERY_LETTERS = '23456789abcdefghjkmnpqrstvwxyz';
const RECOVERY_LENGTH = 10;

/** A recovery code from random bytes, 10 of them: 49 bits. */
export function recoveryCode(bytes: Uint8Array): string {
  const letters = [...bytes.subarray(0, RECOVERY_LENGTH)].map(
    (byte) => RECOVERY_LETTERS[byte % RECOVERY_LETTERS.length],
  );
  return `${letters.slice(0, 5).join('')}-${letters.slice(5).join('')}`;
}

/**
 * What was typed: a code of the app, a recovery code in its written form, or null. Spaces, hyphens
 * and capitals do not matter.
 */
export function readCode(text: string): { kind: 'app' | 'recovery'; code: string } | null {
  const plain = asciiDigits(text)
    .replace(/[\s\p{Cf}-]+/gu, '')
    .toLowerCase();
  if (new RegExp(`^\\d{${CODE_DIGITS}}$`).test(plain)) return { kind: 'app', code: plain };
  if (plain.length !== RECOVERY_LENGTH || ![...plain].every((letter) => RECOVERY_LETTERS.includes(letter))) return null;
  return { kind: 'recovery', code: `${plain.slice(0, 5)}-${plain.slice(5)}` };
}

/** The error message for a typed code, or null. */
export function checkCode(text: string): string | null {
  if (cleanWord(text) === '') return TWO_STEP_TEXTS.codeRequired;
  return readCode(text) ? null : TWO_STEP_TEXTS.codeShape;
}

const code = z.string({ error: TWO_STEP_TEXTS.codeRequired }).max(40, TWO_STEP_TEXTS.codeShape);
const password = z
  .string({ error: STAFF_TEXTS.currentRequired })
  .min(1, STAFF_TEXTS.currentRequired)
  .max(PASSWORD_MAX, ACCOUNT_TEXTS.passwordLong);

/** The code in the body of the sign-in. */
export const SignInCode = code
  .optional()
  .describe('of the authenticator app, or a recovery code; when two-step sign-in is on');

/** Body of `POST /auth/two-step`. `setup` is what `POST /auth/two-step/setup` returned. */
export const SwitchOnInput = z.object({ setup: z.string({ error: TWO_STEP_TEXTS.setupOld }).max(400), code, password });
export type SwitchOnInput = z.infer<typeof SwitchOnInput>;

/** Body of `POST /auth/two-step/off`. */
export const SwitchOffInput = z.object({ code, password });
export type SwitchOffInput = z.infer<typeof SwitchOffInput>;

/** Body of `POST /auth/two-step/recovery-codes`. */
export const RecoveryInput = z.object({ password });

/** Body of `PUT /auth/team-rules`. */
export const TeamRules = z.object({ requireTwoStep: z.boolean({ error: 'requireTwoStep must be true or false' }) });
export type TeamRules = z.infer<typeof TeamRules>;

/** Rules for staff, as stored: for their sign-in, and for the prices that they agree with customers. */
export const StaffSettings = z.object({
  requireTwoStep: z.boolean().default(false),
  /** Below this share of the shop's price, in percent, only an admin may sell (D67). */
  lowestPricePercent: z.number().int().min(0).max(100).default(80),
});
export type StaffSettings = z.infer<typeof StaffSettings>;

/** How two-step sign-in stands for the signed-in user. */
export const TwoStep = z.object({
  on: z.boolean(),
  since: z.number().nullable().describe('epoch ms'),
  recoveryCodes: z.number().describe('how many are left'),
  required: z.boolean().describe('of all staff'),
  ready: z.boolean().describe('false: the shop has no SECRETS_KEY, so it cannot be switched on'),
});
export type TwoStep = z.infer<typeof TwoStep>;
