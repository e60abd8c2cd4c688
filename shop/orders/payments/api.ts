import { z } from 'zod';
import { type Contract, ok } from '../../contract.ts';
import { isWholePaise } from '../../money/money.ts';
import { namedPagination } from '../../page-parameters.ts';
import { cleanLine } from '../../text/text.ts';
import { version } from '../order-calls.ts';
import { BankMessage, bankMessagesApi } from './bank-messages-api.ts';
import { CREDIT_SOURCES, CREDIT_STATUSES, Credit } from './credit.ts';
import { MATCH_REASONS } from './match.ts';
import { MISSING } from './own-accounts.ts';

const message = z.string();
/** Without control characters: PostgreSQL stores no NUL. */
const line = (most: number) => z.string().overwrite(cleanLine).max(most, `At most ${most} characters`);
const params = z.object({ id: line(100) });
const staff = { tag: 'payments (staff)', access: 'staff', right: 'verifyPayments' } as const;
const admin = { tag: 'payments (admin)', access: 'admin' } as const;
const day = z.iso.date('Please enter a date as YYYY-MM-DD');
const text = (most: number) => z.string().max(most, `At most ${most} characters`);

/** Largest statement file and largest mail or message, bytes. */
const MAX_STATEMENT_BYTES = 20_000_000;
export const MAX_MESSAGE_BYTES = 64 * 1024;
const MAX_RAW = 1_000_000;
/** Times of messages end with the year 2099, in epoch ms. */
const LAST_MS = 4_102_444_799_999;

/** What a credit proves. */
const CreditMatch = z.object({
  orderNumber: z.string().nullable(),
  decision: z.enum(['confirm', 'review', 'suggest', 'none']),
  reason: z.enum(MATCH_REASONS),
});

/** What was read in a message; `reason` says why it is no credit, or why it is not trusted. */
const Message = z.object({
  kind: z.enum(['credit', 'debit', 'other']),
  amount: z.number().nullable(),
  rrn: z.string().nullable(),
  date: z.string().nullable(),
  payer: z.string().nullable(),
  account: z.string().nullable(),
  reversal: z.boolean(),
  trusted: z.boolean(),
  reason: z.string().nullable(),
});

/** What became of a message. */
const TakenMessage = {
  message: Message,
  credit: Credit.optional(),
  match: CreditMatch.optional(),
  waiting: BankMessage.optional().describe('it waits for a person; in a dry run its id is empty'),
};

/** The narration in a dry run, characters: enough to recognise the line. */
export const MAX_NARRATION = 200;

const Line = z.object({
  date: z.string(),
  amount: z.number(),
  direction: z.enum(['credit', 'debit']).nullable().describe('null: nothing in the file tells it'),
  rrn: z.string().nullable(),
  refs: z.array(z.string()),
  payer: z.string().nullable(),
  narration: z.string().describe(`as the bank prints it, at most ${MAX_NARRATION} characters`),
  read: z.boolean().describe('by a known layout and wording; any other line confirms nothing'),
  reversal: z.boolean(),
  duplicate: z.boolean(),
  creditId: z.string().optional().describe('not in a dry run'),
  match: CreditMatch.optional(),
});

