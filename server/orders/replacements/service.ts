import type { Actor } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import type { MailService } from '#server/mail/mail.service.ts';
import { createPhotoStore } from '#server/media/photos.ts';
import type { ReplacementInput, ReplacementMove } from '#shop/orders/replacement-input.ts';
import { moveReplacement } from '../lifecycle/decide-replacement.ts';
import type { TermsSource } from '../order-terms.ts';
import { listRequests, requestForStaff } from './list.ts';
import { addPhoto, checkUpload, type PhotoReader, readPhoto } from './photos.ts';
import { createReplacement } from './request.ts';

export type ReplacementsService = ReturnType<typeof createReplacementsService>;

/**
 * Replacement requests within seven days of delivery (R2.1, R2.9): made by the shopper, decided and
 * shipped by staff.
 */
export function createReplacementsService(context: ServiceContext, deps: { orders: TermsSource; mail: MailService }) {
  const { db } = context.database;
  const photos = createPhotoStore(context, 'replacements');
  const changeDeps = async () => ({ mail: deps.mail, terms: await deps.orders.terms() });

  return {
    photos,

    checkUpload: (orderNumber: string, accessToken: string | undefined) =>
      checkUpload(context, orderNumber, accessToken),
    addPhoto: (orderNumber: string, bytes: Buffer) => addPhoto(db, photos, orderNumber, bytes),
    photo: (orderNumber: string, id: string, reader: PhotoReader) =>
      readPhoto(context, photos, orderNumber, id, reader),

    request: async (orderNumber: string, accessToken: string | undefined, input: ReplacementInput) =>
      createReplacement(context, await changeDeps(), orderNumber, accessToken, input),

    list: (query: Parameters<typeof listRequests>[1]) => listRequests(db, query),
    forStaff: (id: string) => requestForStaff(db, id),

    /** Decides a request and returns it with a message for staff. @throws see `moveReplacement` */
    async decide(id: string, decision: ReplacementMove, actor: Actor) {
      const message = await moveReplacement(context, await changeDeps(), id, decision, actor);
      return { message, replacement: await requestForStaff(db, id) };
    },
  };
}
