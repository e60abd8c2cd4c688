import { type MemberChange, STAFF_TEXTS, type TeamInput, type TeamMember } from '#shop/accounts/staff.ts';
import { type TeamRules, TWO_STEP_TEXTS } from '#shop/accounts/two-step.ts';
import { fieldError, ShopError } from '#shop/errors.ts';
import { type Actor, writeAudit } from '../audit/audit.ts';
import type { ServiceContext } from '../context.ts';
import { type Trx, transact } from '../database/transact.ts';
import { LIMITS, limitAttempts } from '../http/limits.ts';
import { newId, newToken } from '../ids.ts';
import { inviteMail, invitePath } from './account-mails.ts';
import * as queries from './accounts.queries.ts';
import { deleteCodesOf } from './codes.queries.ts';
import { hashPassword } from './passwords.ts';
import { type AccountDeps, openReset } from './reset.ts';

/** Admins always may; of managers it is a right (D39). */
export function mayVerifyPayments(user: Pick<queries.UserRow, 'role' | 'may_verify_payments'>): boolean {
  return user.role === 'admin' || user.may_verify_payments === 1;
}

/** The members of staff (D39). */
export async function listTeam(context: ServiceContext): Promise<TeamMember[]> {
  const rows = await queries.listUsers(context.database.db, context.now());
  return rows.map((row) => ({
    _id: row.id,
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    active: row.active === 1,
    mayVerifyPayments: mayVerifyPayments(row),
    twoStep: row.two_step_at !== null,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at === null ? null : Number(row.last_seen_at),
  }));
}

/**
 * Adds a member with a random password and sends them a link to set their own.
 *
 * @returns the path of the link
 * @throws ShopError('conflict') when the email already has an account
 */
export async function addMember(
  context: ServiceContext,
  { settings, mail }: AccountDeps,
  input: TeamInput,
  actor: Actor,
): Promise<string> {
  const id = newId('usr');
  const password_hash = await hashPassword(newToken());
  const shop = await settings.shop();
  const at = context.now();
  return transact(context, async ({ trx, afterCommit }) => {
    const { mayVerifyPayments: right = true, ...member } = input;
    const user = { id, ...member, may_verify_payments: right ? 1 : 0, password_hash, active: 1, created_at: at };
    if (!(await queries.insertUser(trx, user))) {
      throw fieldError('conflict', 'email', STAFF_TEXTS.emailTaken);
    }
    const invitation = await sendInvite(trx, context, mail, input, shop);
    await writeAudit(trx, { at, actor, action: 'team.add', entity: 'user', entityId: id, after: input });
    afterCommit(() => mail.wake());
    return invitation;
  });
}

/**
 * Enables or disables an account, and gives or takes the right of a manager to verify payments.
 * Disabling it deletes its sessions, codes and links at once. At least one admin always stays
 * active, even if several admins disable each other at the same time.
 *
 * @throws ShopError('user_not_found'), ShopError('conflict')
 */
export async function changeMember(
  context: ServiceContext,
  id: string,
  { active, mayVerifyPayments: right }: MemberChange,
  actor: Actor,
): Promise<void> {
  if (active === false && id === actor.id) {
    throw new ShopError('conflict', { message: STAFF_TEXTS.notYourself });
  }
  await transact(context, async ({ trx }) => {
    // Locked until the commit: if two admins disable each other, the second transaction sees
    // the result of the first.
    const admins = await queries.activeAdmins(trx);
    const user = await queries.findUserById(trx, id);
    if (!user) {
      throw new ShopError('user_not_found');
    }
    if (active === false && !admins.some((admin) => admin !== id)) {
      throw new ShopError('conflict', { message: STAFF_TEXTS.lastAdmin });
    }
    if (right === false && user.role === 'admin') {
      throw new ShopError('conflict', { message: STAFF_TEXTS.adminRight });
    }
    const entry = { at: context.now(), actor, entity: 'user', entityId: id };
    if (right !== undefined && right !== mayVerifyPayments(user)) {
      await queries.updateUser(trx, id, { may_verify_payments: right ? 1 : 0 });
      const [before, after] = [{ mayVerifyPayments: !right }, { mayVerifyPayments: right }];
      await writeAudit(trx, { ...entry, action: 'team.right', before, after });
    }
    if (active === undefined || (user.active === 1) === active) return;
    await queries.updateUser(trx, id, { active: active ? 1 : 0 });
    if (!active) {
      await queries.deleteSessionsOf(trx, id);
      await deleteCodesOf(trx, user.email);
    }
    const action = active ? 'team.enable' : 'team.disable';
    await writeAudit(trx, { ...entry, action, before: { active: !active }, after: { active } });
  });
}

/**
 * Sends the invitation again, with a new link. @returns its path
 *
 * @throws ShopError('user_not_found'), ShopError('conflict'), ShopError('too_many_attempts')
 */
export async function inviteAgain(
  context: ServiceContext,
  { settings, mail }: AccountDeps,
  id: string,
  actor: Actor,
): Promise<string> {
  const user = await queries.findUserById(context.database.db, id);
  if (!user) {
    throw new ShopError('user_not_found');
  }
  if (user.active !== 1) {
    throw new ShopError('conflict', { message: STAFF_TEXTS.disabledInvite });
  }
  await limitAttempts(context, 'invite', id, LIMITS.forgotAccount);
  const shop = await settings.shop();
  return transact(context, async ({ trx, afterCommit }) => {
    const invitation = await sendInvite(trx, context, mail, user, shop);
    await writeAudit(trx, { at: context.now(), actor, action: 'team.invite', entity: 'user', entityId: id });
    afterCommit(() => mail.wake());
    return invitation;
  });
}

/** @throws ShopError('validation') when something is required that nobody can set up */
export async function saveRules(
  context: ServiceContext,
  { settings }: Pick<AccountDeps, 'settings'>,
  rules: TeamRules,
  actor: Actor,
): Promise<TeamRules> {
  if (rules.requireTwoStep && context.env.secretsKey === null) {
    throw new ShopError('validation', { message: TWO_STEP_TEXTS.noKey });
  }
  return (await settings.saveStaff(rules, actor)).settings;
}

/** Returns the path of the link too: the inviting admin may send it another way (D57). */
async function sendInvite(
  trx: Trx,
  context: ServiceContext,
  mail: AccountDeps['mail'],
  to: Pick<TeamInput, 'name' | 'email' | 'role'>,
  brand: { brandName: string; email: string },
): Promise<string> {
  await deleteCodesOf(trx, to.email);
  const token = await openReset(trx, to.email, context.now(), true);
  const path = invitePath(token);
  const { publicUrl } = context.env;
  await mail.enqueue(trx, [inviteMail(to, publicUrl && `${publicUrl}${path}`, { ...brand, url: publicUrl })]);
  return path;
}
