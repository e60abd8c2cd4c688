import type { ServiceContext } from '#server/context.ts';
import { transact, type Work } from '#server/database/transact.ts';
import { LIMITS, limitAttempts } from '#server/http/limits.ts';
import { isShopError, ShopError } from '#shop/errors.ts';
import { planDraft } from '#shop/orders/checkout/draft.ts';
import { usableItems } from '#shop/orders/checkout/lines.ts';
import type { OrderTerms } from '../order-terms.ts';
import { withNumber } from './number.ts';
import { type DraftSubmission, readDraftFacts } from './read-draft.ts';
import { type Draft, writeDraft } from './write-draft.ts';

/**
 * Creates a draft, or refreshes the one that the credentials own: looks up prices and holds the
 * stock for `reservationMinutes`, all or nothing (D19), within the limits of D53. Beyond them the
 * draft is made and stock is checked, but not everything is held, and `row.reserved_until` is null.
 * A free number with a strong secret becomes the draft's: the client finds it again if the response
 * is lost. A number without its token gets a new draft.
 *
 * @throws ShopError too_many_attempts, empty_cart, items_unavailable, out_of_stock (with `errors[]`
 *   per line); duplicate_order with `data.order` when the draft has already become an order
 */
export async function makeDraft(context: ServiceContext, terms: OrderTerms, draft: DraftSubmission): Promise<Draft> {
  return withNumber((attempt) => transact(context, (work) => draftInside(work, context, terms, draft, attempt)));
}

/**
 * `makeDraft` inside a transaction of the caller.
 *
 * @throws also TakenMeanwhile
 */
export async function draftInside(
  work: Work,
  context: ServiceContext,
  terms: OrderTerms,
  draft: DraftSubmission,
  attempt: number,
): Promise<Draft> {
  const { input, claimant } = draft;
  const at = context.now();
  const items = usableItems(input.items);
  if (items.length === 0) throw new ShopError('empty_cart');
  const facts = await readDraftFacts(work.trx, context, terms, draft, { items, at, attempt });
  const plan = planDraft(facts, input, at);
  if (isShopError(plan)) throw plan;
  if (plan.counted > 0 && claimant) {
    await limitAttempts(context, 'unheld-drafts', claimant, LIMITS.unheldDrafts, work.trx, plan.counted);
  }
  return writeDraft(work, context, draft, { facts, plan, at });
}
