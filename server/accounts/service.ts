import type { StaffUser } from '#shop/accounts/accounts.ts';
import { ShopError } from '#shop/errors.ts';
import { writeAudit } from '../audit/audit.ts';
import type { ServiceContext } from '../context.ts';
import { transact } from '../database/transact.ts';
import type { Origin } from '../http/auth.ts';
import { clearAttempts, forgiveAttempt, LIMITS, limitAttempts, sweepAttempts } from '../http/limits.ts';
import { newId, newToken, sha256 } from '../ids.ts';
import * as queries from './accounts.queries.ts';
import { deleteExpiredCodes } from './codes.queries.ts';
import { isCommonPassword } from './common-passwords.ts';
import { forgetExpiredDevices, isKnownDevice, rememberDevice } from './devices.ts';
import { ownAccountCalls } from './own.ts';
import { checkPassword, hashPassword, randomPassword } from './passwords.ts';
import { type AccountDeps, resetCalls } from './reset.ts';
import { mayVerifyPayments, teamCalls } from './team.ts';
import { twoStepCalls } from './two-step.ts';

const HOUR = 3_600_000;
/** Idle timeout of a session, in ms (D40). */
const IDLE_MS = 12 * HOUR;
/** Maximum age of a session, in ms, regardless of use. */
const ABSOLUTE_MS = 7 * 24 * HOUR;
/**
 * Minimum interval between two extensions of a session, in ms, so that not every page view writes
 * to the database.
 */
const TOUCH_EVERY_MS = 5 * 60_000;

const FIRST_ADMIN_EMAIL = 'admin@kishmish.example';

export type AccountsService = ReturnType<typeof createAccountsService>;

