import { z } from 'zod';
import type { ShopApp } from '#server/http/routes.ts';
import type { Services } from '#server/services.ts';
import { DeviceInput } from '#shop/catalogue/device-input.ts';
import { PublicReview, ReviewInput, ReviewQuery, ReviewStatus } from '#shop/catalogue/review-input.ts';

const tags = ['reviews'];
const success = z.literal(true);
const Id = z.object({ id: z.string().min(1).max(200) });

const ProductReviews = z.object({
  success,
  reviews: z.array(PublicReview),
  distribution: z.array(z.object({ rating: z.number(), count: z.number(), percent: z.number() })),
  rating: z.object({ average: z.number(), count: z.number() }),
  pagination: z.object({ page: z.number(), limit: z.number(), total: z.number(), totalPages: z.number() }),
  total: z.number(),
});

const Receipt = z.object({ _id: z.string(), id: z.string(), status: ReviewStatus, createdAt: z.number() });

/** What shoppers read and write of reviews (spec 1 §7, D15, D48). */
export function reviewsRoutes(app: ShopApp, { reviews }: Services): void {
  app.get(
    '/reviews/product/:id',
    {
      schema: {
        tags,
        summary: 'Approved reviews of a product, paged, with their distribution; never with e-mails',
        params: Id,
        querystring: ReviewQuery,
        response: { 200: ProductReviews },
      },
    },
    async (request) => {
      const answer = await reviews.ofProduct(request.params.id, request.query);
      return { success: true as const, ...answer, total: answer.pagination.total };
    },
  );

  app.post(
    '/reviews',
    {
      schema: {
        tags,
        summary: 'Write a review; it is shown when it has been approved',
        body: ReviewInput,
        response: { 201: z.object({ success, message: z.string(), review: Receipt }) },
      },
    },
    async (request, reply) => {
      const review = await reviews.create(request.body, request.ip);
      const message = 'Thank you. Your review is shown as soon as it has been approved.';
      return reply.code(201).send({ success: true, message, review });
    },
  );

  app.post(
    '/reviews/:id/helpful',
    {
      schema: {
        tags,
        summary: "Raise 'helpful', once for each device; voted is false when it had been raised before",
        params: Id,
        body: DeviceInput,
        response: { 200: z.object({ success, helpful: z.number(), voted: z.boolean() }) },
      },
    },
    async (request) => ({
      success: true as const,
      ...(await reviews.voteHelpful(request.params.id, request.body.deviceId, request.ip)),
    }),
  );
}
