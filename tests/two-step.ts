import { Secret, TOTP } from 'otpauth';
import { ADMIN, START, type TestApp } from './app.ts';

export const KEY = Buffer.alloc(32, 7);

/** What an authenticator app shows. @param secret base32 */
export function codeOf(secret: string, at = START): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });
}

/** Switches two-step sign-in on for the first admin. @returns the recovery codes */
export async function twoStepOn(t: TestApp, auth: Record<string, string>): Promise<string[]> {
  return (await twoStepSecret(t, auth)).recoveryCodes;
}

/** As `twoStepOn`, with the secret of the app. */
export async function twoStepSecret(
  t: TestApp,
  auth: Record<string, string>,
  password = ADMIN.password,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { setup, secret } = (await t.post('/api/auth/two-step/setup', undefined, auth)).body;
  const body = { setup, code: codeOf(secret, t.clock.now()), password };
  const { recoveryCodes } = (await t.post('/api/auth/two-step', body, auth)).body;
  return { secret, recoveryCodes };
}
