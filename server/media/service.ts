import type { UploadKind } from '#shop/media/uploads.ts';
import type { Actor } from '../audit/audit.ts';
import { repeated } from '../background.ts';
import type { ServiceContext } from '../context.ts';
import type { SentFile } from '../http/multipart.ts';
import { addPicture, addPictures, type PictureDeps } from './add-picture.ts';
import { createEncodeQueue } from './encode-queue.ts';
import { findPicture } from './find-picture.ts';
import { createPictureStore, type PictureStore } from './picture-store.ts';
import { removePicture } from './remove-picture.ts';
import { sweepCopies } from './sweep-copies.ts';

const SWEEP_EVERY_MS = 3_600_000;

export type UploadsService = ReturnType<typeof createUploadsService>;

/**
 * Pictures that staff upload (D17), and their smaller copies for browsers. The functions behind the
 * calls say what they throw.
 */
export function createUploadsService(context: ServiceContext, given?: { store: PictureStore }) {
  const store = given?.store ?? createPictureStore(context.env);
  const deps: PictureDeps = { store, encode: createEncodeQueue() };
  const underway = new Map<string, Promise<Buffer | null>>();
  const sweep = () => sweepCopies(context);
  const sweeping = repeated(sweep, SWEEP_EVERY_MS, (error) =>
    context.log.warn({ err: error }, 'copies of deleted pictures could not be deleted'),
  );

  return {
    addOne: (file: SentFile, kind: UploadKind, actor: Actor) => addPicture(context, deps, file, kind, actor),
    /** A product picture that was fetched from another site: see `fitted` of `addPicture`. */
    addFetched: (url: string, bytes: Buffer, actor: Actor) => {
      const name = new URL(url).pathname.split('/').at(-1) ?? '';
      // What it is, its bytes tell.
      const file = { name, type: 'image/*', bytes };
      return addPicture(context, deps, file, 'product', actor, { fitted: true });
    },
    addSeveral: (files: readonly SentFile[], kind: UploadKind, actor: Actor) =>
      addPictures(context, deps, files, kind, actor),
    remove: (idOrName: string, actor: Actor) => removePicture(context, store, idOrName, actor),

    /** See `findPicture`. Requests at the same time share one search. */
    async find(name: string): Promise<Buffer | null> {
      const known = underway.get(name);
      if (known) return known;
      const work = findPicture(context, deps, name).finally(() => underway.delete(name));
      underway.set(name, work);
      return work;
    },

    sweep,

    /** Sweeps now and every hour. */
    start: sweeping.start,
    stop: sweeping.stop,
  };
}