export const StatementImport = z.object({
  id: z.string().describe('empty for a dry run'),
  name: z.string(),
  bank: z.string().nullable(),
  account: z.string().nullable(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  credits: z.number().describe('credit lines of the file'),
  duplicates: z.number().describe('credit lines that an earlier statement has shown'),
  refused: z
    .array(z.object({ line: z.number(), reason: z.string(), text: z.string().optional() }))
    .describe('lines that could not be read'),
  confirmed: z.number(),
  review: z.number(),
  suggested: z.number(),
  importedAt: z.number(),
  importedBy: z.string(),
  undoneAt: z.number().nullable(),
  withheld: z
    .enum(['layout', 'gap'])
    .nullable()
    .optional()
    .describe(
      'why nothing is confirmed by itself: the layout is not known, or its balances have a gap and its account is not an own one',
    ),
  shortened: z.number().optional().describe('references that a spreadsheet has shortened'),
  lines: z.array(Line).optional().describe('of a dry run; of an import those that need a person'),
});
export type Refund = z.infer<typeof Refund>;
export type RefundDue = z.infer<typeof RefundDue>;
export type StatementImport = z.infer<typeof StatementImport>;

/** An order on the payments screen. Amounts in rupees. */
const ReviewOrder = z.object({
  orderNumber: z.string(),
  name: z.string(),
  phone: z.string(),
  total: z.number(),
  utrNumber: z.string().nullable(),
  app: z.string(),
  status: z.string(),
  paymentStatus: z.string(),
  createdAt: z.number(),
  version: z.number().describe('for a decision about its payment, or a refund'),
});
const OrderToVerify = ReviewOrder.extend({
  match: z
    .object({ credit: Credit, reason: z.enum(MATCH_REASONS), difference: z.number() })
    .nullable()
    .describe('the best credit; `difference` = received minus total, in rupees'),
  hints: z.object({
    sameUtr: z.array(z.string()),
    samePhone: z.number(),
    wrongDay: z.boolean().describe('year and day in the UTR are not those of the order'),
  }),
});
const RefundDue = ReviewOrder.extend({
  due: z.number().describe('rupees still to send back'),
  why: z.enum(['cancelled', 'returned', 'part_returned', 'overpaid']),
});
/**
 * A refund that has been sent. `inStatement`: a statement shows the debit. `takenBackAt`: it was
 * not sent after all, or came back.
 */
const Refund = z.object({
  id: z.string(),
  orderNumber: z.string(),
  amount: z.number(),
  date: z.string(),
  reference: z.string().nullable(),
  reason: z.string(),
  by: z.string(),
  at: z.number(),
  inStatement: z.boolean(),
  takenBackAt: z.number().nullable(),
  cameBackAt: z
    .number()
    .nullable()
    .describe('when money of this amount came back that names no refund: a hint for staff'),
});
const OpenCredit = z.object({
  credit: Credit,
  suggestions: z.array(z.object({ order: ReviewOrder, reason: z.enum(MATCH_REASONS) })),
});

/** How well payments prove themselves. Times in ms. */
const PaymentFigures = z.object({
  confirmedToday: z.number().describe('payments that were confirmed today in India'),
  automaticToday: z.number().describe('those of them that a credit has confirmed by itself'),
  usualCheckMs: z.number().nullable().describe('median from the UTR to the confirmation; null with too few orders'),
  lastCredit: z
    .object({ source: z.enum(CREDIT_SOURCES), at: z.number() })
    .nullable()
    .describe('the last one received'),
  statementTo: z.string().nullable().describe('last day of the imported statements, YYYY-MM-DD; null without one'),
  missing: z.array(z.enum(MISSING)).describe('what keeps payments from confirming orders by themselves'),
});
export type PaymentFigures = z.infer<typeof PaymentFigures>;

/** Bank credits and what they prove (docs/payments.md). */
export const paymentsApi = {
  'POST /payments/statements': {
    ...admin,
    summary: 'Import a bank statement (CSV, TSV, XLSX, XLS, HTML); a dry run returns its lines and writes nothing',
    query: z.object({ dryRun: z.stringbool().default(false) }),
    files: { field: 'file', most: 1, bytes: MAX_STATEMENT_BYTES },
    responses: { 200: ok({ import: StatementImport }) },
    fails: [409],
  },
  'GET /payments/statements': {
    ...admin,
    summary: 'Imports, newest first',
    responses: { 200: ok({ imports: z.array(StatementImport) }) },
  },
  'POST /payments/statements/:id/undo': {
    ...admin,
    params,
    summary:
      'Undo an import: credits that only it has shown fall away, and orders that they confirmed are pending again',
    responses: { 200: ok({ import: StatementImport }) },
    fails: [404, 409],
  },
  'POST /payments/messages': {
    ...admin,
    summary: 'Read a message of the bank; a pasted text never confirms an order by itself',
    body: z.object({
      via: z.enum(['sms', 'email', 'text'], { error: 'Please choose sms, email or text' }),
      sender: text(200).optional(),
      text: text(10_000).optional(),
      raw: text(MAX_RAW).optional().describe('a whole email with its headers'),
      receivedAt: z.union([z.number().min(0).max(LAST_MS), z.iso.datetime({ offset: true })]).optional(),
      dryRun: z.boolean().default(false),
    }),
    bodyLimit: 2_500_000,
    responses: {
      200: ok({
        ...TakenMessage,
        count: z.number().describe('messages in the text: a pasted one may hold several'),
        more: z.array(z.object(TakenMessage)).describe('what became of all but the first'),
      }),
    },
  },
  'POST /payments/inbox': {
    ...admin,
    summary: 'Make a new secret address for forwarded messages and end the old one; it is shown only here',
    responses: { 200: ok({ secret: z.string(), url: z.string() }) },
  },
  'GET /payments/inbox': {
    ...admin,
    summary: 'Whether there is an address for forwarded messages, its last message, and the state of the mailbox',
    responses: {
      200: ok({
        active: z.boolean(),
        createdAt: z.number().nullable(),
        lastMessageAt: z.number().nullable(),
        lastSender: z.string().nullable(),
        lastKind: z.string().nullable(),
        mailbox: z
          .object({
            connected: z.boolean(),
            lastMailAt: z.number().nullable(),
            error: z.string().nullable(),
            nextTryAt: z.number().nullable(),
            skipped: z
              .object({
                count: z.number(),
                lastAt: z.number(),
                why: z.enum(['too_large', 'unreadable', 'crashed', 'failed']),
              })
              .nullable()
              .describe('mails that were left out since the start, with the reason of the last one'),
          })
          .nullable()
          .describe('the watched mailbox; null without one'),
      }),
    },
  },
  'GET /payments/credits': {
    ...staff,
    summary: 'Bank credits, newest first',
    query: z.object({
      status: z.enum(CREDIT_STATUSES).optional(),
      from: day.optional(),
      to: day.optional(),
      page: z.coerce.number().int().min(1).max(1e6).default(1),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    responses: { 200: ok({ credits: z.array(Credit), pagination: namedPagination('totalCredits') }) },
  },
  'POST /payments/credits/:id/match': {
    ...staff,
    params,
    summary: 'Confirm an order by a credit; another amount needs `acceptAmount`',
    body: z.object({ orderNumber: line(100), acceptAmount: z.boolean().default(false) }),
    responses: { 200: ok({ message, credit: Credit }) },
    fails: [404, 409],
  },
  'POST /payments/credits/:id/unmatch': {
    ...staff,
    params,
    summary: 'Take a credit off its order; an order that has not shipped is pending again',
    responses: { 200: ok({ message, credit: Credit }) },
    fails: [404, 409],
  },
  'POST /payments/credits/:id/dismiss': {
    ...staff,
    params,
    summary: 'Set a credit aside that is no sale',
    body: z.object({ reason: line(300).min(1, 'Please give the reason.') }),
    responses: { 200: ok({ message, credit: Credit }) },
    fails: [404, 409],
  },
  'POST /payments/credits/:id/open': {
    ...staff,
    params,
    summary: 'Open a credit again that was set aside; it confirms no order by itself',
    responses: { 200: ok({ message, credit: Credit }) },
    fails: [404, 409],
  },
  'GET /payments/review': {
    ...staff,
    summary:
      'What a person should look at: payments to verify, credits without an order, missing UTRs, conflicts, refunds',
    responses: {
      200: ok({
        toVerify: z.array(OrderToVerify),
        withoutOrder: z.array(OpenCredit),
        withoutOrderTotal: z
          .object({ count: z.number(), amount: z.number() })
          .describe('of all, while `withoutOrder` has at most 200'),
        missingUtr: z.array(ReviewOrder),
        conflicts: z.array(Credit),
        conflictCount: z.number().describe('of all, while `conflicts` has at most 200 of each kind'),
        refunds: z.array(RefundDue),
        refundTotal: z
          .object({ count: z.number(), due: z.number() })
          .describe('of all, while `refunds` has at most 200'),
        exact: z.number().describe('orders with an exact match'),
        figures: PaymentFigures,
        messagesWaiting: z.number().describe('messages of the bank that wait for a person'),
      }),
    },
  },
  'GET /payments/refunds': {
    ...staff,
    summary: 'Refunds still to send (`due`), or sent, newest first; those of one `order` if it is given',
    query: z.object({ status: z.enum(['due', 'sent']).default('due'), order: line(100).optional() }),
    responses: {
      200: ok({
        due: z.array(RefundDue),
        refunds: z.array(Refund),
        payer: z.string().nullable().describe('of the order: the UPI ID that paid it, as the bank has reported it'),
      }),
    },
  },
  'POST /orders/:id/refunds': {
    ...staff,
    params,
    summary: 'Record a refund that has been sent; the shopper gets a mail',
    body: z.object({
      amount: z
        .number({ error: 'Please enter the amount in rupees' })
        .positive('The amount must be above 0')
        .max(1e9)
        .refine(isWholePaise, 'The amount must have at most two decimals'),
      date: day,
      reference: line(40).optional(),
      reason: line(300).min(1, 'Please give the reason.'),
      version,
    }),
    responses: { 201: ok({ message, refund: Refund }) },
    fails: [404, 409],
  },
  'PUT /orders/:id/kept': {
    ...staff,
    params,
    summary:
      'Decide that no more of a payment goes back and the shop keeps the rest, or that it is due after all; nobody gets a mail',
    body: z.object({ kept: z.boolean(), reason: line(300).trim().min(1, 'Please give the reason.'), version }),
    responses: { 200: ok({ message }) },
    fails: [404, 409],
  },
  'POST /payments/refunds/:id/undo': {
    ...staff,
    params,
    summary:
      'Take back a refund that was not sent, or that came back; the money may be due again, and nobody gets a mail',
    body: z.object({ reason: line(300).trim().min(1, 'Please give the reason.') }),
    responses: { 200: ok({ message, refund: Refund }) },
    fails: [404, 409],
  },
  'POST /payments/confirm-exact': {
    ...staff,
    summary: 'Confirm orders that have an exact match',
    body: z.object({ orderNumbers: z.array(line(100)).min(1).max(200) }),
    responses: {
      200: ok({
        results: z.array(z.object({ orderNumber: z.string(), confirmed: z.boolean(), reason: z.string().nullable() })),
      }),
    },
  },
  ...bankMessagesApi,
} as const satisfies Contract;

/**
 * The forwarder's address. Its path holds the secret; the access log has the pattern only (D59).
 */
const forwarded = {
  tag: 'payments (forwarder)',
  access: 'public',
  params: z.object({ secret: z.string().max(200) }),
  responses: { 200: ok({}) },
  fails: [401, 404, 413],
} as const;
export const inboxApi = {
  'POST /payments/inbox/:secret': {
    ...forwarded,
    summary: 'A message of the bank, forwarded by an app on the owner’s phone: JSON, form or text',
    bodyLimit: MAX_MESSAGE_BYTES,
  },
  'PUT /payments/inbox/:secret': {
    ...forwarded,
    summary: 'The same by PUT',
    bodyLimit: MAX_MESSAGE_BYTES,
  },
  'GET /payments/inbox/:secret': {
    ...forwarded,
    summary: 'The same by GET, with the message in the query',
    query: z.looseObject({}),
  },
} as const satisfies Contract;
