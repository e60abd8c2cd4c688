import type { ServiceContext } from '#server/context.ts';
import { isShopError } from '#shop/errors.ts';
import { toRupees } from '#shop/money/money.ts';
import { placeholderAddress } from '#shop/orders/address.ts';
import type { OrderInput } from '#shop/orders/orders.ts';
import * as queries from '../rows/orders.queries.ts';
import { placeOrder } from './place.ts';
import type { Submission } from './read.ts';
import type { Placed } from './submit-again.ts';
import type { PlaceDeps } from './write.ts';

/**
 * Makes an order of a draft that was paid, as its shopper would with the UTR (D61). What was asked
 * for was paid: the prices of the draft hold, also when its time is over. Parts of the address that
 * it lacks are placeholders (D26).
 *
 * @param utr the reference of the payment; null: the bank gives none
 * @param app with which it was paid; that of the draft if it is left out
 * @returns null when it is no draft any more
 */
export async function placeDraft(
  context: ServiceContext,
  deps: PlaceDeps,
  orderNumber: string,
  utr: string | null,
  app?: string,
): Promise<Placed | null> {
  const { db } = context.database;
  const draft = await queries.readOrder(db, orderNumber);
  if (draft?.status !== 'draft') return null;
  if (app !== undefined) draft.payment_app = app;
  const lines = await queries.readLines(db, [orderNumber]);
  try {
    return await placeOrder(context, deps, submissionOf(draft, lines, utr));
  } catch (error) {
    // Its shopper was faster.
    if (isShopError(error) && error.code === 'duplicate_order') return null;
    throw error;
  }
}

/** The draft as its shopper would submit it; its prices hold. */
export function submissionOf(draft: queries.OrderRow, lines: queries.LineRow[], utr: string | null): Submission {
  const credentials = { orderNumber: draft.order_number, tokenHash: draft.access_token_hash };
  return { input: inputOf(draft, lines, utr), credentials, claimant: null, language: null, proved: true };
}

function inputOf(draft: queries.OrderRow, lines: queries.LineRow[], utr: string | null): OrderInput {
  return {
    items: lines.map((line) => ({
      product: line.product_id,
      name: line.name,
      size: line.size,
      quantity: line.quantity,
      price: toRupees(line.price),
      originalPrice: toRupees(line.original_price),
    })),
    shippingAddress: addressOf(draft),
    paymentMethod: 'upi',
    paymentDetails: { utrNumber: utr ?? '', app: draft.payment_app },
    orderNote: draft.order_note,
    giftMessage: draft.gift_message,
    total: toRupees(draft.total),
    couponCode: draft.coupon_code || null,
  };
}

function addressOf(draft: queries.OrderRow): OrderInput['shippingAddress'] {
  const blank = placeholderAddress(draft.phone);
  return {
    name: draft.name || blank.name,
    phone: draft.phone || blank.phone,
    email: draft.email,
    address: draft.address || blank.address,
    city: draft.city || blank.city,
    state: draft.state || blank.state,
    pincode: draft.pincode || blank.pincode,
    country: draft.country,
    addressType: draft.address_type,
    gstin: draft.gstin,
  };
}
