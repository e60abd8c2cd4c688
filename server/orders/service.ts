/**
 * Orders: one aggregate, split into layers of folders. A folder imports only from the layers below;
 * folders of one layer do not import each other. biome.json has these rules.
 *
 *   service.ts and the routes                          the API for the rest of the server
 *   checkout/ · lists/ · documents/ · replacements/    creating orders · reading · PDFs · requests with photos
 *   coupons/                                           codes and automatic offers, and what they brought
 *   payments/                                          bank credits, and the orders that they prove
 *   lifecycle/                                         every change of an existing order, applied by changeOrder()
 *   rows/ · access/ · mails/                            rows and API shapes · who may open an order · email texts
 *
 * The rules are pure functions: of new drafts and orders in shop/orders/checkout, of each change in
 * shop/orders/changes.
 */
import type { z } from 'zod';
import { ShopError } from '#shop/errors.ts';
import type { Language, Translator } from '#shop/language.ts';
import { shownUtr } from '#shop/money/upi.ts';
import type { BulkCancelBody, BulkResult } from '#shop/orders/bulk.ts';
import type { AddressBody, AttentionBody, OrderBackground } from '#shop/orders/order-calls.ts';
import type {
  AdminOrder,
  CouponResult,
  DraftInput,
  DraftOrder,
  DraftPayment,
  Order,
  OrderChange,
  OrderInput,
  PriceInput,
} from '#shop/orders/orders.ts';
import { confirmsAtOnce } from '#shop/settings/proof.ts';
import type { Actor } from '../audit/audit.ts';
import { repeated } from '../background.ts';
import type { ServiceContext } from '../context.ts';
import { network48Hash, networkHash, sweepAttempts } from '../http/limits.ts';
import type { MailService } from '../mail/mail.service.ts';
import type { SettingsService } from '../settings/settings.service.ts';
import { type Credentials, opensOrder, ownsOrder } from './access/credentials.ts';
import { type CodeHash, openByCode, sendOrderCode } from './access/order-code.ts';
import { closeDraft } from './checkout/close-draft.ts';
import { withoutGuess } from './checkout/coupon-guesses.ts';
import { makeDraft } from './checkout/draft.ts';
import { freeExpiredOf } from './checkout/free-expired.ts';
import { deleteOldDrafts } from './checkout/old-drafts.ts';
import { placeOrder } from './checkout/place.ts';
import { placeDraft } from './checkout/place-draft.ts';
import { priceCart } from './checkout/price.ts';
import type { OrderAlerts } from './checkout/write.ts';
import { settle } from './lifecycle/attention.ts';
import { inBulk } from './lifecycle/bulk.ts';
import { changeAddress } from './lifecycle/correct-address.ts';
import { changeNotes, type NotesChange } from './lifecycle/notes.ts';
import { changeParcel, type ParcelChange } from './lifecycle/parcel.ts';
import { sendUtr } from './lifecycle/send-utr.ts';
import { cancelByShopper, cancelByStaff, changeStatus, type StatusChange } from './lifecycle/status.ts';
import { handleUnpaid } from './lifecycle/unpaid.ts';
import { readBackground } from './lists/background.ts';
import { orderLists } from './lists/service.ts';
import { type OrderTerms, readOrderTerms } from './order-terms.ts';
import { deleteOldTotals } from './payments/candidates.ts';
import { readCheckTime } from './payments/check-time.ts';
import { dropExpiredAccess } from './rows/access.queries.ts';
import { type Claimant, dropExpiredClaims, hasLapsed } from './rows/claims.queries.ts';
import * as queries from './rows/orders.queries.ts';
import { orderReplacements } from './rows/replacements.ts';
import { toAdminOrder, toDraft, toOrder } from './rows/wire.ts';

const TIDY_EVERY_MS = 30_000;
const SWEEP_EVERY_MS = 3_600_000;
/** How long the usual time of a check is kept. */
const CHECK_TIME_MS = 60_000;

export type OrdersService = ReturnType<typeof createOrdersService>;

