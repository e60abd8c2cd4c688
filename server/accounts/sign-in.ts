import type { StaffUser } from '#shop/accounts/accounts.ts';
import { ShopError } from '#shop/errors.ts';
import { cleanEmail } from '#shop/text/text.ts';
import { writeAudit } from '../audit/audit.ts';
import type { ServiceContext } from '../context.ts';
import type { Origin } from '../http/auth.ts';
import { clearAttempts, forgiveAttempt, LIMITS, limitAttempts } from '../http/limits.ts';
import * as queries from './accounts.queries.ts';
import { isKnownDevice } from './devices.ts';
import { checkPassword } from './passwords.ts';
import type { AccountDeps } from './reset.ts';
import { secondStep } from './second-step.ts';
import { openSession, staffUser, sweepSessions } from './sessions.ts';

/**
 * Signs a member of staff in and returns a new session token; only its hash is stored. An unknown
 * email, a wrong password and a disabled account produce the same response in the same time.
 *
 * @param known cookie of a browser that has signed in before. Its guesses have a count of their
 *   own, so strangers cannot lock it out
 * @param code of the second step, for an account that has it
 * @returns also the cookie that makes this browser known
 *
 * @throws ShopError('login_failed'), ShopError('code_needed'), ShopError('code_wrong'),
 *   ShopError('too_many_attempts') after too many attempts for one account or from one address,
 *   ShopError('busy') while too many others sign in; a known browser waits for its turn
 */
export async function signIn(
  context: ServiceContext,
  deps: AccountDeps,
  email: string,
  password: string,
  origin: Origin,
  known: string | null = null,
  code?: string,
): Promise<{ token: string; user: StaffUser; device: string }> {
  const { db } = context.database;
  const account = cleanEmail(email);
  const user = await queries.findUserByEmail(db, account);
  const own = user !== undefined && known !== null && (await isKnownDevice(db, user.id, known, context.now()));
  // Attempts are counted before the password is checked, so that concurrent guesses are counted
  // too.
  const countAndRead = async () => {
    if (own) {
      await limitAttempts(context, 'login-device', known, LIMITS.loginAccount);
    } else {
      await limitAttempts(context, 'login-address', origin.address, LIMITS.loginAddress);
      // Guesses from other addresses must not lock out a user at an address where they already
      // have a session.
      if (!user || !(await queries.hasSessionFrom(db, user.id, origin.address, context.now()))) {
        await limitAttempts(context, 'login-account', account, LIMITS.loginAccount);
      }
    }
    return user?.active === 1 ? user.password_hash : null;
  };
  const good = await checkPassword(password, countAndRead, own);
  if (!good || !user) {
    await writeAudit(db, {
      at: context.now(),
      actor: { id: user?.id ?? null, name: user?.name ?? 'unknown', address: origin.address },
      action: 'login.failed',
      entity: 'user',
      entityId: user?.id ?? '',
    });
    throw new ShopError('login_failed');
  }
  await clearAttempts(context, 'login-account', account);
  if (own) await clearAttempts(context, 'login-device', known);
  // Staff often share one address and sign in many times a day.
  else await forgiveAttempt(context, 'login-address', origin.address);
  const actor = { id: user.id, name: user.name, address: origin.address };
  const guesses = own
    ? { name: 'second-device' as const, subject: known }
    : { name: 'second-account' as const, subject: user.id };
  const second = await secondStep(context, deps, user, code, guesses, actor);
  await sweepSessions(context);
  const { token, device } = await openSession(context, user, origin, own ? known : null);
  await writeAudit(db, {
    at: context.now(),
    actor,
    action: 'login',
    entity: 'user',
    entityId: user.id,
    ...(second === null ? {} : { after: { second } }),
  });
  return { token, device, user: await staffUser(context, deps.settings, user) };
}
