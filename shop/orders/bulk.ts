import { z } from 'zod';
import { cleanText } from '../text/text.ts';
import { isOrderNumber } from './order-status.ts';

/**
 * Several orders changed by one request, and the unproven orders that look as if one person had
 * sent them (D65).
 */

/** Orders in one request. */
export const MAX_BULK = 200;

const orders = z
  .array(
    z.object({
      orderNumber: z.string().refine(isOrderNumber, 'Please choose orders'),
      version: z.number().int().optional().describe('the version that was read; a stale one is not changed'),
    }),
    { error: 'Please choose orders' },
  )
  .min(1, 'Please choose orders')
  .max(MAX_BULK, `Please choose at most ${MAX_BULK} orders`);
const notify = z
  .boolean()
  .default(false)
  .describe('email the shoppers, within the limits of mailboxes and networks; invented orders name strangers');
const REASON = 'Please give the reason.';
const reason = z.string({ error: REASON }).overwrite(cleanText).max(500, 'Reason must be at most 500 characters');

/** Body of `POST /orders/bulk/not-received`. */
export const BulkNotReceivedBody = z
  .object({ orders, reason: reason.default(''), notify, undo: z.boolean().default(false).describe('take it back') })
  .refine(({ reason, undo }) => undo || reason.trim() !== '', { path: ['reason'], message: REASON });
/** Body of `POST /orders/bulk/cancel`. */
export const BulkCancelBody = z.object({ orders, reason: reason.min(1, REASON), notify });

/** Body of `POST /orders/bulk/delivered`. */
export const BulkDeliveredBody = z.object({
  orders,
  undo: z.boolean().default(false).describe('take it back, while no shopper has been told'),
});

export const BulkResult = z.object({
  orderNumber: z.string(),
  done: z.boolean(),
  message: z.string().describe('why it was not done, as a sentence'),
});
export type BulkResult = z.infer<typeof BulkResult>;

/** The fewest unproven orders that are shown as a group: a family or an office has less. */
export const LEAST_GROUPED = 5;

const GroupedOrder = z.object({
  orderNumber: z.string(),
  version: z.number(),
  name: z.string(),
  total: z.number().describe('rupees'),
});
export type GroupedOrder = z.infer<typeof GroupedOrder>;

/** Unproven orders of one network or with one phone, newest first. */
export const UnprovenGroup = z.object({
  by: z.enum(['network', 'phone']),
  label: z.string().describe('four characters that tell networks apart, never an address; or the phone'),
  orders: z.array(GroupedOrder),
});
export type UnprovenGroup = z.infer<typeof UnprovenGroup>;
