import m from '#messages/payment-success';
import { validItems } from '#shop/money/pricing.ts';
import { isUtrReady } from '#shop/money/upi.ts';
import { placeholderAddress } from '#shop/orders/address.ts';
import {
  checkoutItems,
  getAddress,
  getChoice,
  getDraft,
  getGiftMessage,
  getGivenUp,
  getNote,
  getUtr,
  keepDraft,
  priceItems,
  setStep,
} from '#web/lib/checkout.ts';
import { readText, writeJson } from '#web/lib/device.ts';
import { findOrder, getOrders } from '#web/lib/my-orders.ts';
import type { OrderParts } from '#web/lib/ordering.ts';
import { ownToken, placeOrder } from '#web/lib/ordering.ts';
import type { CheckoutItem } from '#web/lib/stored-checkout.ts';

export type Outcome =
  /** `known`: the order existed before (duplicate guard). */
  | { kind: 'success'; orderNumber: string; known: boolean }
  /** The UTR is still missing; `failed`: the UPI app reported a failed payment. */
  | { kind: 'to-payment'; failed: boolean }
  /** `elsewhere`: another device may have begun the order, whose code was scanned. */
  | { kind: 'error'; message: string; leaveTo: '/' | '/order-review'; elsewhere?: boolean };

/** Price in rupees of the last-resort item when the amount is unknown too (R2.5). */
const LAST_RESORT_RUPEES = 100;

/**
 * Interprets a visit to /payment-success (R2.4, D26). A return from the UPI app proves nothing. An
 * order is created only for the payment that this device started, and without a UTR the shopper
 * must enter it first.
 *
 * @param handedOver the payment page has just created this order
 */
export async function settleReturn(query: URLSearchParams, handedOver: boolean, now: number): Promise<Outcome> {
  const id = query.get('orderId') ?? '';
  if (!id) return { kind: 'error', message: m.missing(), leaveTo: '/' };
  const known = findOrder(getOrders(), id);
  if (known) return { kind: 'success', orderNumber: known.orderNumber, known: !handedOver };

  // Paid nevertheless after 'Try Again'.
  const givenUp = getGivenUp();
  if (givenUp?.orderNumber === id) keepDraft(givenUp);
  const draft = getDraft();
  // Also when the shopper had reported no payment before, or after a day. A UTR that is not
  // complete yet counts as none.
  if (draft?.orderNumber === id && !isUtrReady(getUtr())) {
    // UPI apps add their own status to the return URL; only 'failure' is trusted.
    const failed = /^fail/i.test(query.get('Status') ?? query.get('status') ?? '');
    setStep(id, failed ? 'confirm' : 'utr', now);
    // 'Try Again' has forgotten the app.
    if (!getChoice()) writeJson('paymentMethod', { method: 'upi', orderId: id, confirmed: false });
    return { kind: 'to-payment', failed };
  }
  const failure: Outcome = {
    kind: 'error',
    message: m.failed({ id }),
    leaveTo: '/order-review',
  };
  const started = draft?.orderNumber === id || readText('currentOrderId') === id || getUtr() !== '';
  if (!started) return { ...failure, elsewhere: true };
  try {
    const placed = await placeOrder(partsOf(id), now);
    return placed.kind === 'placed' ? { kind: 'success', orderNumber: placed.orderNumber, known: false } : failure;
  } catch {
    return {
      kind: 'error',
      message: m.error(),
      leaveTo: '/order-review',
    };
  }
}

/**
 * The order for this return: the draft, else the stored checkout data, else the last resorts of
 * D26.
 */
function partsOf(id: string): OrderParts {
  const draft = getDraft();
  const own = checkoutItems();
  const usable = validItems(draft?.orderNumber === id ? draft.items : own.items);
  const items = usable.length > 0 ? usable : [lastResort()];
  const address = getAddress();
  return {
    orderNumber: id,
    accessToken: draft?.orderNumber === id ? draft.accessToken : ownToken(),
    direct: draft?.orderNumber === id ? draft.direct : own.direct,
    items,
    pricing: draft?.orderNumber === id ? draft.pricing : priceItems(items),
    couponCode: draft?.orderNumber === id ? draft.couponCode : '',
    address: address?.address ? address : placeholderAddress(address?.phone ?? ''),
    note: getNote(),
    giftMessage: getGiftMessage(),
    utr: getUtr(),
    app: getChoice()?.appId ?? '',
  };
}

function lastResort(): CheckoutItem {
  const paid = Number(readText('actualPaymentAmount'));
  const price = Number.isFinite(paid) && paid > 0 ? paid : LAST_RESORT_RUPEES;
  return { product: 'dry-fruits-order', name: 'Dry Fruits Order', size: '1', quantity: 1, price, image: '' };
}