/** Orders from the draft to the last event (D18–D26, D32, D33, D36). Results contain rupees. */
export function createOrdersService(
  context: ServiceContext,
  deps: {
    settings: SettingsService;
    mail: MailService;
    alerts: OrderAlerts;
    codes: CodeHash;
    translator: Translator;
    onPlaced?: () => void;
  },
) {
  const { database, env, log, now } = context;
  const { db } = database;
  let sweptAt = 0;
  let checkTime: { until: number; value: Promise<number | null> } = { until: 0, value: Promise.resolve(null) };

  async function terms(): Promise<OrderTerms> {
    return readOrderTerms(env, deps);
  }

  const changeDeps = async () => ({ mail: deps.mail, terms: await terms() });

  const freeExpired = () => freeExpiredOf(context);

  /**
   * Run by the timer: frees expired holds, handles unpaid orders (D53) and, once an hour, deletes
   * abandoned drafts and expired counts.
   */
  async function tidy(): Promise<void> {
    await freeExpired();
    await dropExpiredClaims(db, now());
    await dropExpiredAccess(db, now());
    await handleUnpaid(context, await changeDeps());
    if (now() - sweptAt >= SWEEP_EVERY_MS) {
      sweptAt = now();
      await sweepAttempts(context);
      await deleteOldDrafts(context);
      await deleteOldTotals(database, now());
    }
  }

  const tidying = repeated(tidy, TIDY_EVERY_MS, (error) =>
    log.warn({ err: error }, 'expired holds or old drafts are still there, it goes on later'),
  );

  async function existing(orderNumber: string): Promise<queries.OrderRow> {
    const row = await queries.readOrder(db, orderNumber);
    if (!row) throw new ShopError('order_not_found');
    return row;
  }

  const forStaff = async (orderNumber: string) => adminOrder(await existing(orderNumber));

  async function adminOrder(row: queries.OrderRow): Promise<AdminOrder> {
    const { estimatedDeliveryDays } = await terms();
    const lines = await queries.readLines(db, [row.order_number]);
    const events = await queries.readEvents(db, [row.order_number]);
    return { ...toAdminOrder(row, lines, events, estimatedDeliveryDays), ...(await replacementsOf(row)) };
  }

  /** Only orders that have been delivered can have replacements. */
  async function replacementsOf(row: queries.OrderRow): Promise<Pick<Order, 'replacements'>> {
    return { replacements: row.delivered_at === null ? [] : await orderReplacements(db, row.order_number) };
  }

  async function forShopper(
    orderNumber: string,
    accessToken: string | undefined,
    language: Language = 'en',
  ): Promise<Order> {
    const row = accessToken === undefined ? undefined : await queries.readOrder(db, orderNumber);
    // A wrong token and an unknown number give the same error, so that callers cannot find out
    // which numbers exist.
    if (!row || !(await opensOrder(db, row, accessToken, now()))) {
      throw new ShopError('order_not_found');
    }
    const { estimatedDeliveryDays } = await terms();
    const lines = await queries.readLines(db, [row.order_number]);
    const events = await queries.readEvents(db, [row.order_number]);
    return {
      ...toOrder(row, lines, events, { deliveryDays: estimatedDeliveryDays, staff: false, language }),
      ...(await replacementsOf(row)),
      ...(row.status === 'cancelled' ? { lapsed: await hasLapsed(db, row) } : {}),
    };
  }

  return {
    terms,
    freeExpired,
    tidy,
    forStaff,
    forShopper,
    ...orderLists(context, terms),

    /**
     * Creates or refreshes a draft with its stock hold (D19).
     *
     * @param address network address of the client; without it the limits of D53 do not apply
     * @param language of the page
     * @throws see `makeDraft`
     */
    async draft(
      input: DraftInput,
      credentials: Credentials,
      address?: string,
      language: Language = 'en',
    ): Promise<{ order: DraftOrder; changes: OrderChange[]; coupon: CouponResult | null }> {
      const claimant = claimantOf(address, input.shippingAddress?.phone);
      const { allowed, refused } = await withoutGuess(context, address, input);
      const made = await makeDraft(context, await terms(), { input: allowed, credentials, claimant, language });
      const { row, lines, accessToken, changes, coupon } = made;
      return { order: toDraft(row, lines, accessToken), changes, coupon: refused ?? coupon };
    },

    /**
     * What a cart costs with the coupons that apply; holds nothing.
     *
     * @throws ShopError empty_cart
     */
    async price(input: PriceInput, address: string) {
      const { allowed, refused } = await withoutGuess(context, address, input);
      const { pricing, coupon } = await priceCart(context, allowed, networkHash(address));
      return { pricing, coupon: refused ?? coupon };
    },

    /**
     * Places an order, once (D21). `created` is false when the UTR was added to an existing order.
     *
     * @param language of the page
     * @throws see `placeOrder`
     */
    async place(
      input: OrderInput,
      credentials: Credentials,
      address?: string,
      language: Language = 'en',
    ): Promise<{ order: Order & { accessToken: string }; created: boolean }> {
      const current = await terms();
      const claimant = claimantOf(address, input.shippingAddress.phone);
      const { allowed } = await withoutGuess(context, address, input);
      const submission = { input: allowed, credentials, claimant, language };
      const placed = await placeOrder(context, { ...deps, terms: current }, submission);
      if (placed.created) deps.onPlaced?.();
      const view = { deliveryDays: current.estimatedDeliveryDays, staff: false, language };
      return {
        order: { ...toOrder(placed.row, placed.lines, placed.events, view), accessToken: placed.accessToken },
        created: placed.created,
      };
    },

    /**
     * Makes an order of a draft that the bank's report proves (D61); nothing when it is none any
     * more.
     *
     * @param inside this service's context, or one whose transactions are rolled back in the end
     * @param utr the reference of the payment
     * @throws see `placeOrder`
     */
    async placeDraft(inside: ServiceContext, orderNumber: string, utr: string | null): Promise<void> {
      const placed = await placeDraft(inside, { ...deps, terms: await terms() }, orderNumber, utr);
      if (placed?.created) deps.onPlaced?.();
    },

    /**
     * What has become of the payment of a draft, for the page that waits for it (D61).
     *
     * @throws ShopError order_not_found
     */
    async draftPayment(
      orderNumber: string,
      accessToken: string | undefined,
      language: Language = 'en',
    ): Promise<DraftPayment> {
      const row = await queries.readOrder(db, orderNumber);
      if (!row || accessToken === undefined || !ownsOrder(row, accessToken)) throw new ShopError('order_not_found');
      const canConfirm = confirmsAtOnce(await deps.settings.proof(), row);
      if (row.status === 'draft') return { state: 'waiting', canConfirm };
      const order = { ...(await forShopper(orderNumber, accessToken, language)), accessToken };
      const utr = shownUtr(row);
      const received = row.payment_status === 'completed';
      return {
        state: received ? 'received' : 'waiting',
        canConfirm,
        order,
        ...(utr === null ? {} : { utr }),
        ...(received && row.payment_decided_at !== null ? { receivedAt: row.payment_decided_at } : {}),
      };
    },

    /**
     * The shopper did not pay (D66).
     *
     * @returns false when the draft has become an order.
     * @throws see `closeDraft`
     */
    closeDraft: (orderNumber: string, accessToken: string | undefined) => closeDraft(context, orderNumber, accessToken),

    /** Sends a code to the email address of a shipped order. @throws see `sendOrderCode` */
    async sendCode(orderNumber: string, address: string): Promise<void> {
      const { shops } = await terms();
      await sendOrderCode(context, { mail: deps.mail, shops, codes: deps.codes }, orderNumber, address);
    },

    /** Opens an order with that code. @throws see `openByCode` */
    async openByCode(
      orderNumber: string,
      code: string,
      address: string,
      language: Language = 'en',
    ): Promise<{ order: Order; accessToken: string }> {
      const accessToken = await openByCode(context, deps.codes, orderNumber, code, address);
      return { order: await forShopper(orderNumber, accessToken, language), accessToken };
    },

    /**
     * One order for staff, with its emails, payment decisions, and other orders with the same UTR
     * or phone.
     */
    async detail(orderNumber: string): Promise<{ order: AdminOrder } & OrderBackground> {
      const row = await existing(orderNumber);
      return { order: await adminOrder(row), ...(await readBackground(db, row)) };
    },

    /**
     * How long checking a payment usually takes, in ms; null while too few were checked. Read again
     * after a minute.
     */
    usualCheckMs(): Promise<number | null> {
      if (now() >= checkTime.until) {
        const value = readCheckTime(db).catch((error) => {
          log.warn({ err: error }, 'the usual time of a payment check could not be read');
          return null;
        });
        checkTime = { until: now() + CHECK_TIME_MS, value };
      }
      return checkTime.value;
    },

    /** Changes the status of an order (D36) and returns the order. @throws see `changeStatus` */
    async setStatus(orderNumber: string, change: StatusChange, actor: Actor): Promise<AdminOrder> {
      await changeStatus(context, await changeDeps(), orderNumber, change, actor);
      return forStaff(orderNumber);
    },

    /** Replaces the internal notes. @throws see `changeNotes` */
    async setNotes(orderNumber: string, change: NotesChange, actor: Actor): Promise<AdminOrder> {
      await changeNotes(context, await changeDeps(), orderNumber, change, actor);
      return forStaff(orderNumber);
    },

    /**
     * Enters or corrects courier and tracking number; `mailed` is true when an email is sent.
     * @throws see `changeParcel`
     */
    async setParcel(orderNumber: string, change: ParcelChange, actor: Actor) {
      const mailed = await changeParcel(context, await changeDeps(), orderNumber, change, actor);
      return { order: await forStaff(orderNumber), mailed };
    },

    /**
     * Settles an attention reason that staff have checked.
     *
     * @throws see `settle` of lifecycle/attention.ts
     */
    async settle(orderNumber: string, change: z.infer<typeof AttentionBody>, actor: Actor) {
      await settle(context, await changeDeps(), orderNumber, change, actor);
      return forStaff(orderNumber);
    },

    /** Corrects the address before the order is shipped. @throws see `changeAddress` */
    async correctAddress(orderNumber: string, change: z.infer<typeof AddressBody>, actor: Actor) {
      await changeAddress(context, await changeDeps(), orderNumber, change, actor);
      return forStaff(orderNumber);
    },

    /** Cancels an order on behalf of staff. @throws see `cancelByStaff` */
    async cancel(
      orderNumber: string,
      input: { reason: string; version?: number | undefined },
      actor: Actor,
    ): Promise<AdminOrder> {
      await cancelByStaff(context, await changeDeps(), orderNumber, input, actor);
      return forStaff(orderNumber);
    },

    /** Cancels several orders on behalf of staff: each has its own result. */
    async cancelMany({ orders, reason, notify }: z.infer<typeof BulkCancelBody>, actor: Actor): Promise<BulkResult[]> {
      const changing = await changeDeps();
      return inBulk(orders, ({ orderNumber, version }) =>
        cancelByStaff(context, changing, orderNumber, { reason, version, notify }, actor),
      );
    },

    /**
     * Cancels a pending order on behalf of the shopper with its token (D32).
     *
     * @throws see `cancelByShopper`
     */
    async cancelByShopper(
      orderNumber: string,
      accessToken: string | undefined,
      reason: string,
      language: Language = 'en',
    ): Promise<Order> {
      if (accessToken === undefined) {
        throw new ShopError('order_not_found');
      }
      await cancelByShopper(context, await changeDeps(), orderNumber, accessToken, reason);
      return forShopper(orderNumber, accessToken, language);
    },

    /**
     * Adds a payment reference to an order on behalf of the shopper with its token.
     *
     * @throws see `sendUtr`
     */
    async sendUtr(
      orderNumber: string,
      accessToken: string | undefined,
      payment: { utr: string; app: string },
      language: Language = 'en',
    ): Promise<{ order: Order; outcome: 'taken' | 'again' }> {
      if (accessToken === undefined) {
        throw new ShopError('order_not_found');
      }
      const outcome = await sendUtr(context, await changeDeps(), orderNumber, accessToken, { ...payment, language });
      return { order: await forShopper(orderNumber, accessToken, language), outcome };
    },

    /** Tidies now, since holds may have expired while the server was down, and every 30 s. */
    start: tidying.start,
    stop: tidying.stop,
  };
}

function claimantOf(address: string | undefined, phone = ''): Claimant | null {
  return address === undefined ? null : { network: networkHash(address), network48: network48Hash(address), phone };
}
