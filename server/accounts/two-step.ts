import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { StaffUser } from '#shop/accounts/accounts.ts';
import { STAFF_TEXTS } from '#shop/accounts/staff.ts';
import {
  CODE_DIGITS,
  CODE_SECONDS,
  RECOVERY_CODES,
  readCode,
  recoveryCode,
  type SwitchOffInput,
  type SwitchOnInput,
  TWO_STEP_TEXTS,
  type TwoStep,
} from '#shop/accounts/two-step.ts';
import { fieldError, ShopError } from '#shop/errors.ts';
import { type Actor, writeAudit } from '../audit/audit.ts';
import type { ServiceContext } from '../context.ts';
import { transact } from '../database/transact.ts';
import { clearAttempts, LIMITS, limitAttempts } from '../http/limits.ts';
import { sha256 } from '../ids.ts';
import { secretBox } from '../settings/secret-box.ts';
import { twoStepMail } from './account-mails.ts';
import * as accounts from './accounts.queries.ts';
import { checkPassword } from './passwords.ts';
import type { AccountDeps } from './reset.ts';
import * as queries from './two-step.queries.ts';

/** Bytes of a secret: as long as the hash of RFC 6238. */
const SECRET_BYTES = 20;

/** The app's clock. @param issuer and label are shown in the app */
function authenticator(secret: Secret, issuer = '', label = ''): TOTP {
  return new TOTP({ issuer, label, secret, algorithm: 'SHA1', digits: CODE_DIGITS, period: CODE_SECONDS });
}

/**
 * The time step of a code at `now` (epoch ms), one step early or late; null for a wrong code. The
 * library compares in constant time.
 *
 * @param secret base32
 */
function stepOf(secret: string, code: string, now: number): number | null {
  const delta = authenticator(Secret.fromBase32(secret)).validate({ token: code, timestamp: now, window: 1 });
  return delta === null ? null : Math.floor(now / 1_000 / CODE_SECONDS) + delta;
}

function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => recoveryCode(randomBytes(RECOVERY_CODES)));
}

