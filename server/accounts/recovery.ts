import { cleanEmail } from '#shop/text/text.ts';
import { type Actor, writeAudit } from '../audit/audit.ts';
import type { ServiceContext } from '../context.ts';
import { transact } from '../database/transact.ts';
import { clearAttempts } from '../http/limits.ts';
import { passwordChangedMail } from './account-mails.ts';
import * as accounts from './accounts.queries.ts';
import { hashPassword, randomPassword } from './passwords.ts';
import { type AccountDeps, endAccess } from './reset.ts';
import { switchOff } from './two-step.queries.ts';

/** A person with a shell on the server. */
const OPERATOR: Actor = { id: null, name: 'operator' };

/**
 * Lets a member of staff in again who has lost the password or the second step, when no other admin
 * can help: a new password, two-step sign-in off, and no session, code or limit of before.
 *
 * @returns the new password, which is stored only as a hash
 * @throws Error with a message for the operator
 */
export async function recoverAccount(
  context: ServiceContext,
  { settings, mail }: AccountDeps,
  address: string,
): Promise<string> {
  const email = cleanEmail(address);
  const user = await accounts.findUserByEmail(context.database.db, email);
  if (!user) throw new Error(`No account of this shop has the email ${email}.`);
  const disabled = `The account ${email} is disabled. An admin can enable it under Account → Team.`;
  if (user.active !== 1) throw new Error(disabled);
  const password = randomPassword();
  const hash = await hashPassword(password);
  const shop = await settings.shop();
  await transact(context, async ({ trx }) => {
    if (!(await accounts.setPassword(trx, user.id, hash))) throw new Error(disabled);
    const hadTwoStep = await switchOff(trx, user.id);
    await endAccess(trx, user);
    await mail.enqueue(trx, [passwordChangedMail(email, shop)]);
    await writeAudit(trx, {
      at: context.now(),
      actor: OPERATOR,
      action: 'account.recover',
      entity: 'user',
      entityId: user.id,
      before: { twoStep: hadTwoStep },
      after: { twoStep: false },
    });
  });
  for (const name of ['login-account', 'forgot-account', 'forgot-day', 'otp-account'])
    await clearAttempts(context, name, email);
  for (const name of ['second-account', 'change-account']) await clearAttempts(context, name, user.id);
  return password;
}
