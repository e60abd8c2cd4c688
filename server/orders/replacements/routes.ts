import { actorOf, orderToken } from '#server/http/auth.ts';
import { implement } from '#server/http/implement.ts';
import { filesOf } from '#server/http/multipart.ts';
import type { ShopApp } from '#server/http/routes.ts';
import { sendFile } from '#server/http/send-file.ts';
import { replacementsApi } from '#shop/orders/api.ts';
import type { PapersService } from '../documents/papers.ts';
import type { ReplacementsService } from './service.ts';

/** Replacement requests of shoppers, and the decisions of staff. */
export function replacementsRoutes(
  app: ShopApp,
  { replacements, papers }: { replacements: ReplacementsService; papers: PapersService },
): void {
  implement(
    app,
    replacementsApi,
    {
      'POST /orders/:id/replacement/photos': async (request) => {
        const [file] = await filesOf(request, 'photo');
        return { photo: await replacements.addPhoto(request.params.id, file?.bytes ?? Buffer.alloc(0)) };
      },

      'GET /orders/:id/replacement/photos/:photo': async (request, reply) => {
        const { id, photo } = request.params;
        const reader = request.user ? 'staff' : { accessToken: orderToken(request) };
        const bytes = await replacements.photo(id, photo, reader);
        return reply.header('cache-control', 'no-store').type('image/webp').send(bytes);
      },

      'POST /orders/:id/replacement': async (request) => ({
        message: 'Replacement requested. We will write to you.',
        replacement: await replacements.request(request.params.id, orderToken(request), request.body),
      }),

      'GET /replacements': async ({ query }) => replacements.list(query),

      'GET /replacements/:id': async ({ params }) => ({ replacement: await replacements.forStaff(params.id) }),

      'GET /replacements/:id/papers/:paper': async ({ params }, reply) =>
        sendFile(reply, await papers.printReplacement(params.paper, params.id)),

      'PUT /replacements/:id/status': async (request) =>
        replacements.decide(request.params.id, request.body, actorOf(request)),
    },
    {
      // Before the body is read, so that a rejected caller does not upload 5 MB in vain.
      'POST /orders/:id/replacement/photos': async (request) => {
        await replacements.checkUpload((request.params as { id: string }).id.slice(0, 100), orderToken(request));
      },
    },
  );
}
