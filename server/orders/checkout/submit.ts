import type { ServiceContext } from '#server/context.ts';
import { networksOf } from '#server/http/limits.ts';
import type { Language } from '#shop/language.ts';
import type { CouponResult, DraftInput, DraftOrder, Order, OrderChange, OrderInput } from '#shop/orders/orders.ts';
import type { Credentials } from '../access/credentials.ts';
import type { OrderTerms } from '../order-terms.ts';
import type { Claimant } from '../rows/claims.queries.ts';
import { toDraft, toOrder } from '../rows/wire.ts';
import { withoutGuess } from './coupon-guesses.ts';
import { makeDraft } from './draft.ts';
import { placeOrder } from './place.ts';
import type { PlaceDeps } from './write.ts';

/** Who submits a draft or an order. */
export interface Caller {
  credentials: Credentials;
  /** Network address of the client; without it the limits of D53 do not apply. */
  address: string | undefined;
  /** Of the page. */
  language: Language;
}

/**
 * Creates or refreshes a shopper's draft with its stock hold (D19).
 *
 * @throws see `makeDraft`
 */
export async function submitDraft(
  context: ServiceContext,
  terms: OrderTerms,
  input: DraftInput,
  { credentials, address, language }: Caller,
): Promise<{ order: DraftOrder; changes: OrderChange[]; coupon: CouponResult | null }> {
  const claimant = claimantOf(address, input.shippingAddress?.phone);
  const { allowed, refused } = await withoutGuess(context, address, input);
  const made = await makeDraft(context, terms, { input: allowed, credentials, claimant, language });
  const { row, lines, accessToken, changes, coupon } = made;
  return { order: toDraft(row, lines, accessToken), changes, coupon: refused ?? coupon };
}

/**
 * Places a shopper's order, once (D21). `created` is false when the UTR was added to an existing
 * order.
 *
 * @throws see `placeOrder`
 */
export async function submitOrder(
  context: ServiceContext,
  deps: PlaceDeps,
  input: OrderInput,
  { credentials, address, language }: Caller,
): Promise<{ order: Order & { accessToken: string }; created: boolean }> {
  const claimant = claimantOf(address, input.shippingAddress.phone);
  const { allowed } = await withoutGuess(context, address, input);
  const placed = await placeOrder(context, deps, { input: allowed, credentials, claimant, language });
  const { row, lines, events, accessToken, created } = placed;
  const view = { staff: false, language };
  return { order: { ...toOrder(row, lines, events, view), accessToken }, created };
}

function claimantOf(address: string | undefined, phone = ''): Claimant | null {
  return address === undefined ? null : { ...networksOf(address), phone };
}
