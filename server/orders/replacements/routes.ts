import { z } from 'zod';
import { actorOf, staffOnly, staffOrGuest } from '#server/http/auth.ts';
import { filesOf, takesFiles } from '#server/http/multipart.ts';
import type { ShopApp } from '#server/http/routes.ts';
import type { Services } from '#server/services.ts';
import {
  AdminReplacement,
  Replacement,
  ReplacementCounts,
  ReplacementInput,
  ReplacementMove,
  ReplacementPhoto,
} from '#shop/orders/replacement-input.ts';
import { MAX_PHOTO_BYTES, REPLACEMENT_STATUSES } from '#shop/orders/replacements.ts';
import { cleanLine } from '#shop/text/text.ts';
import { orderToken } from '../orders.routes.ts';

const success = z.literal(true);
const MAX_LIMIT = 100;
const params = z.object({ id: z.string().max(100) });
const tags = ['replacements'];
const adminTags = ['replacements (staff)'];
const shopper = [{ order: [] }];
const security = [{ admin: [] }];

const whole = (label: string) =>
  z
    .string()
    .regex(/^[1-9]\d{0,8}$/, `${label} must be a whole number from 1`)
    .transform(Number);

const ListQuery = z.object({
  status: z.enum([...REPLACEMENT_STATUSES, 'all', ''], { error: 'Please choose a valid status' }).optional(),
  search: z.string().overwrite(cleanLine).max(200, 'The search is too long').optional(),
  page: whole('page').default(1),
  limit: whole('limit')
    .transform((limit) => Math.min(limit, MAX_LIMIT))
    .default(20),
});

const ListAnswer = z.object({
  success,
  replacements: z.array(AdminReplacement),
  counts: ReplacementCounts,
  pagination: z.object({
    currentPage: z.number(),
    totalPages: z.number(),
    totalReplacements: z.number(),
    limit: z.number(),
    hasPrev: z.boolean(),
    hasNext: z.boolean(),
  }),
});

/** Replacement requests: shoppers prove themselves with x-order-token, staff with a Bearer token. Their state is in the order's answer. */
export function replacementsRoutes(app: ShopApp, services: Services): void {
  const { replacements } = services;
  const staff = staffOnly(services);

  takesFiles(app, { bytes: MAX_PHOTO_BYTES, files: 1 }, (area) => {
    area.post(
      '/orders/:id/replacement/photos',
      {
        // Before the body is read: nobody sends five megabytes for nothing.
        onRequest: async (request) => {
          await replacements.mayAsk((request.params as { id: string }).id.slice(0, 100), orderToken(request));
        },
        schema: {
          tags,
          security: shopper,
          summary:
            'Send a photo (form data, field photo, one file of at most 5,000,000 bytes) for a request being written',
          consumes: ['multipart/form-data'],
          params,
          response: { 201: z.object({ success, photo: ReplacementPhoto }) },
        },
      },
      async (request, reply) => {
        const [file] = await filesOf(request, 'photo');
        const photo = await replacements.addPhoto(request.params.id, file?.bytes ?? Buffer.alloc(0));
        return reply.code(201).send({ success: true, photo });
      },
    );
  });

  app.get(
    '/orders/:id/replacement/photos/:photo',
    {
      onRequest: staffOrGuest(services),
      schema: {
        tags,
        security: [...shopper, ...security],
        summary: 'A photo of a replacement request (WebP): for the shopper who holds the order token, or for staff',
        produces: ['image/webp'],
        params: z.object({ id: z.string().max(100), photo: z.string().max(100) }),
      },
    },
    async (request, reply) => {
      const { id, photo } = request.params;
      const bytes = await replacements.photo(id, photo, request.user ? 'staff' : { accessToken: orderToken(request) });
      return reply.header('cache-control', 'no-store').type('image/webp').send(bytes);
    },
  );

  app.post(
    '/orders/:id/replacement',
    {
      schema: {
        tags,
        security: shopper,
        summary: 'Ask for a replacement within 7 days of delivery; one open request for each order',
        params,
        body: ReplacementInput,
        response: { 201: z.object({ success, message: z.string(), replacement: Replacement }) },
      },
    },
    async (request, reply) => {
      const replacement = await replacements.ask(request.params.id, orderToken(request), request.body);
      return reply.code(201).send({ success: true, message: 'Replacement requested. We write to you.', replacement });
    },
  );

  app.get(
    '/replacements',
    {
      onRequest: staff,
      schema: {
        tags: adminTags,
        security,
        summary: 'List replacement requests, newest first, with the number of each status',
        querystring: ListQuery,
        response: { 200: ListAnswer },
      },
    },
    async (request) => ({ success: true as const, ...(await replacements.list(request.query)) }),
  );

  app.get(
    '/replacements/:id',
    {
      onRequest: staff,
      schema: {
        tags: adminTags,
        security,
        summary: 'One replacement request',
        params,
        response: { 200: z.object({ success, replacement: AdminReplacement }) },
      },
    },
    async (request) => ({ success: true as const, replacement: await replacements.forStaff(request.params.id) }),
  );

  app.put(
    '/replacements/:id/status',
    {
      onRequest: staff,
      schema: {
        tags: adminTags,
        security,
        summary:
          'Approve, reject (with a note), send again (takes the goods from stock) or close; 409 on a wrong move, a stale version or missing stock',
        params,
        body: ReplacementMove,
        response: { 200: z.object({ success, message: z.string(), replacement: AdminReplacement }) },
      },
    },
    async (request) => ({
      success: true as const,
      ...(await replacements.decide(request.params.id, request.body, actorOf(request))),
    }),
  );
}
