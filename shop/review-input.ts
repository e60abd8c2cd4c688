import { z } from 'zod';
import { countParameter, LIST_LIMITS } from './catalogue-query.ts';
import { checkReviewField, REVIEW_SORTS, REVIEW_STATUSES } from './reviews.ts';
import { cleanText } from './text.ts';

/** Reviews as the API speaks of them; times in epoch ms. The rules are in reviews.ts, which has no Zod. */

/** A review as shoppers see it: approved, and without the e-mail (D48). */
export const PublicReview = z.object({
  _id: z.string(),
  id: z.string(),
  customerName: z.string(),
  rating: z.number(),
  title: z.string(),
  comment: z.string(),
  date: z.number(),
  verified: z.boolean(),
  helpful: z.number(),
  /** The shop's answer. */
  reply: z.string().nullable().optional(),
});
export type PublicReview = z.infer<typeof PublicReview>;

export const ReviewStatus = z.enum(REVIEW_STATUSES);

/** A review as admins see it (spec 2 §3). */
export const AdminReview = PublicReview.extend({
  productId: z.string(),
  productName: z.string(),
  customerEmail: z.string(),
  status: ReviewStatus,
  createdAt: z.number(),
  updatedAt: z.number(),
});
export type AdminReview = z.infer<typeof AdminReview>;

function text(field: 'customerName' | 'customerEmail' | 'title' | 'comment') {
  return z
    .string({ error: checkReviewField(field, '') ?? 'This must be a text' })
    .overwrite((value) => (field === 'comment' ? cleanText(value) : value.toWellFormed().trim()))
    .superRefine((value, context) => {
      const message = checkReviewField(field, value);
      if (message) context.addIssue({ code: 'custom', message });
    });
}

/** POST /reviews (D15). `verified`, `status` and `helpful` are the server's: they are dropped. */
export const ReviewInput = z.object({
  productId: z.string({ error: 'Product ID not found' }).trim().min(1, 'Product ID not found').max(200),
  customerName: text('customerName'),
  customerEmail: text('customerEmail'),
  rating: z
    .number({ error: 'Please choose a rating' })
    .int('Please choose a rating')
    .min(1, 'Please choose a rating')
    .max(5, 'Please choose a rating'),
  title: text('title').default(''),
  comment: text('comment'),
  /** Only compared with delivered orders, for 'verified' (D15); never stored, and a wrong one is no error. */
  customerPhone: z.string({ error: 'Phone must be a text' }).max(40, 'Phone must be at most 40 characters').optional(),
});
export type ReviewInput = z.infer<typeof ReviewInput>;

/** GET /reviews/product/{id}: 12 reviews a page, at most 100, newest first. */
export const ReviewQuery = z.object({
  page: countParameter('page', 1, 1_000_000),
  limit: countParameter('limit', LIST_LIMITS.default, LIST_LIMITS.elsewhere),
  sort: z.enum(REVIEW_SORTS, { error: `sort must be one of ${REVIEW_SORTS.join(', ')}.` }).default('newest'),
});
export type ReviewQuery = z.infer<typeof ReviewQuery>;
