import { z } from 'zod';
import { type Contract, ok } from '../../contract.ts';
import { namedPagination, pageParameters } from '../../page-parameters.ts';
import { cleanLine } from '../../text/text.ts';
import { Credit } from './credit.ts';

/**
 * Messages that no known wording fits, senders that are not listed, and wordings that the shop has
 * learned (D62). Amounts in rupees, times in epoch ms.
 */

/** Why a message waits for a person. */
const BANK_MESSAGE_REASONS = [
  /** No wording that is switched on fits the whole of it. */
  'wording_unknown',
  /** The sender belongs to no bank that the shop knows. */
  'sender_unknown',
  /** The sender's bank is no bank of an own account. */
  'no_account',
  /** It names the digits of an account that is not the shop's. */
  'other_account',
] as const;
export type BankMessageReason = (typeof BANK_MESSAGE_REASONS)[number];

export const BANK_MESSAGE_STATUSES = ['waiting', 'confirmed', 'dismissed'] as const;
export type BankMessageStatus = (typeof BANK_MESSAGE_STATUSES)[number];

const SuggestedOrder = z.object({ orderNumber: z.string(), total: z.number(), name: z.string(), utr: z.string() });

export const BankMessage = z.object({
  id: z.string(),
  via: z.enum(['sms', 'email', 'text']),
  sender: z.string().describe('SMS header, app package or mail address; empty for a pasted text'),
  bank: z.string().nullable().describe('short name of the bank, if the sender is known'),
  bankName: z.string().nullable(),
  subject: z.string().describe('of a mail'),
  text: z.string().describe('at most 2,000 characters'),
  receivedAt: z.number(),
  reason: z.enum(BANK_MESSAGE_REASONS),
  status: z.enum(BANK_MESSAGE_STATUSES),
  order: SuggestedOrder.nullable().describe('the waiting order whose UTR and total stand in the text'),
  orderNumber: z.string().nullable().describe('the order that it confirmed'),
  decidedBy: z.string().nullable(),
  decidedAt: z.number().nullable(),
});
export type BankMessage = z.infer<typeof BankMessage>;

const UnlistedSender = z.object({
  sender: z.string(),
  via: z.enum(['sms', 'email']),
  bank: z
    .string()
    .nullable()
    .describe('the bank that the sender belongs to, if the shop knows it: a guess for the form'),
  tail: z.string().nullable().describe('the account digits in its latest message: a guess for the form'),
  count: z.number().describe('messages that look like credits'),
  latest: z.object({ text: z.string(), at: z.number() }),
});
export type UnlistedSender = z.infer<typeof UnlistedSender>;

/** An own account with the senders that count for it. */
const OwnAccount = z.object({
  bank: z.string().describe('as the owner wrote it'),
  tail: z.string().describe('empty for a payment app'),
  app: z.boolean(),
  senders: z.array(z.string()).describe('SMS headers, app packages and mail domains, with those that were added'),
});

/** A piece of a wording: fixed words (`slot` null), or what stands in a slot. */
const WordingPart = z.object({ slot: z.string().nullable(), text: z.string() });

const WORDING_STATES = ['asked', 'refused', 'on', 'off'] as const;

const WordingExample = z.object({
  text: z.string(),
  subject: z.string(),
  parts: z.array(WordingPart).describe('the text as the wording reads it'),
  amount: z.number(),
  utr: z.string().nullable(),
  orderNumber: z.string(),
  confirmedBy: z.string(),
  confirmedAt: z.number(),
});

export const Wording = z.object({
  id: z.string(),
  own: z.boolean().describe('learned from messages, not built in'),
  bank: z.string(),
  bankName: z.string(),
  senders: z.array(z.string()),
  parts: z.array(WordingPart).describe('in a slot: what the first example has there, or nothing for a built-in one'),
  state: z
    .enum(WORDING_STATES)
    .describe('`asked`: the owner has not decided; `refused`: it can never confirm, see `reason`; `off`: switched off'),
  reason: z
    .string()
    .nullable()
    .describe('why it was refused, or `examples` when it is off because its examples are not read any more'),
  messages: z
    .number()
    .describe('messages read by it in the last 30 days; while it is off: those that came since and wait'),
  confirmed: z.number().describe('orders that these messages confirmed'),
  lastAt: z.number().nullable().describe('when it last read a message, however long ago'),
  decidedBy: z.string().nullable(),
  decidedAt: z.number().nullable(),
  examples: z.array(WordingExample).describe('the messages that it was learned from; empty for a built-in one'),
});
export type Wording = z.infer<typeof Wording>;

