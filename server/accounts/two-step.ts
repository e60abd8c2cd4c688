import { randomBytes } from 'node:crypto';
import { Secret } from 'otpauth';
import type { StaffUser } from '#shop/accounts/accounts.ts';
import { STAFF_TEXTS } from '#shop/accounts/staff.ts';
import {
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
import { twoStepMail } from './account-mails.ts';
import * as accounts from './accounts.queries.ts';
import { checkPassword } from './passwords.ts';
import type { AccountDeps } from './reset.ts';
import * as queries from './two-step.queries.ts';
import { authenticator, openSecret, sealSecret, stepOf, takeCode } from './two-step-codes.ts';

/** Bytes of a secret: as long as the hash of RFC 6238. */
const SECRET_BYTES = 20;

function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => recoveryCode(randomBytes(RECOVERY_CODES)));
}

/** Two-step sign-in of the own account. */
export async function readTwoStep(
  context: ServiceContext,
  { settings }: Pick<AccountDeps, 'settings'>,
  user: StaffUser,
): Promise<TwoStep> {
  const row = await accounts.findUserById(context.database.db, user.id);
  return {
    on: row?.two_step_secret != null,
    since: row?.two_step_at ?? null,
    recoveryCodes: await queries.countRecoveryCodes(context.database.db, user.id),
    required: (await settings.staff()).requireTwoStep,
    ready: context.env.secretsKey !== null,
  };
}

/**
 * The secret that this session sets up, the same in all its tabs: an app that has scanned two QR
 * codes must not keep one that does not count. The sealed text comes back with the first code.
 *
 * @throws ShopError conflict without SECRETS_KEY, or when it is on; unauthorized when the key has
 *   changed since the set-up began
 */
export async function setUpTwoStep(
  context: ServiceContext,
  { settings }: Pick<AccountDeps, 'settings'>,
  user: StaffUser,
  token: string,
): Promise<{ secret: string; uri: string; setup: string }> {
  if (context.env.secretsKey === null) throw new ShopError('conflict', { message: TWO_STEP_TEXTS.noKey });
  const fresh = sealSecret(context.env, user.id, new Secret({ size: SECRET_BYTES }).base32);
  const setup = await queries.beginSetup(context.database.db, sha256(token), fresh);
  if (setup === undefined) throw new ShopError('conflict', { message: TWO_STEP_TEXTS.isOn });
  const secret = openSecret(context.env, user.id, setup);
  if (secret === null) throw new ShopError('unauthorized');
  const { brandName } = await settings.shop();
  return { secret, uri: authenticator(Secret.fromBase32(secret), brandName, user.email).toString(), setup };
}

/**
 * Switches two-step sign-in on, and ends every other session of the account: they began
 * without it.
 *
 * @returns the recovery codes, which are shown once
 * @throws ShopError validation at `password`, `code` or `setup`; conflict when it is on;
 *   too_many_attempts
 */
export async function switchTwoStepOn(
  context: ServiceContext,
  { settings, mail }: AccountDeps,
  user: StaffUser,
  token: string,
  { setup, code, password }: SwitchOnInput,
  actor: Actor,
): Promise<string[]> {
  await confirmPassword(context, user, password);
  const secret = openSecret(context.env, user.id, setup);
  if (secret === null) throw fieldError('validation', 'setup', TWO_STEP_TEXTS.setupOld);
  const typed = readCode(code);
  const step = typed?.kind === 'app' ? stepOf(secret, typed.code, context.now()) : null;
  if (step === null) throw fieldError('validation', 'code', TWO_STEP_TEXTS.codeWrong);
  const codes = newRecoveryCodes();
  const shop = await settings.shop();
  await transact(context, async ({ trx, afterCommit }) => {
    if (!(await queries.switchOn(trx, user.id, { secret: setup, at: context.now(), step }))) {
      throw new ShopError('conflict', { message: TWO_STEP_TEXTS.isOn });
    }
    if (!(await queries.endSetup(trx, sha256(token), setup)))
      throw fieldError('validation', 'setup', TWO_STEP_TEXTS.setupOld);
    await queries.writeRecoveryCodes(trx, user.id, codes.map(sha256));
    await accounts.deleteSessionsOf(trx, user.id, sha256(token));
    await mail.enqueue(trx, [twoStepMail(user.email, true, shop)]);
    await writeAudit(trx, { at: context.now(), actor, action: 'two_step.on', entity: 'user', entityId: user.id });
    afterCommit(() => mail.wake());
  });
  return codes;
}

