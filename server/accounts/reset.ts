import {
  ACCOUNT_TEXTS,
  INVITE_HOURS,
  OTP_LENGTH,
  OTP_MINUTES,
  OTP_TRIES,
  RESET_MINUTES,
} from '#shop/accounts/accounts.ts';
import { fieldError, ShopError } from '#shop/errors.ts';
import { writeAudit } from '../audit/audit.ts';
import type { ServiceContext } from '../context.ts';
import { type Trx, transact } from '../database/transact.ts';
import type { Origin } from '../http/auth.ts';
import { clearAttempts, inEqualTime, LIMITS, limitAttempts } from '../http/limits.ts';
import { newCode, newId, newToken, sha256 } from '../ids.ts';
import type { MailService } from '../mail/mail.service.ts';
import type { SettingsService } from '../settings/service.ts';
import { passwordChangedMail, resetMail } from './account-mails.ts';
import * as accounts from './accounts.queries.ts';
import * as codes from './codes.queries.ts';
import { isCommonPassword } from './common-passwords.ts';
import { forgetDevicesOf, isKnownDevice, rememberDevice } from './devices.ts';
import { checkPassword, hashPassword } from './passwords.ts';

/** The services that the account operations depend on. */
export interface AccountDeps {
  settings: Pick<SettingsService, 'shop' | 'staff' | 'saveStaff'>;
  mail: Pick<MailService, 'enqueue' | 'wake'>;
}

const MINUTE = 60_000;

/**
 * Creates a reset token for `email` and returns it; only its hash is stored. An invitation lasts
 * longer (D57).
 */
export async function openReset(trx: Trx, email: string, now: number, invites = false): Promise<string> {
  const token = newToken();
  await codes.insertCode(trx, {
    id: newId('rst'),
    kind: 'reset',
    email,
    code_hash: sha256(token),
    invites: invites ? 1 : 0,
    created_at: now,
    expires_at: now + (invites ? INVITE_HOURS * 60 : RESET_MINUTES) * MINUTE,
  });
  return token;
}

/**
 * Deletes all codes, sessions and known devices of an account: nobody gets in with what they had
 * before.
 */
export async function endAccess(trx: Trx, { id, email }: { id: string; email: string }): Promise<void> {
  await codes.deleteCodesOf(trx, email);
  await accounts.deleteSessionsOf(trx, id);
  await forgetDevicesOf(trx, id);
}

/** @throws ShopError('validation') for a password that is easy to guess */
export async function rejectCommonPassword(password: string, email: string): Promise<void> {
  if (await isCommonPassword(password, email)) {
    throw fieldError('validation', 'newPassword', ACCOUNT_TEXTS.passwordCommon);
  }
}

/**
 * Sends an OTP and a link to a member of staff; a new OTP voids the old one. Unknown addresses
 * and disabled accounts get the same response with the same status and timing: the same work
 * and writes are done for them, except for the mail.
 *
 * @param known cookie of a browser that has signed in before
 * @throws ShopError('too_many_attempts'), ShopError('busy')
 */
export async function sendReset(
  context: ServiceContext,
  { settings, mail }: AccountDeps,
  email: string,
  origin: Origin,
  known: string | null = null,
): Promise<void> {
  await inEqualTime(async () => {
    await limitAttempts(context, 'forgot-address', origin.address, LIMITS.forgotAddress);
    await limitAttempts(context, 'forgot-account', email, LIMITS.forgotAccount);
    const user = await activeUser(context, email);
    const own = user && known !== null && (await isKnownDevice(context.database.db, user.id, known, context.now()));
    // Strangers must neither fill the mailbox nor keep the owner from asking.
    if (!own) await limitAttempts(context, 'forgot-day', email, LIMITS.forgotDay);
    const otp = newCode(OTP_LENGTH);
    // A fast hash of six digits is easy to brute-force. This one takes 30 ms per guess.
    const code_hash = await hashPassword(otp);
    const shop = await settings.shop();
    const now = context.now();
    await transact(context, async ({ trx, afterCommit }) => {
      await codes.deleteExpiredCodes(trx, now);
      await codes.deleteOtps(trx, email);
      const id = newId('otp');
      await codes.insertCode(trx, {
        id,
        kind: 'otp',
        email,
        code_hash,
        invites: 0,
        created_at: now,
        expires_at: now + OTP_MINUTES * MINUTE,
      });
      const token = await openReset(trx, email, now);
      if (!user) return;
      await mail.enqueue(trx, [resetMail(user.email, otp, { token, publicUrl: context.env.publicUrl }, shop)]);
      await writeAudit(trx, {
        at: now,
        actor: { id: user.id, name: user.name, address: origin.address },
        action: 'password.forgot',
        entity: 'user',
        entityId: user.id,
      });
      afterCommit(() => mail.wake());
    });
  });
}

