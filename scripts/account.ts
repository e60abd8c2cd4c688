/**
 * `npm run account -- EMAIL`: a new password for a member of staff who cannot sign in any more,
 * without two-step sign-in. Another admin can do the same in Account → Team, without this command.
 * Without EMAIL it lists the accounts.
 */
import pino from 'pino';
import { recoverAccount } from '#server/accounts/recovery.ts';
import { requireShop } from '#server/database/configured-shop.ts';
import { connect, type Database } from '#server/database/connect.ts';
import { isMigrated } from '#server/database/migrate.ts';
import { OperatorError, remedyOf } from '#server/database/remedies.ts';
import { Versions } from '#server/database/versions.ts';
import { describeRefusal, whyNoWrites } from '#server/database/writes.ts';
import { readEnv } from '#server/env.ts';
import { createMailService } from '#server/mail/mail.service.ts';
import { createSettingsService } from '#server/settings/service.ts';

const HELP = `Name one account: npm run account -- EMAIL
It gets a new password, its two-step sign-in is turned off, and all its devices are signed out.
Another admin can do the same in Account → Team, without this command.`;

/** Every account, one a line. */
async function accountsOf({ db }: Database): Promise<string> {
  const users = await db.selectFrom('users').select(['email', 'role', 'active']).orderBy('email').execute();
  return users.map(({ email, role, active }) => `${email}  ${role}${active === 1 ? '' : '  disabled'}`).join('\n');
}

try {
  const [email, ...more] = process.argv.slice(2);
  const env = readEnv(process.env);
  requireShop(env);
  const database = await connect({ url: env.databaseUrl, dataDir: env.dataDir });
  try {
    if (!(await isMigrated(database))) throw new Error('The database is not up to date; run npm run db:migrate first.');
    if (!email || more.length > 0 || !email.includes('@')) throw new Error(`${HELP}\n\n${await accountsOf(database)}`);
    // What fails is said in a sentence.
    const log = pino({ level: 'silent' });
    const versions = new Versions(database, log);
    const context = { database, reports: database, env, log, now: () => Date.now(), versions };
    const deps = { settings: createSettingsService(context), mail: createMailService(context) };
    const password = await recoverAccount(context, deps, email).catch(async (error: unknown) => {
      const refusal = await whyNoWrites(database, { until: 0 });
      if (!refusal) throw error;
      const what = `Nothing was changed. ${describeRefusal(refusal)}`;
      throw new OperatorError(what, remedyOf(refusal, database.file), refusal);
    });
    console.log(`The new password of ${email} is ${password}
It is shown only here. Sign in, change it under Account, and turn two-step sign-in on again.`);
  } finally {
    await database.close();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
