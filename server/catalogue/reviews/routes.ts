import words from '#messages/review-rules';
import { actorOf } from '#server/http/auth.ts';
import { implement } from '#server/http/implement.ts';
import { filesOf } from '#server/http/multipart.ts';
import type { ShopApp } from '#server/http/routes.ts';
import { reviewsApi } from '#shop/catalogue/api.ts';
import type { ReviewsService } from './service.ts';

/**
 * The bytes behind a photo's id never change. A month: a shopper who asks us to take a photo back
 * waits no longer for caches.
 */
const SHOWN = 'public, max-age=2592000, immutable';

/** Reviews: what shoppers read and write, and moderation. */
export function reviewRoutes(app: ShopApp, { reviews }: { reviews: ReviewsService }): void {
  implement(
    app,
    reviewsApi,
    {
      'GET /reviews/product/:id': async ({ params, query }) => {
        const page = await reviews.ofProduct(params.id, query);
        return { ...page, total: page.pagination.total };
      },

      'POST /reviews': async ({ body, ip }) => ({
        message: words.sent(),
        review: await reviews.create(body, ip),
      }),

      'POST /reviews/photos': async (request) => {
        const [file] = await filesOf(request, 'photo');
        return { photo: await reviews.addPhoto(file?.bytes ?? Buffer.alloc(0)) };
      },

      'GET /reviews/photos/:photo': async ({ params, query }, reply) => {
        const bytes = await reviews.shownPhoto(params.photo, query.size);
        return reply.header('cache-control', SHOWN).type('image/webp').send(bytes);
      },

      'GET /reviews/:id/photos/:photo': async ({ params, query }, reply) => {
        const bytes = await reviews.photoForStaff(params.id, params.photo, query.size);
        return reply.header('cache-control', 'no-store').type('image/webp').send(bytes);
      },

      'DELETE /reviews/:id/photos/:photo': async (request) => {
        const { id, photo } = request.params;
        await reviews.removePhoto(id, photo, actorOf(request));
        return { message: 'Photo removed', review: await reviews.forStaff(id) };
      },

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
    },
    {
      // Before the body is read, so that a rejected caller does not upload 5 MB in vain.
      'POST /reviews/photos': ({ ip }) => reviews.checkUpload(ip),
    },
  );
}
