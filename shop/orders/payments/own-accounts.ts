import { bankNamed, SENDERS, type Sender, senderOf } from '../../bank/senders.ts';
import type { ProofSettings } from '../../settings/proof.ts';
import { sameAccount } from './credit.ts';

/**
 * Whose messages count (D62): only those of banks and payment apps where the owner has an account.
 */

type Account = ProofSettings['accounts'][number];

/**
 * The short name of a bank; of one that the shop does not know, what the owner wrote in capitals.
 */
export function bankKey(words: string): string {
  return bankNamed(words) ?? words.trim().replace(/\s+/g, ' ').toUpperCase();
}

/** How people call a bank. */
export function bankTitle(key: string): string {
  return SENDERS.find(({ bank }) => bank === key)?.name ?? key;
}

export function isApp(key: string): boolean {
  return SENDERS.find(({ bank }) => bank === key)?.app ?? false;
}

/**
 * The senders of each bank: the built-in ones or the owner's own lists, and those that the owner
 * has added.
 */
export function sendersOf({ senders, domains, addedSenders }: Lists): Sender[] {
  const lists = new Map<string, { headers: string[]; packages: string[]; domains: string[] }>();
  const listOf = (bank: string) => {
    const list = lists.get(bank) ?? { headers: [], packages: [], domains: [] };
    lists.set(bank, list);
    return list;
  };
  const addName = (bank: string, name: string) =>
    (name.includes('.') ? listOf(bank).packages : listOf(bank).headers).push(name);
  for (const { bank, ...known } of SENDERS) {
    if (senders === null) listOf(bank).headers.push(...known.headers);
    if (senders === null) listOf(bank).packages.push(...known.packages);
    if (domains === null) listOf(bank).domains.push(...known.domains);
  }
  for (const { bank, names } of senders ?? []) for (const name of names) addName(bankKey(bank), name);
  for (const { bank, names } of domains ?? []) listOf(bankKey(bank)).domains.push(...names);
  for (const { bank, sender } of addedSenders) {
    if (sender.startsWith('@')) listOf(bankKey(bank)).domains.push(sender.slice(1));
    else addName(bankKey(bank), sender);
  }
  return [...lists].map(([bank, list]) => ({ bank, ...list }));
}
type Lists = Pick<ProofSettings, 'senders' | 'domains' | 'addedSenders'>;

/** The bank of a sender as `senderKey` or `mailSenderKey` names it, or null. */
export function bankOfKey(key: string, lists: readonly Sender[]): string | null {
  if (!key.startsWith('@')) return senderOf(key, lists).bank;
  const host = key.slice(1);
  const owns = (domain: string) => host === domain || host.endsWith(`.${domain}`);
  return lists.find(({ domains }) => domains.some(owns))?.bank ?? null;
}

export type Standing = 'own' | 'no_account' | 'other_account';

/**
 * Whether a message is about an own account. An app has no account number of its own: what it names
 * must be one of the shop's.
 *
 * @param tail the last digits that the message names, or null
 */
export function standingOf(bank: string | null, tail: string | null, accounts: readonly Account[]): Standing {
  const own = accounts.filter((account) => bank !== null && bankKey(account.bank) === bank);
  if (own.length === 0) return 'no_account';
  if (tail === null || own.some((account) => account.tail !== '' && sameAccount(account.tail, tail))) return 'own';
  const numbered = accounts.filter((account) => account.tail !== '');
  const isForApp = own.some((account) => account.tail === '');
  const isKnown = numbered.length === 0 || numbered.some((account) => sameAccount(account.tail, tail));
  return isForApp && isKnown ? 'own' : 'other_account';
}

/** Whether a credit is of an own account: by its digits, or without them by its bank. */
export function isOwnAccount(credit: { account: string | null; bank: string | null }, accounts: readonly Account[]) {
  return accounts.some((own) => {
    const ofBank = credit.bank === null || own.bank === '' || bankKey(own.bank) === credit.bank;
    if (own.tail === '' || credit.account === null) return ofBank && (own.tail !== '' || credit.bank !== null);
    return sameAccount(credit.account, own.tail);
  });
}

const HEADER = /^(?:[A-Z]{2}-)?([A-Z]{3,11})(?:-([A-Z]))?$/;

/**
 * A sender without what changes from message to message: `VM-KOTAKD-S` is `KOTAKD`. Null for phone
 * numbers, numeric IDs and offers, which are no bank's.
 */
export function senderKey(address: string): string | null {
  const plain = address.trim();
  if (/^[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)+$/i.test(plain)) return plain.slice(0, 120);
  const [, name = '', suffix = ''] = HEADER.exec(plain.toUpperCase()) ?? [];
  if (name === '' || !/^[\x20-\x7e]*$/.test(plain) || !['', 'S', 'T', 'G'].includes(suffix)) return null;
  // Registered names have six letters; two more are operator and circle.
  return !plain.includes('-') && name.length === 8 ? name.slice(2) : name;
}

/** The same of a mail: `@kotak.bank.in`. */
export function mailSenderKey(address: string | null): string {
  return `@${(address ?? '').split('@').at(-1)?.toLowerCase() ?? ''}`.slice(0, 120);
}

/**
 * Where the bank writes to: the address that is set, or the name at the mail server if it is one.
 * Null: nothing to compare `To` with.
 */
export function mailboxAddress({ mailbox: { address, user } }: Pick<ProofSettings, 'mailbox'>): string | null {
  return address || (user.includes('@') ? user : null);
}

/** What keeps payments from confirming orders by themselves. */
export const MISSING = ['account', 'mailbox_server', 'mailbox_address', 'source'] as const;
export type Missing = (typeof MISSING)[number];

/**
 * @param sources where messages come from: `inbox`, a secret address for a forwarder app is set;
 *   `mailbox`, a mailbox is watched
 */
export function missingOf(
  settings: Pick<ProofSettings, 'accounts' | 'mailbox' | 'sources'>,
  { inbox, mailbox }: { inbox: boolean; mailbox: boolean },
): Missing[] {
  const missing: Missing[] = [];
  if (settings.accounts.length === 0) missing.push('account');
  if (mailbox && settings.mailbox.authservId.trim() === '') missing.push('mailbox_server');
  if (mailbox && mailboxAddress(settings) === null) missing.push('mailbox_address');
  if (!inbox && !mailbox) missing.push('source');
  return missing;
}
