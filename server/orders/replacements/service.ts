import type { Actor } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import { LIMITS, limitAttempts } from '#server/http/limits.ts';
import type { MailService } from '#server/mail/mail.service.ts';
import { ShopError } from '#shop/errors.ts';
import type {
  AdminReplacement,
  Replacement,
  ReplacementCounts,
  ReplacementPhoto,
} from '#shop/orders/replacement-input.ts';
import { REPLACEMENT_STATUSES } from '#shop/orders/replacements.ts';
import { ownsOrder } from '../credentials.ts';
import { type OrderRow, readOrder } from '../queries.ts';
import type { OrdersService } from '../service.ts';
import { refuseUnlessAllowed } from './allowed.ts';
import { decideReplacement, isReplacementId, type ReplacementDecision } from './decide.ts';
import { createPhotoStore } from './photos.ts';
import * as queries from './queries.ts';
import { askForReplacement, type ReplacementRequest } from './request.ts';
import { orderReplacements, photoUrl, toAdminReplacement } from './wire.ts';

/** Who reads a photo: staff, or a shopper with what they show as the order's secret. */
export type PhotoReader = 'staff' | { accessToken: string | undefined };

const SWEEP_EVERY_MS = 3_600_000;

export type ReplacementsService = ReturnType<typeof createReplacementsService>;

/** Replacement requests within seven days of delivery (spec 2 §1, §9): asked for by the shopper, decided and sent by staff. */
export function createReplacementsService(context: ServiceContext, deps: { orders: OrdersService; mail: MailService }) {
  const { db } = context.database;
  const photos = createPhotoStore(context);
  let timer: NodeJS.Timeout | null = null;

  async function ownOrder(orderNumber: string, accessToken: string | undefined): Promise<OrderRow> {
    const order = accessToken === undefined ? undefined : await readOrder(db, orderNumber);
    // A wrong token and an unknown number give the same error: nobody finds out which numbers exist.
    if (!order || !ownsOrder(order, accessToken)) {
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
     * Whether this caller may send a photo for this order now; asked before its body is read.
     *
     * @throws ShopError order_not_found, replacement_not_delivered, replacement_late, replacement_open, too_many_attempts
     */
    async mayAsk(orderNumber: string, accessToken: string | undefined): Promise<void> {
      const order = await ownOrder(orderNumber, accessToken);
      await refuseUnlessAllowed(db, order, context.now());
      await limitAttempts(context, 'replacement-photos', orderNumber, LIMITS.replacementPhotos);
    },

    /** Keeps a photo for a request that is being written; `mayAsk` comes first. @throws ShopError upload_invalid */
    async addPhoto(orderNumber: string, bytes: Buffer): Promise<ReplacementPhoto> {
      const { id, width, height } = await photos.add(orderNumber, bytes);
      return { id, url: photoUrl(orderNumber, id), width, height };
    },

    /** A photo as WebP. @throws ShopError order_not_found (also for a wrong token), upload_not_found */
    async photo(orderNumber: string, id: string, reader: PhotoReader): Promise<Buffer> {
      if (reader !== 'staff') await ownOrder(orderNumber, reader.accessToken);
      return photos.read(orderNumber, id);
    },

    /** Asks for a replacement and answers it. @throws see `askForReplacement`, and too_many_attempts */
    async ask(orderNumber: string, accessToken: string | undefined, input: ReplacementRequest): Promise<Replacement> {
      await ownOrder(orderNumber, accessToken);
      await limitAttempts(context, 'replacement-requests', orderNumber, LIMITS.replacementRequests);
      const { shop } = await deps.orders.terms();
      const id = await askForReplacement(context, { mail: deps.mail, shop }, orderNumber, input);
      const asked = (await orderReplacements(db, orderNumber)).find((one) => one.id === id);
      if (!asked) {
        throw new ShopError('replacement_not_found');
      }
      return asked;
    },

    /** One page of all requests, newest first, with the number of each status. */
    async list(query: { status?: string | undefined; search?: string | undefined; page: number; limit: number }) {
      const status = REPLACEMENT_STATUSES.find((one) => one === query.status);
      const filter = { status, search: query.search };
      const total = await queries.countReplacements(db, filter);
      const totalPages = Math.max(1, Math.ceil(total / query.limit));
      const rows = await queries.listReplacements(db, filter, query.limit, (query.page - 1) * query.limit);
      const counts = Object.fromEntries(REPLACEMENT_STATUSES.map((one) => [one, 0])) as ReplacementCounts;
      for (const row of await queries.countByStatus(db)) {
        if (row.status in counts) counts[row.status as keyof ReplacementCounts] = row.count;
      }
      return {
        replacements: await listed(rows),
        counts,
        pagination: {
          currentPage: query.page,
          totalPages,
          totalReplacements: total,
          limit: query.limit,
          hasPrev: query.page > 1,
          hasNext: query.page < totalPages,
        },
      };
    },

    /** Moves a request on and answers it with the sentence of what happened. @throws see `decideReplacement` */
    async decide(
      id: string,
      decision: ReplacementDecision,
      actor: Actor,
    ): Promise<{ message: string; replacement: AdminReplacement }> {
      const { shop } = await deps.orders.terms();
      const message = await decideReplacement(context, { mail: deps.mail, shop }, id, decision, actor);
      return { message, replacement: await forStaff(id) };
    },

    /** Clears photos away that were never used: now, and every hour. */
    start(): void {
      const run = () => {
        photos.sweep().catch((error) => context.log.warn({ err: error }, 'unused photos could not be cleared away'));
      };
      timer ??= setInterval(run, SWEEP_EVERY_MS);
      timer.unref();
      run();
    },

    stop(): void {
      if (timer) clearInterval(timer);
      timer = null;
    },
  };
}
