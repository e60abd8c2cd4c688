import { ShopError } from '#shop/errors.ts';
import { type Actor, writeAudit } from '../audit/audit.ts';
import type { ServiceContext } from '../context.ts';
import { clearAttempts, LIMITS, limitAttempts } from '../http/limits.ts';
import type { UserRow } from './accounts.queries.ts';
import type { AccountDeps } from './reset.ts';
import { takeCode } from './two-step-codes.ts';

/**
 * Whether this account must set up two-step sign-in before anything else. Without SECRETS_KEY
 * nobody can, so nobody must.
 *
 * @param isOn it is on for this account
 */
export async function mustSetUpTwoStep(
  context: ServiceContext,
  settings: AccountDeps['settings'],
  isOn: boolean,
): Promise<boolean> {
  return !isOn && context.env.secretsKey !== null && (await settings.staff()).requireTwoStep;
}

/**
 * The second step of a sign-in, after the right password.
 *
 * @param guesses where wrong codes are counted: with the browser if it is known, else with the
 *   account
 * @returns how it was done, for the audit log; null when the password is enough for this account
 * @throws ShopError code_needed, code_wrong, too_many_attempts
 */
export async function secondStep(
  context: ServiceContext,
  user: UserRow,
  code: string | undefined,
  guesses: { name: 'second-device' | 'second-account'; subject: string },
  actor: Actor,
): Promise<'app' | 'recovery' | null> {
  if (user.two_step_secret === null) return null;
  const at = (name: 'code_needed' | 'code_wrong') =>
    new ShopError(name, { errors: [{ path: 'code', msg: new ShopError(name).message }] });
  if (code === undefined || code.trim() === '') throw at('code_needed');
  await limitAttempts(context, guesses.name, guesses.subject, LIMITS.otpAccount);
  const by = await takeCode(context, user, code);
  if (!by) {
    const after = { step: 'second' };
    const entry = { at: context.now(), actor, action: 'login.failed', entity: 'user', entityId: user.id, after };
    await writeAudit(context.database.db, entry);
    throw at('code_wrong');
  }
  await clearAttempts(context, guesses.name, guesses.subject);
  return by;
}
