import { z } from 'zod';
import { bankNamed, SENDERS } from '../bank/senders.ts';
import { type Paise, toPaise } from '../money/money.ts';
import { bareNumber, cleanLine } from '../text/text.ts';

/**
 * The owner's rules for proof by bank credits (D55): what may confirm an order by itself. Stored as
 * the settings record 'proof'. Limits in rupees; null = no limit, 0 = never.
 */
const limit = z
  .number({ error: 'A limit must be a number of rupees' })
  .min(0, 'A limit must not be negative')
  .max(1e9, 'The limit is too large')
  .nullable();

const SourceRule = z.object({
  policy: z.enum(['suggest', 'confirm'], { error: 'Please choose suggest or confirm' }),
  limitPerOrder: limit,
  limitPerDay: limit,
});
export type SourceRule = z.infer<typeof SourceRule>;

/** Defaults: D55. */
const SOURCES = {
  statement: { policy: 'confirm', limitPerOrder: null, limitPerDay: null },
  email: { policy: 'confirm', limitPerOrder: 5_000, limitPerDay: 25_000 },
  sms: { policy: 'suggest', limitPerOrder: null, limitPerDay: null },
} as const satisfies Record<string, SourceRule>;

const line = (most: number) => z.string().overwrite(cleanLine).max(most, `At most ${most} characters`);
const Account = z.object({
  bank: line(60),
  tail: z
    .string()
    .overwrite(bareNumber)
    .regex(/^(?:\d{3,4})?$/, 'Please enter the last 3 or 4 digits of the account')
    .describe('empty for a payment app'),
});

/** An app has no account number. */
const isPaymentApp = (words: string) => SENDERS.some(({ bank, app }) => app && bank === bankNamed(words));

/** An SMS header, an app package, or `@` and a mail domain, and the bank that writes under it. */
const AddedSender = z.object({ bank: line(60).min(1), sender: line(120).min(1) });

/** A bank's names: SMS headers and app packages, or mail domains. */
const Names = z.object({
  bank: line(60).min(1, 'Please enter the name of the bank'),
  names: z.array(line(120).min(1, 'Please enter a name')).max(50),
});
export type Names = z.infer<typeof Names>;

/** A secret of 500 characters, sealed. */
const SEALED_LENGTH = 3_000;

const Mailbox = z.object({
  host: line(200).default(''),
  port: z.number().int().min(1).max(65_535).default(993),
  user: line(200).default(''),
  /** Sealed with the key from the environment; never sent to a browser. */
  password: z.string().max(SEALED_LENGTH).default(''),
  authservId: line(200).default(''),
  /** Where the bank writes to: only mails to this address are trusted (D62). Empty: `user`. */
  address: line(200).default(''),
});

export const ProofSettings = z.object({
  sources: z
    .object({
      statement: SourceRule.prefault(SOURCES.statement),
      email: SourceRule.prefault(SOURCES.email),
      sms: SourceRule.prefault(SOURCES.sms),
    })
    .prefault({}),
  /** The shop's own accounts (D62). Without one, only a statement confirms by itself. */
  accounts: z.array(Account).max(20).default([]),
  /**
   * Paid without typing (D61): by the number of the order in the payer's note, and by exact paise.
   */
  byNumber: z.boolean().default(true),
  byPaise: z.boolean().default(false),
  /**
   * Senders that the owner has added to the bank of an own account, and those that are not theirs.
   */
  addedSenders: z.array(AddedSender).max(50).default([]),
  ignoredSenders: z.array(line(120)).max(200).default([]),
  mailbox: Mailbox.prefault({}),
  /** Null: the built-in list. */
  senders: z.array(Names).max(100).nullable().default(null),
  domains: z.array(Names).max(100).nullable().default(null),
  /**
   * Secrets with which forwarder apps sign, by app. Sealed; those saved before keys were sealed are
   * clear text.
   */
  signingKeys: z.record(z.string().max(40), z.string().max(SEALED_LENGTH)).default({}),
});
export type ProofSettings = z.infer<typeof ProofSettings>;

