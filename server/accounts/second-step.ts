import { ShopError } from '#shop/errors.ts';
import { type Actor, writeAudit } from '../audit/audit.ts';
import type { ServiceContext } from '../context.ts';
import { transact } from '../database/transact.ts';
import { clearAttempts, countAttempt, LIMITS } from '../http/limits.ts';
import { secondStepMail } from './account-mails.ts';
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
  deps: AccountDeps,
  user: UserRow,
  code: string | undefined,
  guesses: { name: 'second-device' | 'second-account'; subject: string },
  actor: Actor,
): Promise<'app' | 'recovery' | null> {
  if (user.two_step_secret === null) return null;
  const at = (name: 'code_needed' | 'code_wrong') =>
    new ShopError(name, { errors: [{ path: 'code', msg: new ShopError(name).message }] });
  if (code === undefined || code.trim() === '') throw at('code_needed');
  const tries = await countAttempt(context, guesses.name, guesses.subject, LIMITS.otpAccount);
  if (tries > LIMITS.otpAccount.max) throw new ShopError('too_many_attempts');
  const by = await takeCode(context, user, code);
  if (!by) {
    const after = { step: 'second' };
    const entry = { at: context.now(), actor, action: 'login.failed', entity: 'user', entityId: user.id, after };
    await writeAudit(context.database.db, entry);
    if (tries === LIMITS.otpAccount.max) await tellOwner(context, deps, user, actor);
    throw at('code_wrong');
  }
  await clearAttempts(context, guesses.name, guesses.subject);
  return by;
}

/**
 * Tells the owner of an account that somebody knows the password and guesses the codes: once a day,
 * and each time in the audit log.
 */
async function tellOwner(
  context: ServiceContext,
  { settings, mail }: AccountDeps,
  user: UserRow,
  actor: Actor,
): Promise<void> {
  const isFirst = (await countAttempt(context, 'second-told', user.id, LIMITS.secondTold)) <= LIMITS.secondTold.max;
  const shop = await settings.shop();
  await transact(context, async ({ trx, afterCommit }) => {
    if (isFirst) await mail.enqueue(trx, [secondStepMail(user.email, LIMITS.otpAccount.max, shop)]);
    await writeAudit(trx, {
      at: context.now(),
      actor,
      action: 'login.guessed',
      entity: 'user',
      entityId: user.id,
      after: { wrongCodes: LIMITS.otpAccount.max, mailed: isFirst },
    });
    afterCommit(() => mail.wake());
  });
}