const message = z.string();
/** Without control characters: PostgreSQL stores no NUL. */
const line = (most: number) => z.string().overwrite(cleanLine).max(most, `At most ${most} characters`);
const params = z.object({ id: line(200) });
const staff = { tag: 'payments (staff)', access: 'staff', right: 'verifyPayments' } as const;
const admin = { tag: 'payments (admin)', access: 'admin' } as const;
const sender = line(120).trim().min(1, 'Please give the sender');

export const bankMessagesApi = {
  'GET /payments/bank-messages': {
    ...staff,
    summary: 'Messages of the bank that nothing could be read from by itself, newest first',
    query: z.object({
      status: z.enum(BANK_MESSAGE_STATUSES).default('waiting'),
      sender: line(320).optional(),
      ...pageParameters(50, 200),
    }),
    responses: {
      200: ok({ messages: z.array(BankMessage), pagination: namedPagination('totalMessages') }),
    },
  },
  'POST /payments/bank-messages/:id/confirm': {
    ...staff,
    params,
    summary: 'Confirm an order by a message that names its UTR and its total; the shop learns from it',
    body: z.object({ orderNumber: line(100) }),
    responses: { 200: ok({ message, bankMessage: BankMessage, credit: Credit }) },
    fails: [404, 409],
  },
  'POST /payments/bank-messages/:id/dismiss': {
    ...staff,
    params,
    summary: 'Set a message aside that is no payment of an order',
    responses: { 200: ok({ message, bankMessage: BankMessage }) },
    fails: [404, 409],
  },
  'POST /payments/bank-messages/:id/open': {
    ...staff,
    params,
    summary: 'Let a message wait again that was set aside',
    responses: { 200: ok({ message, bankMessage: BankMessage }) },
    fails: [404, 409],
  },
  'GET /payments/senders': {
    ...admin,
    summary: 'Own accounts with their senders, and senders that are not listed but wrote what looks like a credit',
    responses: {
      200: ok({
        unlisted: z.array(UnlistedSender),
        ignored: z.array(z.string()),
        accounts: z.array(OwnAccount),
        banks: z.array(z.object({ bank: z.string(), name: z.string(), app: z.boolean() })).describe('for the choice'),
      }),
    },
  },
  'POST /payments/senders/accept': {
    ...admin,
    summary: 'Add a sender to the bank of an own account, and the account if it is missing',
    body: z.object({
      sender,
      bank: line(60).trim().min(1, 'Please choose the bank'),
      tail: z
        .string()
        .trim()
        .regex(/^(?:\d{3,4})?$/, 'Please enter the last 3 or 4 digits of the account')
        .describe('empty for a payment app'),
    }),
    responses: { 200: ok({ message }) },
  },
  'POST /payments/senders/ignore': {
    ...admin,
    summary: 'Ignore a sender from now on; its waiting messages are set aside. `ignored: false` takes it back',
    body: z.object({ sender, ignored: z.boolean().default(true) }),
    responses: { 200: ok({ message }) },
  },
  'GET /payments/wordings': {
    ...admin,
    summary: 'Wordings that the owner is asked about, that were refused, and all that may confirm or are switched off',
    responses: {
      200: ok({
        asked: z.array(Wording),
        refused: z.array(Wording),
        inUse: z.array(Wording).describe('on or off: learned ones first, then by use'),
      }),
    },
  },
  'POST /payments/wordings/:id/trust': {
    ...admin,
    params,
    summary: 'Let messages of a learned wording confirm orders by themselves',
    responses: { 200: ok({ message, wording: Wording }) },
    fails: [404, 409],
  },
  'POST /payments/wordings/:id/later': {
    ...admin,
    params,
    summary: 'Ask about a wording again after five more messages of it; a refused one is not shown again',
    responses: { 200: ok({ message }) },
    fails: [404, 409],
  },
  'PUT /payments/wordings/:id': {
    ...admin,
    params,
    summary: 'Switch a wording on or off; messages of one that is off wait for a person',
    body: z.object({ on: z.boolean() }),
    responses: { 200: ok({ message, wording: Wording }) },
    fails: [404, 409],
  },
} as const satisfies Contract;