/** Users, sign-in and sessions (D39–D41). */
export function createAccountsService(context: ServiceContext, deps: AccountDeps) {
  const { db } = context.database;
  const twoStep = twoStepCalls(context, deps);

  /**
   * Opens a session on a browser, which is known from now on.
   *
   * @param known the cookie by which it was known before
   * @throws ShopError('login_failed') when the account was disabled, or its password or second step
   *   changed, since `user` was read: that change has ended all sessions
   */
  function openSession(user: queries.UserRow, origin: Origin, known: string | null) {
    const token = newToken();
    const now = context.now();
    const session = {
      token_hash: sha256(token),
      id: newId('ses'),
      user_id: user.id,
      created_at: now,
      last_used_at: now,
      expires_at: now + IDLE_MS,
      address: origin.address,
      agent: origin.agent.slice(0, 200),
    };
    return transact(context, async ({ trx }) => {
      const current = await queries.findUserById(trx, user.id, 'for update');
      const same = (['active', 'password_hash', 'two_step_secret'] as const).every(
        (key) => current?.[key] === user[key],
      );
      if (!same) throw new ShopError('login_failed');
      await queries.insertSession(trx, session);
      return { token, device: await rememberDevice(context, trx, user.id, known) };
    });
  }

  async function staffUser(
    row: Pick<queries.UserRow, 'id' | 'email' | 'name' | 'role' | 'may_verify_payments' | 'two_step_secret'>,
  ): Promise<StaffUser> {
    const { id, email, name, role } = row;
    const mustSetUpTwoStep = await twoStep.mustSetUpTwoStep(row.two_step_secret !== null);
    return { _id: id, id, email, name, role, mayVerifyPayments: mayVerifyPayments(row), mustSetUpTwoStep };
  }

  /**
   * Deletes expired sessions, codes and attempt windows. Runs at each sign-in, which is often
   * enough for what staff leave.
   */
  async function sweep(): Promise<void> {
    await queries.deleteExpiredSessions(db, context.now());
    await deleteExpiredCodes(db, context.now());
    await forgetExpiredDevices(db, context.now());
    await sweepAttempts(context);
  }

  return {
    /**
     * Signs a member of staff in and returns a new session token; only its hash is stored. An
     * unknown email, a wrong password and a disabled account produce the same response in the same
     * time.
     *
     * @param known cookie of a browser that has signed in before. Its guesses have a count of their
     *   own, so strangers cannot lock it out
     * @param code of the second step, for an account that has it
     * @returns also the cookie that makes this browser known
     *
     * @throws ShopError('login_failed'), ShopError('code_needed'), ShopError('code_wrong'),
     *   ShopError('too_many_attempts') after too many attempts for one account or from one address
     */
    async login(
      email: string,
      password: string,
      origin: Origin,
      known: string | null = null,
      code?: string,
    ): Promise<{ token: string; user: StaffUser; device: string }> {
      const account = email.trim().toLowerCase();
      const user = await queries.findUserByEmail(db, account);
      // Attempts are counted before the password is checked, so that concurrent guesses are counted
      // too.
      const own = user && known !== null && (await isKnownDevice(db, user.id, known, context.now()));
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
      const good = await checkPassword(password, user && user.active === 1 ? user.password_hash : null);
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
      const second = await twoStep.secondStep(user, code, guesses, actor);
      await sweep();
      const { token, device } = await openSession(user, origin, own ? known : null);
      await writeAudit(db, {
        at: context.now(),
        actor,
        action: 'login',
        entity: 'user',
        entityId: user.id,
        ...(second === null ? {} : { after: { second } }),
      });
      return { token, device, user: await staffUser(user) };
    },

    /**
     * Returns the user of a session token, or null when the session is unknown, expired or ended.
     * Extends the session (D40).
     */
    async authenticate(token: string): Promise<StaffUser | null> {
      const now = context.now();
      const hash = sha256(token);
      const session = await queries.findSession(db, hash);
      if (!session) {
        return null;
      }
      if (Math.min(session.expires_at, session.created_at + ABSOLUTE_MS) <= now) {
        // Deleted, so that an expired session does not become valid again if the clock goes back
        // (fault 14).
        await queries.deleteSession(db, hash);
        return null;
      }
      if (now - session.last_used_at >= TOUCH_EVERY_MS) {
        await queries.extendSession(db, hash, now, Math.min(now + IDLE_MS, session.created_at + ABSOLUTE_MS));
      }
      return await staffUser(session);
    },

    /** Deletes the session of `token`. */
    async logout(token: string, user: StaffUser, origin: Origin): Promise<void> {
      await queries.deleteSession(db, sha256(token));
      await writeAudit(db, {
        at: context.now(),
        actor: { id: user.id, name: user.name, address: origin.address },
        action: 'logout',
        entity: 'user',
        entityId: user.id,
      });
    },

    /**
     * Creates the first admin of an empty shop (D41), from ADMIN_EMAIL and ADMIN_PASSWORD or with
     * generated values.
     *
     * @returns the credentials to print, or null unless a password was generated by this call
     * @throws Error for an ADMIN_PASSWORD that is easy to guess
     */
    async ensureFirstAdmin(): Promise<{ email: string; password: string } | null> {
      if ((await queries.countUsers(db)) > 0) {
        return null;
      }
      const { adminEmail, adminPassword } = context.env;
      const password = adminPassword ?? randomPassword();
      const email = (adminEmail ?? FIRST_ADMIN_EMAIL).toLowerCase();
      if (adminPassword !== null && (await isCommonPassword(adminPassword, email))) {
        throw new Error(
          'ADMIN_PASSWORD is too easy to guess; choose another one, such as four words that do not belong together',
        );
      }
      const now = context.now();
      const created = await queries.insertUser(db, {
        id: newId('usr'),
        email,
        name: 'Admin',
        role: 'admin',
        password_hash: await hashPassword(password),
        active: 1,
        created_at: now,
      });
      return created && adminPassword === null ? { email, password } : null;
    },

    /** Adds a member of staff. Returns false when the email is taken. */
    async addUser(input: {
      email: string;
      name: string;
      role: 'admin' | 'manager';
      password: string;
    }): Promise<boolean> {
      const now = context.now();
      return queries.insertUser(db, {
        id: newId('usr'),
        email: input.email.trim().toLowerCase(),
        name: input.name,
        role: input.role,
        password_hash: await hashPassword(input.password),
        active: 1,
        created_at: now,
      });
    },

    ...resetCalls(context, deps),
    ...ownAccountCalls(context, deps),
    ...teamCalls(context, deps),
    ...twoStep,

    sweep,
  };
}
