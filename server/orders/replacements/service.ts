import type { Actor } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import { LIMITS, limitAttempts } from '#server/http/limits.ts';
import type { MailService } from '#server/mail/mail.service.ts';
import { createPhotoStore, isPhotoId } from '#server/media/photos.ts';
import { ShopError } from '#shop/errors.ts';
import type {
  AdminReplacement,
  Replacement,
  ReplacementCounts,
  ReplacementInput,
  ReplacementMove,
  ReplacementPhoto,
} from '#shop/orders/replacement-input.ts';
import { REPLACEMENT_STATUSES } from '#shop/orders/replacements.ts';
import { withLimit } from '#shop/page-parameters.ts';
import { opensOrder } from '../access/credentials.ts';
import { moveReplacement } from '../lifecycle/decide-replacement.ts';
import type { TermsSource } from '../order-terms.ts';
import { type OrderRow, readOrder } from '../rows/orders.queries.ts';
import { isReplacementId } from '../rows/replacements.queries.ts';
import { assertReplacementAllowed } from './allowed.ts';
import { createReplacement } from './request.ts';
import * as queries from './requests.queries.ts';
import { orderReplacements, photoUrl, toAdminReplacement } from './wire.ts';

/** The reader of a photo: staff, or a shopper with the order's secret. */
export type PhotoReader = 'staff' | { accessToken: string | undefined };

export type ReplacementsService = ReturnType<typeof createReplacementsService>;

/**
 * Replacement requests within seven days of delivery (R2.1, R2.9): made by the shopper, decided and
 * shipped by staff.
 */
export function createReplacementsService(context: ServiceContext, deps: { orders: TermsSource; mail: MailService }) {
  const { db } = context.database;
  const photos = createPhotoStore(context, 'replacements');

  const changeDeps = async () => ({ mail: deps.mail, terms: await deps.orders.terms() });

  async function ownOrder(orderNumber: string, accessToken: string | undefined): Promise<OrderRow> {
    const order = accessToken === undefined ? undefined : await readOrder(db, orderNumber);
    // A wrong token and an unknown number give the same error, so that callers cannot find out
    // which numbers exist.
    if (!order || !(await opensOrder(db, order, accessToken, context.now()))) {
      throw new ShopError('order_not_found');
    }
    return order;
  }

  async function listed(rows: queries.ListedRow[]): Promise<AdminReplacement[]> {
    const all = await queries.photosOf(
      db,
      rows.map((row) => row.id),
    );
    return rows.map((row) =>
      toAdminReplacement(
        row,
        all.filter((photo) => photo.replacement_id === row.id),
      ),
    );
  }

  async function forStaff(id: string): Promise<AdminReplacement> {
    const row = isReplacementId(id) ? await queries.listedReplacement(db, id) : undefined;
    const [replacement] = row ? await listed([row]) : [];
    if (!replacement) {
      throw new ShopError('replacement_not_found');
    }
    return replacement;
  }

  return {
    photos,
    forStaff,

    /**
     * Throws unless the caller may upload a photo for this order now. Called before the body is
     * read.
     *
     * @throws ShopError order_not_found, replacement_not_delivered, replacement_late,
     *   replacement_open, too_many_attempts
     */
    async checkUpload(orderNumber: string, accessToken: string | undefined): Promise<void> {
      const order = await ownOrder(orderNumber, accessToken);
      await assertReplacementAllowed(db, order, context.now());
      await limitAttempts(context, 'replacement-photos', orderNumber, LIMITS.replacementPhotos);
    },

    /**
     * Stores a photo for a future request; call `checkUpload` first.
     *
     * @throws ShopError upload_invalid
     */
    async addPhoto(orderNumber: string, bytes: Buffer): Promise<ReplacementPhoto> {
      const { id, width, height } = await photos.add(bytes, (photo) =>
        queries.insertPhoto(db, { ...photo, order_number: orderNumber }),
      );
      return { id, url: photoUrl(orderNumber, id), width, height };
    },

    /**
     * A photo as WebP.
     *
     * @throws ShopError order_not_found (also for a wrong token), upload_not_found
     */
    async photo(orderNumber: string, id: string, reader: PhotoReader): Promise<Buffer> {
      if (reader !== 'staff') await ownOrder(orderNumber, reader.accessToken);
      const photo = isPhotoId(id) ? await queries.readPhoto(db, orderNumber, id) : undefined;
      if (!photo) throw new ShopError('upload_not_found');
      return photos.read(photo.id);
    },

    /**
     * Requests a replacement and returns it.
     *
     * @throws see `createReplacement`, and too_many_attempts
     */
    async request(orderNumber: string, accessToken: string | undefined, input: ReplacementInput): Promise<Replacement> {
      await ownOrder(orderNumber, accessToken);
      await limitAttempts(context, 'replacement-requests', orderNumber, LIMITS.replacementRequests);
      const id = await createReplacement(context, await changeDeps(), orderNumber, input);
      const created = (await orderReplacements(db, orderNumber)).find((one) => one.id === id);
      if (!created) {
        throw new ShopError('replacement_not_found');
      }
      return created;
    },

    /** One page of all requests, newest first, with the count of each status. */
    async list(query: { status?: string | undefined; search?: string | undefined; page: number; limit: number }) {
      const status = REPLACEMENT_STATUSES.find((one) => one === query.status);
      const filter = { status, search: query.search };
      const offset = (query.page - 1) * query.limit;
      const { rows, total } = await queries.listReplacements(context.database.db, filter, query.limit, offset);
      const counts = Object.fromEntries(REPLACEMENT_STATUSES.map((one) => [one, 0])) as ReplacementCounts;
      for (const row of await queries.countByStatus(db)) {
        if (row.status in counts) counts[row.status as keyof ReplacementCounts] = row.count;
      }
      return {
        replacements: await listed(rows),
        counts,
        pagination: withLimit({ ...query, total }, 'totalReplacements'),
      };
    },

    /** Decides a request and returns it with a message for staff. @throws see `moveReplacement` */
    async decide(
      id: string,
      decision: ReplacementMove,
      actor: Actor,
    ): Promise<{ message: string; replacement: AdminReplacement }> {
      const message = await moveReplacement(context, await changeDeps(), id, decision, actor);
      return { message, replacement: await forStaff(id) };
    },
  };
}
