import { z } from 'zod';
import m from '#messages/replacement-rules';
import { cleanLine, cleanText, cleanWord } from '../text/text.ts';
import { courierName } from './couriers.ts';
import {
  MAX_REPLACEMENT_PHOTOS,
  REPLACEMENT_LENGTHS,
  REPLACEMENT_REASONS,
  REPLACEMENT_STATUSES,
} from './replacements.ts';

/**
 * API schemas of replacement requests; times in epoch ms. The rules are in replacements.ts, which
 * does not import Zod.
 */

const MAX_LINES = 100;
const whole = z.number({ error: m.items }).int({ error: m.items });
/** One line of text without control characters and line breaks, at most `max` characters. */
export const line = (max: number, label: string) =>
  z
    .string({ error: `${label} must be a text` })
    .overwrite(cleanLine)
    .max(max, `${label} must be at most ${max} characters`);

/**
 * Body of `POST /orders/{orderNumber}/replacement`. `checkReplacement` checks lengths and
 * quantities against the order.
 */
export const ReplacementInput = z.object({
  items: z
    .array(z.object({ line: whole.min(0).max(MAX_LINES), quantity: whole.min(0).max(999) }), {
      error: m.items,
    })
    .max(MAX_LINES, { error: m.items }),
  reason: z.enum(REPLACEMENT_REASONS, { error: m.reason }),
  description: z.string({ error: m.description }).max(5000, 'The description is too long').overwrite(cleanText),
  photos: z
    .array(z.string().max(100), { error: 'Photos must be a list' })
    .max(MAX_REPLACEMENT_PHOTOS, { error: () => m.photos({ most: MAX_REPLACEMENT_PHOTOS }) })
    .default([])
    .describe('ids of POST /orders/{orderNumber}/replacement/photos'),
});
export type ReplacementInput = z.infer<typeof ReplacementInput>;

/** A photo; only readable with the order's token or by staff. */
export const ReplacementPhoto = z.object({
  id: z.string(),
  /** Path relative to the shop's origin. */
  url: z.string(),
  width: z.number(),
  height: z.number(),
});
export type ReplacementPhoto = z.infer<typeof ReplacementPhoto>;

const ReplacementItem = z.object({
  line: z.number().describe('place in the order, from 0'),
  name: z.string(),
  size: z.string(),
  quantity: z.number(),
});

/** See couriers.ts; null without a number, or for a courier that is not in its table. */
export const CourierLink = z.object({
  url: z.string(),
  hasNumber: z.boolean().describe('the page shows this parcel; otherwise the number is entered there'),
});

/** A request as returned to shoppers with the order's token. */
export const Replacement = z.object({
  _id: z.string(),
  id: z.string(),
  status: z.enum(REPLACEMENT_STATUSES),
  reason: z.enum(REPLACEMENT_REASONS),
  description: z.string(),
  items: z.array(ReplacementItem),
  photos: z.array(ReplacementPhoto),
  /** The shop's message to the shopper. */
  note: z.string(),
  courier: z.string(),
  courierTracking: z.string(),
  courierLink: CourierLink.nullable(),
  createdAt: z.number(),
  updatedAt: z.number(),
  decidedAt: z.number().nullable(),
  shippedAt: z.number().nullable(),
  closedAt: z.number().nullable(),
  version: z.number(),
});
export type Replacement = z.infer<typeof Replacement>;

/** A request for staff, with fields of its order. */
export const AdminReplacement = Replacement.extend({
  orderNumber: z.string(),
  customerName: z.string(),
  phone: z.string(),
  city: z.string(),
  deliveredAt: z.number().nullable(),
  decidedBy: z.string(),
});
export type AdminReplacement = z.infer<typeof AdminReplacement>;

/** Body of `PUT /replacements/{id}/status`. */
export const ReplacementMove = z.object({
  status: z.enum(REPLACEMENT_STATUSES, { error: 'Please choose a valid status' }),
  note: z
    .string({ error: 'Note must be a text' })
    .overwrite(cleanText)
    .max(REPLACEMENT_LENGTHS.note, `Note must be at most ${REPLACEMENT_LENGTHS.note} characters`)
    .default(''),
  courier: line(REPLACEMENT_LENGTHS.courier, 'Courier').overwrite(courierName).default(''),
  courierTracking: line(REPLACEMENT_LENGTHS.courierTracking, 'Tracking number').overwrite(cleanWord).default(''),
  version: z.number().int().optional().describe('the version that was read; a stale one is 409'),
});
export type ReplacementMove = z.infer<typeof ReplacementMove>;

/** Number of requests by status. */
export const ReplacementCounts = z.record(z.enum(REPLACEMENT_STATUSES), z.number());
export type ReplacementCounts = z.infer<typeof ReplacementCounts>;