/**
 * @throws ShopError validation at `password` or `code`; conflict when it is off or required;
 * too_many_attempts
 */
export async function switchTwoStepOff(
  context: ServiceContext,
  { settings, mail }: AccountDeps,
  user: StaffUser,
  { code, password }: SwitchOffInput,
  actor: Actor,
): Promise<void> {
  if ((await settings.staff()).requireTwoStep) {
    throw new ShopError('conflict', { message: TWO_STEP_TEXTS.isRequired });
  }
  const row = await confirmPassword(context, user, password);
  if (row.two_step_secret === null) throw new ShopError('conflict', { message: TWO_STEP_TEXTS.isOff });
  await limitAttempts(context, 'second-account', user.id, LIMITS.otpAccount);
  if (!(await takeCode(context, row, code))) throw fieldError('validation', 'code', TWO_STEP_TEXTS.codeWrong);
  await clearAttempts(context, 'second-account', user.id);
  const shop = await settings.shop();
  await transact(context, async ({ trx, afterCommit }) => {
    await queries.switchOff(trx, user.id);
    await mail.enqueue(trx, [twoStepMail(user.email, false, shop)]);
    await writeAudit(trx, { at: context.now(), actor, action: 'two_step.off', entity: 'user', entityId: user.id });
    afterCommit(() => mail.wake());
  });
}

/**
 * New recovery codes.
 *
 * @throws ShopError validation at `password`; conflict when two-step sign-in is off
 */
export async function renewRecoveryCodes(
  context: ServiceContext,
  user: StaffUser,
  password: string,
  actor: Actor,
): Promise<string[]> {
  const row = await confirmPassword(context, user, password);
  if (row.two_step_secret === null) throw new ShopError('conflict', { message: TWO_STEP_TEXTS.isOff });
  const codes = newRecoveryCodes();
  await transact(context, async ({ trx }) => {
    // Locked, so that codes that are made at once replace each other.
    await accounts.findUserById(trx, user.id, 'for update');
    await queries.writeRecoveryCodes(trx, user.id, codes.map(sha256));
    await writeAudit(trx, { at: context.now(), actor, action: 'two_step.codes', entity: 'user', entityId: user.id });
  });
  return codes;
}

/** Whose codes the present SECRETS_KEY cannot check, for the doctor. */
export async function lostTwoStepSecrets(context: ServiceContext): Promise<string[]> {
  const rows = await queries.readSecrets(context.database.db);
  return rows
    .filter(({ id, secret }) => openSecret(context.env, id, secret ?? '') === null)
    .map(({ name }) => `two-step sign-in of ${name}`);
}

/**
 * Switches it off for a member who has lost phone and recovery codes. Their sessions end, in case
 * the phone was stolen.
 *
 * @throws ShopError user_not_found; conflict for the own account, or when it is off
 */
export async function resetTwoStep(
  context: ServiceContext,
  { settings, mail }: AccountDeps,
  id: string,
  actor: Actor,
): Promise<void> {
  if (id === actor.id) throw new ShopError('conflict', { message: TWO_STEP_TEXTS.notYourself });
  const shop = await settings.shop();
  await transact(context, async ({ trx, afterCommit }) => {
    const user = await accounts.findUserById(trx, id);
    if (!user) throw new ShopError('user_not_found');
    if (!(await queries.switchOff(trx, id))) throw new ShopError('conflict', { message: TWO_STEP_TEXTS.isOff });
    await accounts.deleteSessionsOf(trx, id);
    await mail.enqueue(trx, [twoStepMail(user.email, false, shop)]);
    await writeAudit(trx, { at: context.now(), actor, action: 'two_step.reset', entity: 'user', entityId: id });
    afterCommit(() => mail.wake());
  });
}

/** @throws ShopError validation at `password`, too_many_attempts */
async function confirmPassword(context: ServiceContext, user: StaffUser, password: string): Promise<accounts.UserRow> {
  await limitAttempts(context, 'change-account', user.id, LIMITS.loginAccount);
  const row = await accounts.findUserById(context.database.db, user.id);
  if (!row || !(await checkPassword(password, row.password_hash))) {
    throw fieldError('validation', 'password', STAFF_TEXTS.currentWrong);
  }
  await clearAttempts(context, 'change-account', user.id);
  return row;
}
