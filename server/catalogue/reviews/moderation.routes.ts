import { z } from 'zod';
import { actorOf, staffOnly } from '#server/http/auth.ts';
import type { ShopApp } from '#server/http/routes.ts';
import type { Services } from '#server/services.ts';
import {
  AdminReview,
  ReviewCorrection,
  ReviewListQuery,
  ReviewReplyInput,
  ReviewStatusInput,
} from '#shop/catalogue/review-input.ts';

const tags = ['reviews (staff)'];
const security = [{ admin: [] }];
const success = z.literal(true);
const params = z.object({ id: z.string().min(1).max(200) });
const Changed = z.object({ success, message: z.string(), review: AdminReview });

const List = z.object({
  success,
  reviews: z.array(AdminReview),
  pagination: z.object({
    currentPage: z.number(),
    totalPages: z.number(),
    totalReviews: z.number(),
    limit: z.number(),
    hasPrev: z.boolean(),
    hasNext: z.boolean(),
  }),
});

const Stats = z.object({
  success,
  stats: z.object({
    totalReviews: z.number(),
    pending: z.number(),
    approved: z.number(),
    rejected: z.number(),
    averageRating: z.number().describe('of the approved reviews, to one decimal'),
  }),
});

/** What staff do with reviews (spec 1 §7, spec 2 §2 and §7). */
export function reviewModerationRoutes(app: ShopApp, services: Services): void {
  const { reviews } = services;
  const onRequest = staffOnly(services);

  app.get(
    '/reviews',
    {
      onRequest,
      schema: { tags, security, summary: 'All reviews, paged', querystring: ReviewListQuery, response: { 200: List } },
    },
    async (request) => ({ success: true as const, ...(await reviews.list(request.query)) }),
  );

  app.get(
    '/reviews/stats',
    { onRequest, schema: { tags, security, summary: 'Live figures of the reviews', response: { 200: Stats } } },
    async () => ({ success: true as const, stats: await reviews.stats() }),
  );

  app.put(
    '/reviews/:id/status',
    {
      onRequest,
      schema: {
        tags,
        security,
        summary: 'Approve, reject, or mark as pending',
        params,
        body: ReviewStatusInput,
        response: { 200: Changed },
      },
    },
    async (request) => {
      const { id } = request.params;
      const { status, updatedAt } = request.body;
      await reviews.change(id, { status, updatedAt }, actorOf(request));
      return { success: true as const, message: `Review ${status} successfully`, review: await reviews.forStaff(id) };
    },
  );

  app.put(
    '/reviews/:id/reply',
    {
      onRequest,
      schema: {
        tags,
        security,
        summary: "The shop's answer under a review; an empty one takes it away",
        params,
        body: ReviewReplyInput,
        response: { 200: Changed },
      },
    },
    async (request) => {
      const { id } = request.params;
      await reviews.change(id, request.body, actorOf(request));
      const message = request.body.reply ? 'Reply saved successfully' : 'Reply removed';
      return { success: true as const, message, review: await reviews.forStaff(id) };
    },
  );

  app.put(
    '/reviews/:id',
    {
      onRequest,
      schema: {
        tags,
        security,
        summary: 'Correct a review; what is left out stays',
        params,
        body: ReviewCorrection,
        response: { 200: Changed },
      },
    },
    async (request) => {
      const { id } = request.params;
      // What was left out is absent, not undefined: it stays as it is.
      await reviews.change(id, request.body, actorOf(request));
      return { success: true as const, message: 'Review updated successfully', review: await reviews.forStaff(id) };
    },
  );

  app.delete(
    '/reviews/:id',
    {
      onRequest,
      schema: {
        tags,
        security,
        summary: 'Delete a review and its votes',
        params,
        response: { 200: z.object({ success, message: z.string() }) },
      },
    },
    async (request) => {
      await reviews.remove(request.params.id, actorOf(request));
      return { success: true as const, message: 'Review deleted successfully' };
    },
  );
}
