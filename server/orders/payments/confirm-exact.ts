import type { Actor } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import { ShopError } from '#shop/errors.ts';
import { matchByStaff } from './match-by-staff.ts';
import type { ProofDeps } from './proof.ts';
import { exactMatches } from './review.ts';

/** Confirms orders that have an exact match. Each order gets its own result. */
export async function confirmExact(
  context: ServiceContext,
  deps: ProofDeps,
  orderNumbers: readonly string[],
  actor: Actor,
) {
  const exact = await exactMatches(context, deps.rules, orderNumbers);
  const results: { orderNumber: string; confirmed: boolean; reason: string | null }[] = [];
  for (const orderNumber of new Set(orderNumbers)) {
    const creditId = exact.get(orderNumber);
    if (creditId === undefined) {
      results.push({ orderNumber, confirmed: false, reason: 'This order has no exact match any more.' });
      continue;
    }
    try {
      await matchByStaff(context, deps, { creditId, orderNumber, acceptAmount: false }, actor);
      results.push({ orderNumber, confirmed: true, reason: null });
    } catch (error) {
      if (!(error instanceof ShopError)) throw error;
      results.push({ orderNumber, confirmed: false, reason: error.message });
    }
  }
  return results;
}