/**
 * Returns a reset token for the correct OTP, once. The fifth wrong attempt voids the OTP.
 *
 * @throws ShopError('otp_invalid'), ShopError('too_many_attempts'), ShopError('busy')
 */
export async function verifyOtp(context: ServiceContext, email: string, otp: string, origin: Origin): Promise<string> {
  let code: Awaited<ReturnType<typeof codes.countOtpTry>>;
  const good = await checkPassword(otp, async () => {
    await limitAttempts(context, 'otp-address', origin.address, LIMITS.otpAddress);
    await limitAttempts(context, 'otp-account', email, LIMITS.otpAccount);
    code = await codes.countOtpTry(context.database.db, email, context.now(), OTP_TRIES);
    return code?.code_hash ?? null;
  });
  const user = await activeUser(context, email);
  if (!code || !good || !user) {
    // Deleted, so that an expired code does not become valid again if the clock goes back
    // (fault 14).
    await codes.deleteExpiredCodes(context.database.db, context.now());
    throw new ShopError('otp_invalid');
  }
  const { id } = code;
  return transact(context, async ({ trx }) => {
    if (!(await codes.useCode(trx, id, context.now()))) {
      throw new ShopError('otp_invalid');
    }
    return openReset(trx, email, context.now());
  });
}

/**
 * Sets a new password with a reset token, once, and ends all sessions of the account (D40).
 *
 * @returns the cookie that makes this browser known: access to the mailbox proves ownership, so
 *   the guesses of others must no longer lock this user out
 *
 * @throws ShopError('reset_invalid'), ShopError('validation') for a common password; the token
 *   stays valid
 */
export async function resetPassword(
  context: ServiceContext,
  { settings, mail }: AccountDeps,
  token: string,
  newPassword: string,
  origin: Origin,
): Promise<string> {
  await limitAttempts(context, 'reset-address', origin.address, LIMITS.otpAddress);
  const reset = await codes.findReset(context.database.db, sha256(token), context.now());
  const user = reset && (await activeUser(context, reset.email));
  if (!reset || !user) {
    await codes.deleteExpiredCodes(context.database.db, context.now());
    throw new ShopError('reset_invalid');
  }
  await rejectCommonPassword(newPassword, user.email);
  const password_hash = await hashPassword(newPassword);
  const shop = await settings.shop();
  const now = context.now();
  const device = await transact(context, async ({ trx, afterCommit }) => {
    if (!(await codes.useCode(trx, reset.id, now)) || !(await accounts.setPassword(trx, user.id, password_hash))) {
      throw new ShopError('reset_invalid');
    }
    await endAccess(trx, user);
    await mail.enqueue(trx, [passwordChangedMail(user.email, shop)]);
    await writeAudit(trx, {
      at: now,
      actor: { id: user.id, name: user.name, address: origin.address },
      action: 'password.reset',
      entity: 'user',
      entityId: user.id,
    });
    afterCommit(() => mail.wake());
    return rememberDevice(context, trx, user.id, null);
  });
  await clearAttempts(context, 'login-account', user.email);
  return device;
}

async function activeUser(context: ServiceContext, email: string) {
  const user = await accounts.findUserByEmail(context.database.db, email);
  return user?.active === 1 ? user : undefined;
}
