import { DEFAULT_SENDERS } from '#shop/orders/payments/senders.ts';
import { type Names, ProofInput, type ShownProof, type SourceRule } from '#shop/settings/proof.ts';
import { firstErrors } from '../check.ts';

/** The rules for proof as typed. Limits are texts: empty = no limit. */
export interface ProofForm {
  sources: Record<SourceName, { policy: SourceRule['policy']; limitPerOrder: string; limitPerDay: string }>;
  accounts: { bank: string; tail: string }[];
  mailbox: { host: string; port: string; user: string; authservId: string };
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

export function formOf({ sources, accounts, mailbox, senders, domains, signedApps }: ShownProof): ProofForm {
  const rule = ({ policy, limitPerOrder, limitPerDay }: SourceRule) => ({
    policy,
    limitPerOrder: textOf(limitPerOrder),
    limitPerDay: textOf(limitPerDay),
  });
  const { passwordSet, port, ...rest } = mailbox;
  return {
    sources: { statement: rule(sources.statement), email: rule(sources.email), sms: rule(sources.sms) },
    accounts,
    mailbox: { ...rest, port: String(port) },
    password: '',
    passwordSet,
    senders: senders && linesOf(senders),
    domains: domains && linesOf(domains),
    keys: {},
    signedApps,
  };
}

/** The body to save. A stored password or key is removed when `passwordSet` or `signedApps` no longer has it. */
export function inputOf(form: ProofForm, stored: Pick<ProofForm, 'passwordSet' | 'signedApps'>): ProofInput {
  const rule = ({ policy, limitPerOrder, limitPerDay }: ProofForm['sources'][SourceName]) => ({
    policy,
    limitPerOrder: limitOf(limitPerOrder),
    limitPerDay: limitOf(limitPerDay),
  });
  const { sources, accounts, mailbox, password, passwordSet, senders, domains, keys, signedApps } = form;
  const typed = Object.entries(keys).filter(([, key]) => key !== '');
  const removed = stored.signedApps.filter((app) => !signedApps.includes(app)).map((app) => [app, ''] as const);
  return {
    sources: { statement: rule(sources.statement), email: rule(sources.email), sms: rule(sources.sms) },
    accounts,
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
  return firstErrors(ProofInput, inputOf(form, form));
}

/** The built-in list, to begin with. */
export function builtIn(kind: 'senders' | 'domains'): string {
  const names = DEFAULT_SENDERS.map(({ bank, headers, packages, domains }) => ({
    bank,
    names: kind === 'senders' ? [...headers, ...packages] : domains,
  }));
  return linesOf(names.filter((one) => one.names.length > 0));
}

function linesOf(list: readonly Names[]): string {
  return list.map(({ bank, names }) => `${bank}: ${names.join(', ')}`).join('\n');
}

/** A line without a colon is a name of a bank without names, which the schema refuses only when it is empty. */
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
