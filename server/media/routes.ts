import { ShopError } from '#shop/errors.ts';
import { mediaApi } from '#shop/media/api.ts';
import { tooHeavyNamed, UPLOAD_TEXTS, uploadedSentence, uploadKind } from '#shop/media/uploads.ts';
import { runBeside } from '../background.ts';
import { actorOf } from '../http/auth.ts';
import { implement } from '../http/implement.ts';
import { filesOf } from '../http/multipart.ts';
import type { ShopApp } from '../http/routes.ts';
import type { UploadsService } from './service.ts';

/** Pictures that staff upload for products and pages. */
export async function mediaArea(app: ShopApp, { uploads }: { uploads: UploadsService }): Promise<void> {
  runBeside(app, () => [uploads]);

  implement(app, mediaApi, {
    'POST /upload/image': async (request) => {
      const [file] = await filesOf(request, 'image');
      if (!file) throw new ShopError('upload_invalid');
      const image = await uploads.addOne(file, uploadKind(request.headers['x-upload-type']), actorOf(request));
      return { imageUrl: image.url, message: UPLOAD_TEXTS.uploaded, image };
    },

    'POST /upload/images': async (request) => {
      const tooLarge = (name: string) => ({ message: tooHeavyNamed(name) });
      const files = await filesOf(request, 'images', tooLarge, UPLOAD_TEXTS.tooMany);
      const images = await uploads.addSeveral(files, uploadKind(request.headers['x-upload-type']), actorOf(request));
      return { images, message: uploadedSentence(images.length) };
    },

    'DELETE /upload/image/:id': async (request) => {
      await uploads.remove(request.params.id, actorOf(request));
      return { message: 'Image deleted successfully!' };
    },
  });
}
