import { z } from 'zod';
import m from '#messages/review-rules';
import { LIST_LIMITS, pageParameters, parameter, search } from '../page-parameters.ts';
import { cleanLine, cleanText } from '../text/text.ts';
import {
  checkReviewField,
  chosenStars,
  cleanReviewField,
  MAX_REVIEW_PHOTOS,
  REVIEW_SORTS,
  REVIEW_STATUSES,
} from './reviews.ts';

/**
 * API schemas of reviews; times in epoch ms. The rules are in reviews.ts, which does not import
 * Zod.
 */

/** A photo of a review. Only staff can read it until the review is approved. */
const ReviewPhoto = z.object({
  id: z.string(),
  /** Paths relative to the shop's origin; the small one is 320 px wide. */
  url: z.string(),
  smallUrl: z.string(),
  /** Pixels of the whole photo. */
  width: z.number(),
  height: z.number(),
});
export type ReviewPhoto = z.infer<typeof ReviewPhoto>;

/** A photo that was sent and is not shown yet; `id` goes into the review. */
export const SentReviewPhoto = ReviewPhoto.pick({ id: true, width: true, height: true });
export type SentReviewPhoto = z.infer<typeof SentReviewPhoto>;

/** A review as returned to shoppers: approved, without the email address (D48). */
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
  /** The shop's reply. */
  reply: z.string().nullable().optional(),
  photos: z.array(ReviewPhoto),
});
export type PublicReview = z.infer<typeof PublicReview>;

const ReviewStatus = z.enum(REVIEW_STATUSES);

/** A review as returned to staff (R2.3). */
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
    .string({ error: () => checkReviewField(field, '') ?? 'This must be a text' })
    .overwrite((value) => cleanReviewField(field, value))
    .superRefine((value, context) => {
      const message = checkReviewField(field, value);
      if (message) context.addIssue({ code: 'custom', message });
    });
}

/**
 * POST /reviews (D15). Only the server sets `verified`, `status` and `helpful`: they are ignored
 * here.
 */
export const ReviewInput = z.object({
  productId: z.string({ error: 'Product ID not found' }).trim().min(1, 'Product ID not found').max(200),
  customerName: text('customerName'),
  customerEmail: text('customerEmail'),
  rating: z
    .number({ error: m.ratingMissing })
    .int({ error: m.ratingMissing })
    .min(1, { error: m.ratingMissing })
    .max(5, { error: m.ratingMissing }),
  title: text('title').default(''),
  comment: text('comment'),
  /**
   * Only compared with delivered orders for 'verified' (D15); never stored, and an invalid one is
   * not an error.
   */
  customerPhone: z.string({ error: 'Phone must be a text' }).max(40, 'Phone must be at most 40 characters').optional(),
  photos: z
    .array(z.string().max(100), { error: 'Photos must be a list' })
    .max(MAX_REVIEW_PHOTOS, { error: () => m.photos({ most: MAX_REVIEW_PHOTOS }) })
    .default([])
    .describe('ids of POST /reviews/photos'),
});
export type ReviewInput = z.infer<typeof ReviewInput>;

/**
 * GET /reviews/product/{id}: 12 reviews a page, at most 100, newest first; `stars` limits them to
 * one rating.
 */
export const ReviewQuery = z.object({
  ...pageParameters(LIST_LIMITS.default),
  stars: parameter(chosenStars, 'stars must be a whole number from 1 to 5.'),
  sort: z.enum(REVIEW_SORTS, { error: `sort must be one of ${REVIEW_SORTS.join(', ')}.` }).default('newest'),
});
export type ReviewQuery = z.infer<typeof ReviewQuery>;

/** Columns that staff can sort all reviews by (R2.7: createdAt, desc). */
const REVIEW_COLUMNS = ['createdAt', 'date', 'rating'] as const;

/**
 * GET /reviews for staff: 100 a page (R2.7), newest first. `status` in lower case; '' and 'all'
 * mean every status.
 */
export const ReviewListQuery = z.object({
  ...pageParameters(LIST_LIMITS.elsewhere),
  sort: z.enum(REVIEW_COLUMNS, { error: `sort must be one of ${REVIEW_COLUMNS.join(', ')}.` }).default('createdAt'),
  order: z.enum(['asc', 'desc'], { error: 'order must be asc or desc.' }).default('desc'),
  status: z.enum([...REVIEW_STATUSES, 'all', ''], { error: 'Please choose a valid review status' }).optional(),
  rating: z
    .string()
    .regex(/^[1-5]?$/, 'rating must be 1 to 5.')
    .transform((text) => (text === '' ? undefined : Number(text)))
    .optional(),
  search,
  /** Only the reviews of this product. */
  productId: z.string().overwrite(cleanLine).max(200, 'productId is too long').optional(),
});
export type ReviewListQuery = z.infer<typeof ReviewListQuery>;

const updatedAt = z
  .number()
  .int()
  .optional()
  .describe('the updatedAt that the caller has seen; 409 when the review has another one');

/** PUT /reviews/{id}/status: any status may follow any other (R2.4). */
export const ReviewStatusInput = z.object({
  status: z.enum(REVIEW_STATUSES, { error: 'Please choose a valid review status' }),
  updatedAt,
});

/** PUT /reviews/{id}/reply: the shop's reply, shown below the review; an empty one removes it. */
export const ReviewReplyInput = z.object({
  reply: z
    .string({ error: 'Reply must be a text' })
    .overwrite(cleanText)
    .max(1000, 'Reply must be at most 1000 characters'),
  updatedAt,
});

/** PUT /reviews/{id}: the fields that staff can correct. */
export const ReviewCorrection = z
  .object({
    customerName: text('customerName'),
    rating: ReviewInput.shape.rating,
    title: text('title'),
    comment: text('comment'),
    status: ReviewStatusInput.shape.status,
  })
  .partial()
  .extend({ updatedAt });

/**
 * The response to a reviewer. Does not contain `verified`, which would reveal who has bought what.
 */
export const ReviewReceipt = z.object({
  _id: z.string(),
  id: z.string(),
  status: ReviewStatus,
  createdAt: z.number(),
});
export type ReviewReceipt = z.infer<typeof ReviewReceipt>;

/**
 * One bar of the distribution: how many reviews gave these stars, and their share in whole percent.
 */
export const RatingBar = z.object({ rating: z.number(), count: z.number(), percent: z.number() });

/** GET /reviews/stats */
export const ReviewStats = z.object({
  totalReviews: z.number(),
  pending: z.number(),
  approved: z.number(),
  rejected: z.number(),
  averageRating: z.number().describe('of the approved reviews, to one decimal; 0 when there are none'),
});