/** Two-step sign-in. */
export function twoStepCalls(context: ServiceContext, { settings, mail }: AccountDeps) {
  const { database, env, now } = context;
  const { db } = database;
  const secrets = secretBox(env.secretsKey);
  /** A secret can only be opened for the account that it was made for. */
  const purpose = (userId: string) => `two-step.${userId}`;

  /** @throws ShopError validation at `password`, too_many_attempts */
  async function confirmPassword(user: StaffUser, password: string): Promise<accounts.UserRow> {
    await limitAttempts(context, 'change-account', user.id, LIMITS.loginAccount);
    const row = await accounts.findUserById(db, user.id);
    if (!row || !(await checkPassword(password, row.password_hash))) {
      throw fieldError('validation', 'password', STAFF_TEXTS.currentWrong);
    }
    await clearAttempts(context, 'change-account', user.id);
    return row;
  }

  /** Uses a code once. Returns what it was, or null for a wrong or used one. */
  async function takeCode(user: accounts.UserRow, text: string): Promise<'app' | 'recovery' | null> {
    const typed = readCode(text);
    if (typed?.kind === 'recovery') {
      return (await queries.takeRecoveryCode(db, user.id, sha256(typed.code), now())) ? 'recovery' : null;
    }
    const secret = user.two_step_secret && secrets.open(purpose(user.id), user.two_step_secret);
    const step = typed && secret ? stepOf(secret, typed.code, now()) : null;
    return step !== null && (await queries.takeStep(db, user.id, step)) ? 'app' : null;
  }

  return {
    /**
     * Whether this account must set up two-step sign-in before anything else. Without SECRETS_KEY
     * nobody can, so nobody must.
     *
     * @param isOn it is on for this account
     */
    async mustSetUpTwoStep(isOn: boolean): Promise<boolean> {
      return !isOn && secrets.ready && (await settings.staff()).requireTwoStep;
    },

    /**
     * The second step of a sign-in, after the right password.
     *
     * @param guesses where wrong codes are counted: with the browser if it is known, else with the
     *   account
     * @returns how it was done, for the audit log; null when the password is enough for this
     *   account
     * @throws ShopError code_needed, code_wrong, too_many_attempts
     */
    async secondStep(
      user: accounts.UserRow,
      code: string | undefined,
      guesses: { name: 'second-device' | 'second-account'; subject: string },
      actor: Actor,
    ): Promise<'app' | 'recovery' | null> {
      if (user.two_step_secret === null) return null;
      const at = (name: 'code_needed' | 'code_wrong') =>
        new ShopError(name, { errors: [{ path: 'code', msg: new ShopError(name).message }] });
      if (code === undefined || code.trim() === '') throw at('code_needed');
      await limitAttempts(context, guesses.name, guesses.subject, LIMITS.otpAccount);
      const by = await takeCode(user, code);
      if (!by) {
        const after = { step: 'second' };
        await writeAudit(db, { at: now(), actor, action: 'login.failed', entity: 'user', entityId: user.id, after });
        throw at('code_wrong');
      }
      await clearAttempts(context, guesses.name, guesses.subject);
      return by;
    },

    async twoStep(user: StaffUser): Promise<TwoStep> {
      const row = await accounts.findUserById(db, user.id);
      return {
        on: row?.two_step_secret != null,
        since: row?.two_step_at ?? null,
        recoveryCodes: await queries.countRecoveryCodes(db, user.id),
        required: (await settings.staff()).requireTwoStep,
        ready: secrets.ready,
      };
    },

    /**
     * The secret that this session sets up, the same in all its tabs: an app that has scanned two
     * QR codes must not keep one that does not count. The sealed text comes back with the first
     * code.
     *
     * @throws ShopError conflict without SECRETS_KEY, or when it is on; unauthorized when the key
     *   has changed since the set-up began
     */
    async setUpTwoStep(user: StaffUser, token: string): Promise<{ secret: string; uri: string; setup: string }> {
      if (!secrets.ready) throw new ShopError('conflict', { message: TWO_STEP_TEXTS.noKey });
      const fresh = secrets.seal(purpose(user.id), new Secret({ size: SECRET_BYTES }).base32);
      const setup = await queries.beginSetup(db, sha256(token), fresh);
      if (setup === undefined) throw new ShopError('conflict', { message: TWO_STEP_TEXTS.isOn });
      const secret = secrets.open(purpose(user.id), setup);
      if (secret === null) throw new ShopError('unauthorized');
      const { brandName } = await settings.shop();
      return { secret, uri: authenticator(Secret.fromBase32(secret), brandName, user.email).toString(), setup };
    },

    /**
     * Switches two-step sign-in on, and ends every other session of the account: they began without
     * it.
     *
     * @returns the recovery codes, which are shown once
     * @throws ShopError validation at `password`, `code` or `setup`; conflict when it is on;
     *   too_many_attempts
     */
    async switchTwoStepOn(
      user: StaffUser,
      token: string,
      { setup, code, password }: SwitchOnInput,
      actor: Actor,
    ): Promise<string[]> {
      await confirmPassword(user, password);
      const secret = secrets.open(purpose(user.id), setup);
      if (secret === null) throw fieldError('validation', 'setup', TWO_STEP_TEXTS.setupOld);
      const typed = readCode(code);
      const step = typed?.kind === 'app' ? stepOf(secret, typed.code, now()) : null;
      if (step === null) throw fieldError('validation', 'code', TWO_STEP_TEXTS.codeWrong);
      const codes = newRecoveryCodes();
      const shop = await settings.shop();
      await transact(context, async ({ trx, afterCommit }) => {
        if (!(await queries.switchOn(trx, user.id, { secret: setup, at: now(), step }))) {
          throw new ShopError('conflict', { message: TWO_STEP_TEXTS.isOn });
        }
        if (!(await queries.endSetup(trx, sha256(token), setup)))
          throw fieldError('validation', 'setup', TWO_STEP_TEXTS.setupOld);
        await queries.writeRecoveryCodes(trx, user.id, codes.map(sha256));
        await accounts.deleteSessionsOf(trx, user.id, sha256(token));
        await mail.enqueue(trx, [twoStepMail(user.email, true, shop)]);
        await writeAudit(trx, { at: now(), actor, action: 'two_step.on', entity: 'user', entityId: user.id });
        afterCommit(() => mail.wake());
      });
      return codes;
    },

    /**
     * @throws ShopError validation at `password` or `code`; conflict when it is off or required;
     * too_many_attempts
     */
    async switchTwoStepOff(user: StaffUser, { code, password }: SwitchOffInput, actor: Actor): Promise<void> {
      if ((await settings.staff()).requireTwoStep) {
        throw new ShopError('conflict', { message: TWO_STEP_TEXTS.isRequired });
      }
      const row = await confirmPassword(user, password);
      if (row.two_step_secret === null) throw new ShopError('conflict', { message: TWO_STEP_TEXTS.isOff });
      await limitAttempts(context, 'second-account', user.id, LIMITS.otpAccount);
      if (!(await takeCode(row, code))) throw fieldError('validation', 'code', TWO_STEP_TEXTS.codeWrong);
      await clearAttempts(context, 'second-account', user.id);
      const shop = await settings.shop();
      await transact(context, async ({ trx, afterCommit }) => {
        await queries.switchOff(trx, user.id);
        await mail.enqueue(trx, [twoStepMail(user.email, false, shop)]);
        await writeAudit(trx, { at: now(), actor, action: 'two_step.off', entity: 'user', entityId: user.id });
        afterCommit(() => mail.wake());
      });
    },

    /**
     * New recovery codes.
     *
     * @throws ShopError validation at `password`; conflict when two-step sign-in is off
     */
    async renewRecoveryCodes(user: StaffUser, password: string, actor: Actor): Promise<string[]> {
      const row = await confirmPassword(user, password);
      if (row.two_step_secret === null) throw new ShopError('conflict', { message: TWO_STEP_TEXTS.isOff });
      const codes = newRecoveryCodes();
      await transact(context, async ({ trx }) => {
        // Locked, so that codes that are made at once replace each other.
        await accounts.findUserById(trx, user.id, 'for update');
        await queries.writeRecoveryCodes(trx, user.id, codes.map(sha256));
        await writeAudit(trx, { at: now(), actor, action: 'two_step.codes', entity: 'user', entityId: user.id });
      });
      return codes;
    },

    /** Whose codes the present SECRETS_KEY cannot check, for the doctor. */
    async lostSecrets(): Promise<string[]> {
      const rows = await queries.readSecrets(db);
      return rows
        .filter(({ id, secret }) => secrets.open(purpose(id), secret ?? '') === null)
        .map(({ name }) => `two-step sign-in of ${name}`);
    },

    /**
     * Switches it off for a member who has lost phone and recovery codes. Their sessions end, in
     * case the phone was stolen.
     *
     * @throws ShopError user_not_found; conflict for the own account, or when it is off
     */
    async resetTwoStep(id: string, actor: Actor): Promise<void> {
      if (id === actor.id) throw new ShopError('conflict', { message: TWO_STEP_TEXTS.notYourself });
      const shop = await settings.shop();
      await transact(context, async ({ trx, afterCommit }) => {
        const user = await accounts.findUserById(trx, id);
        if (!user) throw new ShopError('user_not_found');
        if (!(await queries.switchOff(trx, id))) throw new ShopError('conflict', { message: TWO_STEP_TEXTS.isOff });
        await accounts.deleteSessionsOf(trx, id);
        await mail.enqueue(trx, [twoStepMail(user.email, false, shop)]);
        await writeAudit(trx, { at: now(), actor, action: 'two_step.reset', entity: 'user', entityId: id });
        afterCommit(() => mail.wake());
      });
    },
  };
}