/** The proof settings as an admin sees them: without the mailbox password and the signing keys. */
export const ShownProof = ProofSettings.omit({ signingKeys: true }).extend({
  mailbox: Mailbox.omit({ password: true }).extend({ passwordSet: z.boolean() }),
  signedApps: z.array(z.string()).describe('the forwarder apps that have a signing key'),
});
export type ShownProof = z.infer<typeof ShownProof>;

export function shownProof({ signingKeys, mailbox: { password, ...mailbox }, ...rest }: ProofSettings): ShownProof {
  return { ...rest, mailbox: { ...mailbox, passwordSet: password !== '' }, signedApps: Object.keys(signingKeys) };
}

/** Changes of the proof settings; what is left out stays. An empty password or key removes it. */
export const ProofInput = z.object({
  sources: z
    .object({
      statement: SourceRule.partial().optional(),
      email: SourceRule.partial().optional(),
      sms: SourceRule.partial().optional(),
    })
    .optional(),
  accounts: z
    .array(
      Account.refine(({ bank, tail }) => tail !== '' || isPaymentApp(bank), {
        path: ['tail'],
        error: 'Please enter the last 3 or 4 digits of the account',
      }),
    )
    .max(20)
    .optional(),
  byNumber: z.boolean().optional(),
  byPaise: z.boolean().optional(),
  mailbox: z
    .object({
      host: line(200).optional(),
      port: z.number().int().min(1).max(65_535).optional(),
      user: line(200).optional(),
      password: z.string().max(500).optional(),
      authservId: line(200).optional(),
      address: line(200).optional(),
    })
    .optional(),
  senders: z.array(Names).max(100).nullable().optional(),
  domains: z.array(Names).max(100).nullable().optional(),
  signingKeys: z.record(z.string().min(1).max(40), z.string().max(500)).optional(),
});
export type ProofInput = z.infer<typeof ProofInput>;

/** @param seal encrypts the password of the mailbox and the signing keys */
export function changeProof(
  before: ProofSettings,
  input: ProofInput,
  seal: (purpose: 'mailbox' | 'signing', secret: string) => string,
): ProofSettings {
  const { sources = {}, mailbox: { password, ...mailbox } = {}, signingKeys = {}, ...rest } = withoutUndefined(input);
  const given = Object.entries(signingKeys).map(([app, key]) => [app, key === '' ? '' : seal('signing', key)]);
  const keys = { ...before.signingKeys, ...Object.fromEntries(given) };
  return ProofSettings.parse({
    ...before,
    ...rest,
    sources: {
      statement: { ...before.sources.statement, ...sources.statement },
      email: { ...before.sources.email, ...sources.email },
      sms: { ...before.sources.sms, ...sources.sms },
    },
    mailbox: {
      ...before.mailbox,
      ...mailbox,
      ...(password === undefined ? {} : { password: password === '' ? '' : seal('mailbox', password) }),
    },
    signingKeys: Object.fromEntries(Object.entries(keys).filter(([, key]) => key !== '')),
  });
}

function withoutUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as T;
}

/**
 * Whether a message of the bank may confirm this draft within seconds, without a UTR (D61): the
 * page may say that the shop looks for the payment. Statements come later.
 */
export function confirmsAtOnce(
  { sources, accounts, byNumber, mailbox }: ProofSettings,
  { total, payment_code }: { total: Paise; payment_code: Paise },
): boolean {
  if (accounts.length === 0 || (!byNumber && payment_code === 0)) return false;
  const mayConfirm = ({ policy, limitPerOrder }: SourceRule) =>
    policy === 'confirm' && (limitPerOrder === null || total <= toPaise(limitPerOrder));
  return mayConfirm(sources.sms) || (mailbox.host !== '' && mayConfirm(sources.email));
}

/** What matching reads of the settings. */
export type ProofRules = Pick<ProofSettings, 'sources' | 'accounts' | 'byNumber' | 'byPaise'>;
