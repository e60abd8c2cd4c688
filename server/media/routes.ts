import { z } from 'zod';
import { ShopError } from '#shop/errors.ts';
import { tooHeavyNamed, UPLOAD_LIMITS, UPLOAD_TEXTS, uploadedSentence, uploadKind } from '#shop/media/uploads.ts';
import { actorOf, staffOnly } from '../http/auth.ts';
import { filesOf, takesFiles } from '../http/multipart.ts';
import type { ShopApp } from '../http/routes.ts';
import type { Services } from '../services.ts';

const success = z.literal(true);
const tags = ['uploads'];
const security = [{ admin: [] }];
const consumes = ['multipart/form-data'];
const Image = z.object({ id: z.string(), url: z.string(), alt: z.string(), width: z.number(), height: z.number() });
const headers = z.object({ 'x-upload-type': z.string().max(40).optional() });

/** Pictures of products and pages (spec 1 §5, §7; D17). */
export function uploadsRoutes(app: ShopApp, services: Services): void {
  const { uploads } = services;
  const onRequest = staffOnly(services);

  takesFiles(app, { bytes: UPLOAD_LIMITS.bytes, files: 1 }, (area) => {
    area.post(
      '/upload/image',
      {
        onRequest,
        schema: {
          tags,
          security,
          summary:
            'One picture (form data, field image, at most 5,000,000 bytes). x-upload-type: logo or content lifts the limits of a product picture',
          consumes,
          headers,
          response: { 201: z.object({ success, imageUrl: z.string(), message: z.string(), image: Image }) },
        },
      },
      async (request, reply) => {
        const [file] = await filesOf(request, 'image');
        if (!file) throw new ShopError('upload_invalid');
        const image = await uploads.addOne(file, uploadKind(request.headers['x-upload-type']), actorOf(request));
        return reply.code(201).send({ success: true, imageUrl: image.url, message: UPLOAD_TEXTS.uploaded, image });
      },
    );
  });

  takesFiles(app, { bytes: UPLOAD_LIMITS.bytes, files: UPLOAD_LIMITS.files }, (area) => {
    area.post(
      '/upload/images',
      {
        onRequest,
        schema: {
          tags,
          security,
          summary: 'Up to five pictures (form data, field images); a refused one is named by errors[].path',
          consumes,
          headers,
          response: { 201: z.object({ success, images: z.array(Image), message: z.string() }) },
        },
      },
      async (request, reply) => {
        const files = await filesOf(request, 'images', (name) => ({
          message: tooHeavyNamed(name),
        }));
        const images = await uploads.addSeveral(files, uploadKind(request.headers['x-upload-type']), actorOf(request));
        return reply.code(201).send({ success: true, images, message: uploadedSentence(images.length) });
      },
    );
  });

  app.delete(
    '/upload/image/:id',
    {
      onRequest,
      schema: {
        tags,
        security,
        summary: 'Deletes a picture that nothing shows any more, by its id or its file name',
        params: z.object({ id: z.string().min(1).max(200) }),
        response: { 200: z.object({ success, message: z.string() }) },
      },
    },
    async (request) => {
      await uploads.remove(request.params.id, actorOf(request));
      return { success: true as const, message: 'Image deleted successfully!' };
    },
  );
}
