import { type Actor, writeAudit } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import { type Reader, transact } from '#server/database/transact.ts';
import type { SettingsService } from '#server/settings/service.ts';
import { SENDERS } from '#shop/bank/senders.ts';
import { fieldError } from '#shop/errors.ts';
import type { UnlistedSender } from '#shop/orders/payments/bank-messages-api.ts';
import { sameAccount } from '#shop/orders/payments/credit.ts';
import { bankKey, bankOfKey, isApp, sendersOf } from '#shop/orders/payments/own-accounts.ts';
import type { ProofSettings } from '#shop/settings/proof.ts';
import { learnFrom } from './bank-messages.ts';

/**
 * Senders that the owner decides about: they belong to no own account, and their messages look like
 * credits.
 */

/** The most of them that are listed. */
const MOST = 50;

export async function readSenders(db: Reader, settings: ProofSettings) {
  const lists = sendersOf(settings);
  return {
    unlisted: await unlistedSenders(db),
    ignored: settings.ignoredSenders,
    accounts: settings.accounts.map(({ bank, tail }) => {
      const list = lists.find((each) => each.bank === bankKey(bank));
      const senders = list ? [...list.headers, ...list.packages, ...list.domains.map((domain) => `@${domain}`)] : [];
      return { bank, tail, app: isApp(bankKey(bank)), senders };
    }),
    banks: SENDERS.map(({ bank, name, app }) => ({ bank, name, app: app ?? false })),
  };
}

async function unlistedSenders(db: Reader): Promise<UnlistedSender[]> {
  const groups = await db
    .selectFrom('bank_messages')
    .select((eb) => ['sender', eb.fn.countAll().as('count'), eb.fn.max('received_at').as('at')])
    .where('status', '=', 'waiting')
    .where('reason', 'in', ['sender_unknown', 'no_account'])
    .where('sender', '!=', '')
    .groupBy('sender')
    .orderBy('at', 'desc')
    .limit(MOST)
    .execute();
  const found: UnlistedSender[] = [];
  for (const { sender, count } of groups) {
    const newest = db.selectFrom('bank_messages').selectAll().where('sender', '=', sender);
    const row = await newest.where('status', '=', 'waiting').orderBy('received_at', 'desc').executeTakeFirst();
    if (!row) continue;
    found.push({
      sender,
      via: row.via === 'email' ? 'email' : 'sms',
      bank: row.bank ?? bankKeyIfKnown(row.text),
      tail: tailIn(row.text),
      count: Number(count),
      latest: { text: row.text, at: row.received_at },
    });
  }
  return found;
}

/** The bank that the text names: only a guess for the form. */
function bankKeyIfKnown(text: string): string | null {
  const key = bankKey(text);
  return SENDERS.some(({ bank }) => bank === key) ? key : null;
}

/** The digits behind a mask or 'A/c': only a guess for the form. */
function tailIn(text: string): string | null {
  const [, digits] = /(?:[x*]+|\b(?:a\/?c|account|acct)\b[^0-9]{0,12})(\d{3,18})(?!\d)/i.exec(text) ?? [];
  return digits?.slice(-4) ?? null;
}

/**
 * Adds a sender to the bank of an own account, and the account if it is missing.
 *
 * @throws ShopError validation for a bank without account digits
 */
export async function acceptSender(
  context: ServiceContext,
  settings: SettingsService,
  input: { sender: string; bank: string; tail: string },
  actor: Actor,
): Promise<void> {
  const { sender, bank, tail } = input;
  const key = bankKey(bank);
  if (tail === '' && !isApp(key)) {
    throw fieldError('validation', 'tail', 'Please enter the last 3 or 4 digits of the account');
  }
  const after = await settings.changeProof((before) => withSender(before, { sender, bank, tail }), actor);
  await transact(context, async ({ trx }) => {
    const at = context.now();
    const rows = trx.selectFrom('bank_messages').selectAll().where('sender', '=', sender);
    for (const row of await rows.where('status', '=', 'confirmed').execute()) await learnFrom(trx, row, after, at);
    const about = { entity: 'bank_sender', entityId: sender };
    await writeAudit(trx, { at, actor, action: 'accept', ...about, after: { bank, tail } });
  });
}

function withSender(before: ProofSettings, { sender, bank, tail }: { sender: string; bank: string; tail: string }) {
  const key = bankKey(bank);
  const hasAccount = before.accounts.some(
    (account) => bankKey(account.bank) === key && (tail === '' || sameAccount(account.tail, tail)),
  );
  const isListed = bankOfKey(sender, sendersOf(before)) === key;
  return {
    ...before,
    accounts: hasAccount ? before.accounts : [...before.accounts, { bank, tail }],
    addedSenders: isListed ? before.addedSenders : [...before.addedSenders, { bank, sender }],
    ignoredSenders: before.ignoredSenders.filter((ignored) => ignored !== sender),
  };
}

/** Ignores a sender from now on and sets its waiting messages aside, or takes that back. */
export async function ignoreSender(
  context: ServiceContext,
  settings: SettingsService,
  { sender, ignored }: { sender: string; ignored: boolean },
  actor: Actor,
): Promise<void> {
  const change = (before: ProofSettings): ProofSettings => {
    const others = before.ignoredSenders.filter((each) => each !== sender);
    return { ...before, ignoredSenders: ignored ? [...others, sender] : others };
  };
  await settings.changeProof(change, actor);
  const at = context.now();
  await transact(context, async ({ trx }) => {
    const messages = trx.updateTable('bank_messages').where('sender', '=', sender);
    const aside = { status: 'dismissed' as const, decided_by: actor.name, decided_at: at };
    if (ignored) await messages.set(aside).where('status', '=', 'waiting').execute();
    const action = ignored ? 'ignore' : 'unignore';
    await writeAudit(trx, { at, actor, action, entity: 'bank_sender', entityId: sender });
  });
}
