import { z } from 'zod';
import m from '#messages/tracking-rules';
import { midnightOf } from '../india/dates.ts';
import { pageParameters, search } from '../page-parameters.ts';
import { cleanLine, cleanText } from '../text/text.ts';
import { COURIER_FILES } from './courier-files.ts';
import { DELIVERED_OUTCOMES } from './delivered-file.ts';
import { checkCode, cleanCode } from './order-code.ts';
import { isOrderNumber, ORDER_VIEW_NAMES } from './order-status.ts';
import {
  ATTENTION_REASONS,
  CancelInput,
  giftMessageText,
  ORDER_STATUSES,
  OrderStatusInput,
  PAYMENT_STATUSES,
  ParcelInput,
  ShippingAddressInput,
} from './orders.ts';
import { MAX_PAPER_ORDERS, PAPERS } from './papers.ts';
import { utrInput } from './payment-input.ts';
import { PROOF_WAYS } from './payments/credit.ts';
import { REPLACEMENT_STATUSES } from './replacements.ts';

/** Queries, bodies and responses of the order endpoints. The order itself is in orders.ts. */

const DAY_MS = 86_400_000;
/** Orders and requests per page. */
const PAGE_SIZE = 20;

/**
 * Parses '2026-11-20' as the start of that day in India, or epoch ms; returns epoch ms, or null if
 * invalid.
 */
function parseMoment(text: string): number | null {
  if (/^\d{10,14}$/.test(text)) {
    return Number(text);
  }
  const midnight = /^\d{4}-\d{2}-\d{2}$/.test(text) ? midnightOf(text) : Number.NaN;
  return Number.isNaN(midnight) ? null : midnight;
}

const moment = z.string().refine((text) => parseMoment(text) !== null, 'Dates look like 2026-11-20');
const from = moment.transform((text) => parseMoment(text) ?? 0);
/** Exclusive end; a date includes the whole day. */
const to = moment.transform((text) => (parseMoment(text) ?? 0) + (text.includes('-') ? DAY_MS : 1));

/**
 * Query of `GET /orders`. Status in lower case; 'all' and '' mean every status but draft. Times
 * become epoch ms.
 */
export const OrderListQuery = z.object({
  status: z.enum([...ORDER_STATUSES, 'all', ''], { error: 'Please choose a valid order status' }).optional(),
  payment: z
    .enum(PAYMENT_STATUSES, { error: 'Please choose a valid payment status' })
    .optional()
    .describe('pending: without cancelled orders, unless the status asks for them'),
  view: z
    .enum(ORDER_VIEW_NAMES, { error: 'Please choose a valid view' })
    .optional()
    .describe('the orders of a stage of the work, whatever the status'),
  attention: z
    .enum(['true', 'false'])
    .optional()
    .describe('true: live orders with a reason to look at, unless the status asks for others'),
  search,
  from: from.optional(),
  to: to.optional(),
  ...pageParameters(PAGE_SIZE),
});
export type OrderListQuery = z.infer<typeof OrderListQuery>;

/** Query of `GET /replacements`. */
export const ReplacementListQuery = z.object({
  status: z.enum([...REPLACEMENT_STATUSES, 'all', ''], { error: 'Please choose a valid status' }).optional(),
  search,
  ...pageParameters(PAGE_SIZE),
});

/** Another order with the same payment reference or phone number. */
export const OrderHint = z.object({
  orderNumber: z.string(),
  status: z.enum(ORDER_STATUSES),
  name: z.string(),
  total: z.number(),
  createdAt: z.number(),
});
export type OrderHint = z.infer<typeof OrderHint>;

export const OrderMail = z.object({
  id: z.string(),
  kind: z.string(),
  to: z.string(),
  subject: z.string(),
  status: z.enum(['queued', 'sending', 'sent', 'failed']),
  isFile: z.boolean().describe('sent: it was only saved as a file, because the shop had no mail server'),
  tries: z.number(),
  lastError: z.string().describe('what the mail server said last; empty once the message was taken'),
  createdAt: z.number(),
  nextTryAt: z.number().nullable(),
  sentAt: z.number().nullable(),
});

export type OrderMail = z.infer<typeof OrderMail>;

const OrderPaymentDecision = z.object({
  status: z.enum(['accepted', 'rejected', 'withdrawn']),
  utrNumber: z.string().nullable(),
  amount: z.number(),
  by: z.string(),
  at: z.number(),
  note: z.string(),
  provedBy: z.enum(PROOF_WAYS).optional().describe('what led to an accepted payment'),
});

/** Additional data for staff about one order. */
export const OrderBackground = z.object({
  hints: z.object({ sameUtr: z.array(OrderHint), samePhone: z.array(OrderHint) }),
  mails: z.array(OrderMail),
  payments: z.array(OrderPaymentDecision),
});
export type OrderBackground = z.infer<typeof OrderBackground>;

