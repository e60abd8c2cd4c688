import { SENDERS } from '#shop/bank/senders.ts';
import { type Names, ProofInput, type ShownProof, type SourceRule } from '#shop/settings/proof.ts';
import { firstErrors } from '../../ui/first-errors.ts';

/** The rules for proof as typed. Limits are texts: empty = no limit. */
export interface ProofForm {
  sources: Record<SourceName, { policy: SourceRule['policy']; limitPerOrder: string; limitPerDay: string }>;
  accounts: { bank: string; tail: string }[];
  byNumber: boolean;
  byPaise: boolean;
  mailbox: { host: string; port: string; user: string; authservId: string; address: string };
  /** A new password; empty keeps the stored one. */
  password: string;
  passwordSet: boolean;
  /** One bank a line: 'HDFC: HDFCBK, HDFCBN'. Null: the built-in list. */
  senders: string | null;
  domains: string | null;
  /** New keys by app; empty keeps the stored one. */
  keys: Record<string, string>;
  signedApps: string[];
}

export type SourceName = keyof ShownProof['sources'];

export function formOf(shown: ShownProof): ProofForm {
  const { sources, accounts, byNumber, byPaise, mailbox, senders, domains, signedApps } = shown;
  const rule = ({ policy, limitPerOrder, limitPerDay }: SourceRule) => ({
    policy,
    limitPerOrder: textOf(limitPerOrder),
    limitPerDay: textOf(limitPerDay),
  });
  const { passwordSet, port, ...rest } = mailbox;
  return {
    sources: { statement: rule(sources.statement), email: rule(sources.email), sms: rule(sources.sms) },
    accounts,
    byNumber,
    byPaise,
    mailbox: { ...rest, port: String(port) },
    password: '',
    passwordSet,
    senders: senders && linesOf(senders),
    domains: domains && linesOf(domains),
    keys: {},
    signedApps,
  };
}

/**
 * The body to save. A stored password or key is removed when `passwordSet` or `signedApps` no
 * longer has it.
 */
export function inputOf(form: ProofForm, stored: Pick<ProofForm, 'passwordSet' | 'signedApps'>): ProofInput {
  const rule = ({ policy, limitPerOrder, limitPerDay }: ProofForm['sources'][SourceName]) => ({
    policy,
    limitPerOrder: limitOf(limitPerOrder),
    limitPerDay: limitOf(limitPerDay),
  });
  const { sources, accounts, byNumber, byPaise, mailbox, password, passwordSet, senders, domains } = form;
  const { keys, signedApps } = form;
  const typed = Object.entries(keys).filter(([, key]) => key !== '');
  const removed = stored.signedApps.filter((app) => !signedApps.includes(app)).map((app) => [app, ''] as const);
  return {
    sources: { statement: rule(sources.statement), email: rule(sources.email), sms: rule(sources.sms) },
    accounts,
    byNumber,
    byPaise,
    mailbox: {
      ...mailbox,
      port: Number(mailbox.port),
      ...(password ? { password } : stored.passwordSet && !passwordSet ? { password: '' } : {}),
    },
    senders: senders === null ? null : namesOf(senders),
    domains: domains === null ? null : namesOf(domains),
    signingKeys: Object.fromEntries([...removed, ...typed]),
  };
}

export function checkProof(form: ProofForm): Record<string, string> {
  // One stored without a bank, by an earlier version, counts for nothing: the owner chooses it
  // before the rules are saved again.
  const nameless = form.accounts.flatMap(({ bank }, at) => (bank.trim() === '' ? [at] : []));
  const banks = nameless.map((at) => [`accounts.${at}.bank`, 'Please choose the bank'] as const);
  const others = Object.entries(firstErrors(ProofInput, inputOf(form, form)));
  const ofAccounts = ([path]: readonly [string, string]) => path.startsWith('accounts.');
  // In the order of the page: the first one gets the focus.
  return Object.fromEntries([...banks, ...others.filter(ofAccounts), ...others.filter((one) => !ofAccounts(one))]);
}

/** The built-in list, to begin with. */
export function builtIn(kind: 'senders' | 'domains'): string {
  const names = SENDERS.map(({ bank, headers, packages, domains }) => ({
    bank,
    names: kind === 'senders' ? [...headers, ...packages] : [...domains],
  }));
  return linesOf(names.filter((one) => one.names.length > 0));
}

function linesOf(list: readonly Names[]): string {
  return list.map(({ bank, names }) => `${bank}: ${names.join(', ')}`).join('\n');
}

/**
 * A line without a colon is a name of a bank without names, which the schema refuses only when it
 * is empty.
 */
export function namesOf(lines: string): Names[] {
  return lines
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [bank = '', ...rest] = line.split(':');
      const names = rest.join(':').split(/[,\s]+/);
      return { bank: bank.trim(), names: names.filter(Boolean) };
    });
}

function textOf(limit: number | null): string {
  return limit === null ? '' : String(limit);
}

/** Rupees; null for an empty text, NaN for one that is no number. */
function limitOf(text: string): number | null {
  const plain = text.replaceAll(',', '').trim();
  if (plain === '') return null;
  return /^\d+(\.\d{1,2})?$/.test(plain) ? Number(plain) : Number.NaN;
}
