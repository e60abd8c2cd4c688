import { z } from 'zod';
import { ORDER_STATUSES, PAYMENT_STATUSES } from '../orders/order-status.ts';
import { pageParameters, parameter } from '../page-parameters.ts';
import { cleanLine, cleanText } from '../text/text.ts';
import { CUSTOMER_SEGMENTS, CUSTOMER_SORTS, NOTE_LENGTH, TAG_LENGTH } from './customers.ts';

/** API schemas of customers; money in rupees, times in epoch ms. */

const one = <Value extends string>(values: readonly Value[], sentence: string) =>
  parameter((text) => values.find((value) => value === text) ?? null, sentence);

const FILTER = {
  search: z
    .string({ error: 'Give the search once.' })
    .overwrite(cleanLine)
    .max(100, 'A search is limited to 100 characters')
    .optional(),
  segment: one(CUSTOMER_SEGMENTS, 'A segment is new, returning, lapsed or top.'),
  tag: z
    .string({ error: 'Give the tag once.' })
    .overwrite(cleanLine)
    .max(TAG_LENGTH, `A tag has at most ${TAG_LENGTH} characters`)
    .optional(),
};

export const CustomerExportQuery = z.object(FILTER);
export const CustomerQuery = z.object({
  ...FILTER,
  ...pageParameters(50),
  sort: one(CUSTOMER_SORTS, 'Sort by recent or value.'),
});
export type CustomerQuery = z.infer<typeof CustomerQuery>;
export type CustomerExportQuery = z.infer<typeof CustomerExportQuery>;

export const Customer = z.object({
  id: z.string(),
  name: z.string(),
  phone: z.string(),
  email: z.string(),
  city: z.string(),
  state: z.string(),
  orders: z.number(),
  /** Money received, without refunds. */
  paid: z.number(),
  refunded: z.number(),
  returns: z.number(),
  firstOrderAt: z.number(),
  lastOrderAt: z.number(),
  tags: z.array(z.string()),
});
export type Customer = z.infer<typeof Customer>;

export const SegmentCounts = z.object({
  all: z.number(),
  new: z.number(),
  returning: z.number(),
  lapsed: z.number(),
});
export type SegmentCounts = z.infer<typeof SegmentCounts>;

/** One person with what staff see beside the orders. */
export const CustomerDetail = Customer.extend({
  pincode: z.string(),
  country: z.string(),
  notes: z.array(z.object({ id: z.string(), note: z.string(), by: z.string(), at: z.number() })),
  /** The latest, at most 50. */
  latestOrders: z.array(
    z.object({
      orderNumber: z.string(),
      createdAt: z.number(),
      items: z.string(),
      total: z.number(),
      status: z.enum(ORDER_STATUSES),
      paymentStatus: z.enum(PAYMENT_STATUSES),
    }),
  ),
  newsletter: z
    .object({ since: z.number(), leftAt: z.number().nullable() })
    .nullable()
    .describe('of the email address of the latest order'),
  stockAlerts: z.number().describe('sold-out sizes that the person waits for'),
  kept: z
    .object({ orders: z.number(), until: z.number() })
    .nullable()
    .describe('after the person was erased: orders with an invoice that tax law keeps, and until when'),
});
export type CustomerDetail = z.infer<typeof CustomerDetail>;

export const NoteBody = z.object({
  note: z
    .string({ error: 'Please write a note' })
    .overwrite(cleanText)
    .min(1, 'Please write a note')
    .max(NOTE_LENGTH, `A note has at most ${NOTE_LENGTH} characters`),
});

export const TagBody = z.object({
  tag: z
    .string({ error: 'Please write a tag' })
    .overwrite(cleanLine)
    .min(1, 'Please write a tag')
    .max(TAG_LENGTH, `A tag has at most ${TAG_LENGTH} characters`),
});

/** The number of the person again, so that nobody is erased by a stray click. */
export const EraseBody = z.object({ phone: z.string({ error: 'Please confirm the mobile number' }) });
