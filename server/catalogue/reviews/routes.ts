import { actorOf } from '#server/http/auth.ts';
import { implement } from '#server/http/implement.ts';
import type { ShopApp } from '#server/http/routes.ts';
import { reviewsApi } from '#shop/catalogue/api.ts';
import type { ReviewsService } from './service.ts';

/** Reviews: what shoppers read and write, and moderation. */
export function reviewRoutes(app: ShopApp, { reviews }: { reviews: ReviewsService }): void {
  implement(app, reviewsApi, {
    'GET /reviews/product/:id': async ({ params, query }) => {
      const page = await reviews.ofProduct(params.id, query);
      return { ...page, total: page.pagination.total };
    },

    'POST /reviews': async ({ body, ip }) => ({
      message: 'Thank you. Your review is shown as soon as it has been approved.',
      review: await reviews.create(body, ip),
    }),

    'POST /reviews/:id/helpful': async ({ params, body, ip }) => reviews.voteHelpful(params.id, body.deviceId, ip),

    'GET /reviews': async ({ query }) => reviews.list(query),

    'GET /reviews/stats': async () => ({ stats: await reviews.stats() }),

    'PUT /reviews/:id/status': async (request) => {
      const { id } = request.params;
      const { status, updatedAt } = request.body;
      await reviews.change(id, { status, updatedAt }, actorOf(request));
      return { message: `Review ${status} successfully`, review: await reviews.forStaff(id) };
    },

    'PUT /reviews/:id/reply': async (request) => {
      const { id } = request.params;
      await reviews.change(id, request.body, actorOf(request));
      const message = request.body.reply ? 'Reply saved successfully' : 'Reply removed';
      return { message, review: await reviews.forStaff(id) };
    },

    'PUT /reviews/:id': async (request) => {
      const { id } = request.params;
      await reviews.change(id, request.body, actorOf(request));
      return { message: 'Review updated successfully', review: await reviews.forStaff(id) };
    },

    'DELETE /reviews/:id': async (request) => {
      await reviews.remove(request.params.id, actorOf(request));
      return { message: 'Review deleted successfully' };
    },
  });
}
