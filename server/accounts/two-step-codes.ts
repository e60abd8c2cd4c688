import { Secret, TOTP } from 'otpauth';
import { CODE_DIGITS, CODE_SECONDS, readCode } from '#shop/accounts/two-step.ts';
import type { ServiceContext } from '../context.ts';
import { sha256 } from '../ids.ts';
import { secretBox } from '../settings/secret-box.ts';
import type { UserRow } from './accounts.queries.ts';
import { takeRecoveryCode, takeStep } from './two-step.queries.ts';

type Env = Pick<ServiceContext['env'], 'secretsKey'>;

/** A secret can only be opened for the account that it was made for. */
const purpose = (userId: string) => `two-step.${userId}`;

export function sealSecret({ secretsKey }: Env, userId: string, secret: string): string {
  return secretBox(secretsKey).seal(purpose(userId), secret);
}

/** The secret (base32); null when SECRETS_KEY does not open it for this account. */
export function openSecret({ secretsKey }: Env, userId: string, sealed: string): string | null {
  return secretBox(secretsKey).open(purpose(userId), sealed);
}

/** The app's clock. @param issuer and label are shown in the app */
export function authenticator(secret: Secret, issuer = '', label = ''): TOTP {
  return new TOTP({ issuer, label, secret, algorithm: 'SHA1', digits: CODE_DIGITS, period: CODE_SECONDS });
}

/**
 * The time step of a code at `now` (epoch ms), one step early or late; null for a wrong code. The
 * library compares in constant time.
 *
 * @param secret base32
 */
export function stepOf(secret: string, code: string, now: number): number | null {
  const delta = authenticator(Secret.fromBase32(secret)).validate({ token: code, timestamp: now, window: 1 });
  return delta === null ? null : Math.floor(now / 1_000 / CODE_SECONDS) + delta;
}

/** Uses a code once. Returns what it was, or null for a wrong or used one. */
export async function takeCode(
  context: ServiceContext,
  user: UserRow,
  text: string,
): Promise<'app' | 'recovery' | null> {
  const { database, env, now } = context;
  const { db } = database;
  const typed = readCode(text);
  if (typed?.kind === 'recovery') {
    return (await takeRecoveryCode(db, user.id, sha256(typed.code), now())) ? 'recovery' : null;
  }
  const secret = user.two_step_secret && openSecret(env, user.id, user.two_step_secret);
  const step = typed && secret ? stepOf(secret, typed.code, now()) : null;
  return step !== null && (await takeStep(db, user.id, step)) ? 'app' : null;
}