/** Live figures of the dashboard. */
export const OrderStats = z.object({
  totalOrders: z.number(),
  byStatus: z.record(z.enum(ORDER_STATUSES), z.number()),
  revenue: z.number().describe('rupees of all orders that are not cancelled or drafts'),
  todayOrders: z.number(),
  todayRevenue: z.number(),
  pendingPayments: z.number(),
  needsAttention: z.number(),
});
export type OrderStats = z.infer<typeof OrderStats>;

export const version = z.number().int().optional().describe('the version that was read; a stale one is 409');

/** Body of `PUT /orders/{id}/status`. */
export const StatusBody = OrderStatusInput.extend({ version });
/** Body of `PUT /orders/{id}/parcel`. */
export const ParcelBody = ParcelInput.extend({ version });
/** Body of `PUT /orders/{id}/attention`: the reason to settle. */
export const AttentionBody = z.object({
  settled: z.enum(ATTENTION_REASONS, { error: 'Please choose what is settled' }),
  version,
});
/** Body of `PUT /orders/{id}/address`: the address in the format of `POST /orders`. */
export const AddressBody = z.object({ shippingAddress: ShippingAddressInput, version });
/** Body of `PUT /orders/{id}/gift`. */
export const GiftBody = z.object({ giftMessage: giftMessageText, version });
/** Body of `PUT /orders/{id}/notes`. */
export const NotesBody = z.object({
  internalNotes: z
    .string({ error: 'Notes must be a text' })
    .overwrite(cleanText)
    .max(4000, 'Notes must be at most 4000 characters'),
  before: z
    .string({ error: 'Notes must be a text' })
    .max(4000, 'Notes must be at most 4000 characters')
    .optional()
    .describe('the notes that these replace; when others are stored by now: 409, and nothing is changed'),
  version: z.number().int().optional(),
});
/** Body of `POST /orders/{id}/cancel`; optional. */
export const CancelBody = CancelInput.extend({ version }).nullish();
/** Body of `POST /orders/{id}/code/verify`. */
export const CodeBody = z.object({
  code: z
    .string({ error: m.code_missing })
    .max(100, { error: m.code_missing })
    .overwrite(cleanCode)
    .superRefine((code, context) => {
      const message = checkCode(code);
      if (message) context.addIssue({ code: 'custom', message });
    }),
});
/** Body of `POST /orders/{id}/utr`: the UTR in the format of `POST /orders`, but required. */
export const UtrBody = z.object({
  utrNumber: utrInput(),
  app: z.string().overwrite(cleanLine).max(40).default(''),
});

const COURIER_MISSING = 'Please choose a courier';

/** Order numbers in a query: 'ORD1,ORD2'. Becomes a list without doubles. */
const orderNumbers = z
  .string({ error: 'Please choose orders' })
  .max(MAX_PAPER_ORDERS * 30, `Please choose at most ${MAX_PAPER_ORDERS} orders`)
  .transform((text) => [...new Set(text.split(',').filter(Boolean))])
  .refine((numbers) => numbers.length > 0 && numbers.every(isOrderNumber), 'Please choose orders')
  .refine((numbers) => numbers.length <= MAX_PAPER_ORDERS, `Please choose at most ${MAX_PAPER_ORDERS} orders`)
  .describe(`order numbers with commas between them, at most ${MAX_PAPER_ORDERS}`);

/** `GET /orders/papers/{paper}`. */
export const PaperParams = z.object({ paper: z.enum(PAPERS, { error: 'Please choose what to print' }) });
export const PaperQuery = z.object({ orders: orderNumbers });
/** Query of `GET /orders/courier-file`. */
export const CourierFileQuery = z.object({
  courier: z.enum(COURIER_FILES, { error: COURIER_MISSING }),
  orders: orderNumbers,
});
/** The file of a courier, characters. */
const MAX_TRACKING_FILE = 400_000;
/** Body of `POST /orders/tracking-file`: the text of the courier's CSV. */
export const TrackingFileBody = z.object({
  courier: z.enum(COURIER_FILES, { error: COURIER_MISSING }),
  file: z.string({ error: 'Please choose a file' }).max(MAX_TRACKING_FILE, 'This file is too large'),
  dryRun: z.boolean().default(false),
});
export const TrackingFileLine = z.object({
  line: z.number(),
  orderNumber: z.string(),
  courierTracking: z.string(),
  courier: z.string(),
  outcome: z
    .enum(['ship', 'add', 'same', 'problem'])
    .describe('ship: the order is shipped; add: it was shipped without a number; same: nothing changes'),
  message: z.string().describe('a sentence for staff'),
});

/** The report of `POST /orders/delivered-file`, bytes. */
export const MAX_DELIVERED_FILE = 5_000_000;
export const DeliveredFileLine = z.object({
  line: z.number(),
  orderNumber: z.string(),
  courierTracking: z.string(),
  status: z.string().describe('as the courier writes it'),
  date: z.string().describe('as the courier writes it'),
  outcome: z
    .enum(DELIVERED_OUTCOMES)
    .describe(
      'deliver: the order becomes delivered; same, waiting, unknown: nothing changes; else a person has to look',
    ),
  message: z.string().describe('a sentence for staff'),
});
