import type { z } from 'zod';
import type { Language, Translator } from '#shop/language.ts';
import type { BulkCancelBody, BulkDeliveredBody, BulkResult } from '#shop/orders/bulk.ts';
import type { LinesBody } from '#shop/orders/line-input.ts';
import type { AdminOrder, DraftInput, OrderInput, PriceInput } from '#shop/orders/orders.ts';
import type { Actor } from '../audit/audit.ts';
import type { ServiceContext } from '../context.ts';
import type { MailService } from '../mail/mail.service.ts';
import type { SettingsService } from '../settings/service.ts';
import type { Credentials } from './access/credentials.ts';
import { type CodeHash, openByCode, sendOrderCode } from './access/order-code.ts';
import { orderForShopper } from './access/order-for-shopper.ts';
import { closeDraft } from './checkout/close-draft.ts';
import { draftPayment } from './checkout/draft-payment.ts';
import { freeExpiredOf } from './checkout/free-expired.ts';
import { placeDraft } from './checkout/place-draft.ts';
import { priceCart } from './checkout/price.ts';
import { submitDraft, submitOrder } from './checkout/submit.ts';
import type { OrderAlerts } from './checkout/write.ts';
import { settle } from './lifecycle/attention.ts';
import { inBulk } from './lifecycle/bulk.ts';
import { changeItems, undoItems } from './lifecycle/change-lines.ts';
import type { ChangeDeps } from './lifecycle/change-order.ts';
import { changeAddress } from './lifecycle/correct-address.ts';
import { changeGift } from './lifecycle/correct-gift.ts';
import { settleDifference } from './lifecycle/difference.ts';
import { changeNotes } from './lifecycle/notes.ts';
import { changeParcel, type ParcelChange } from './lifecycle/parcel.ts';
import { takeBack, undoTakeBack } from './lifecycle/returns.ts';
import { sendUtr } from './lifecycle/send-utr.ts';
import { cancelByShopper, cancelByStaff, changeStatus, takeDeliveryBack } from './lifecycle/status.ts';
import { orderDetail, orderForStaff } from './lists/order-for-staff.ts';
import { orderLists } from './lists/service.ts';
import { readOrderTerms } from './order-terms.ts';
import { createCheckTime } from './payments/check-time.ts';
import { createTidying } from './tidy.ts';

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
  const { db } = context.database;

  const terms = () => readOrderTerms(context.env, deps);
  const changeDeps = async () => ({ mail: deps.mail, alerts: deps.alerts, terms: await terms() });

  const forStaff = async (orderNumber: string) => orderForStaff(db, orderNumber);
  const forShopper = async (orderNumber: string, accessToken: string | undefined, language?: Language) =>
    orderForShopper(context, orderNumber, accessToken, language);

  /** A change by staff that returns the order. */
  function changed<Input>(
    change: (
      context: ServiceContext,
      deps: ChangeDeps,
      orderNumber: string,
      input: Input,
      actor: Actor,
    ) => Promise<void>,
  ) {
    return async (orderNumber: string, input: Input, actor: Actor): Promise<AdminOrder> => {
      await change(context, await changeDeps(), orderNumber, input, actor);
      return forStaff(orderNumber);
    };
  }

  const { tidy, start, stop } = createTidying(context, changeDeps);

  return {
    terms,
    freeExpired: () => freeExpiredOf(context),
    tidy,
    forStaff,
    forShopper,
    detail: async (orderNumber: string) => orderDetail(db, orderNumber),
    usualCheckMs: createCheckTime(context),
    ...orderLists(context),

    draft: async (input: DraftInput, credentials: Credentials, address?: string, language: Language = 'en') =>
      submitDraft(context, await terms(), input, { credentials, address, language }),
    price: (input: PriceInput, address: string) => priceCart(context, input, address),
    async place(input: OrderInput, credentials: Credentials, address?: string, language: Language = 'en') {
      const placed = await submitOrder(context, await changeDeps(), input, { credentials, address, language });
      if (placed.created) deps.onPlaced?.();
      return placed;
    },
    /** @param inside this service's context, or one whose transactions are rolled back in the end */
    async placeDraft(inside: ServiceContext, orderNumber: string, utr: string | null): Promise<void> {
      const placed = await placeDraft(inside, await changeDeps(), orderNumber, utr);
      if (placed?.created) deps.onPlaced?.();
    },
    draftPayment: async (orderNumber: string, accessToken: string | undefined, language?: Language) => {
      const facts = { proof: await deps.settings.proof(), terms: await terms() };
      return draftPayment(context, facts, orderNumber, accessToken, language);
    },
    closeDraft: (orderNumber: string, accessToken: string | undefined) => closeDraft(context, orderNumber, accessToken),

    async sendCode(orderNumber: string, address: string): Promise<void> {
      const { shops } = await terms();
      await sendOrderCode(context, { mail: deps.mail, shops, codes: deps.codes }, orderNumber, address);
    },
    async openByCode(orderNumber: string, code: string, address: string, language?: Language) {
      const accessToken = await openByCode(context, deps.codes, orderNumber, code, address);
      return { order: await forShopper(orderNumber, accessToken, language), accessToken };
    },

    setStatus: changed(changeStatus),
    setNotes: changed(changeNotes),
    settle: changed(settle),
    correctAddress: changed(changeAddress),
    correctGift: changed(changeGift),
    /** A dry run changes nothing. */
    async changeItems(orderNumber: string, input: z.output<typeof LinesBody>, actor: Actor) {
      const preview = await changeItems(context, await changeDeps(), orderNumber, input, actor);
      return { preview, order: await forStaff(orderNumber) };
    },
    undoItems: changed(undoItems),
    settleDifference: changed(settleDifference),
    takeBack: changed(takeBack),
    undoTakeBack: changed(undoTakeBack),
    cancel: changed(cancelByStaff),
    /** `mailed` is true when an email is sent. */
    async setParcel(orderNumber: string, change: ParcelChange, actor: Actor) {
      const mailed = await changeParcel(context, await changeDeps(), orderNumber, change, actor);
      return { order: await forStaff(orderNumber), mailed };
    },
    /** Each order has its own result. */
    async cancelMany({ orders, reason, notify }: z.infer<typeof BulkCancelBody>, actor: Actor): Promise<BulkResult[]> {
      const changing = await changeDeps();
      return inBulk(orders, ({ orderNumber, version }) =>
        cancelByStaff(context, changing, orderNumber, { reason, version, notify }, actor),
      );
    },

    /** As `cancelMany`; with `undo`, takes it back. */
    async deliverMany(
      { orders, undo }: z.infer<typeof BulkDeliveredBody>,
      mayVerify: boolean,
      actor: Actor,
    ): Promise<BulkResult[]> {
      const changing = await changeDeps();
      return inBulk(orders, ({ orderNumber, version }) =>
        undo
          ? takeDeliveryBack(context, changing, orderNumber, actor)
          : changeStatus(context, changing, orderNumber, { status: 'delivered', mayVerify, version }, actor),
      );
    },

    async cancelByShopper(orderNumber: string, accessToken: string | undefined, reason: string, language?: Language) {
      await cancelByShopper(context, await changeDeps(), orderNumber, accessToken, reason);
      return forShopper(orderNumber, accessToken, language);
    },
    async sendUtr(
      orderNumber: string,
      accessToken: string | undefined,
      payment: { utr: string; app: string },
      language: Language = 'en',
    ) {
      const outcome = await sendUtr(context, await changeDeps(), orderNumber, accessToken, { ...payment, language });
      return { order: await forShopper(orderNumber, accessToken, language), outcome };
    },

    start,
    stop,
  };
}
