import type { ServiceContext } from '#server/context.ts';
import { canonicalUtr } from '#shop/money/upi.ts';
import * as queries from './ledger.queries.ts';
import { type ProofDeps, proveOrders } from './proof.ts';

/** UTRs that one query compares: other requests wait for one such query at most. */
const UTRS = 400;

/** Confirms orders whose credit has come before their UTR, or before the order itself. */
export async function proveWaiting(context: ServiceContext, deps: () => Promise<ProofDeps>): Promise<void> {
  const { db } = context.database;
  for await (const part of queries.politeParts(await queries.utrsToProve(db, context.now()), UTRS)) {
    const ids = await queries.creditIdsOf(db, part);
    if (ids.length > 0) await proveOrders(context, await deps(), ids);
  }
  const late = await queries.creditsToPlace(db, context.now());
  if (late.length > 0) await proveOrders(context, await deps(), late);
}

/**
 * An order has got this UTR: a credit that waits for it confirms it. Never throws: the sweep tries
 * again.
 */
export async function proveUtr(
  context: ServiceContext,
  deps: () => Promise<ProofDeps>,
  utr: string | null,
): Promise<void> {
  if (utr === null) return;
  try {
    const ids = await queries.creditIdsOf(context.database.db, [canonicalUtr(utr)]);
    if (ids.length > 0) await proveOrders(context, await deps(), ids);
  } catch (error) {
    context.log.warn({ err: error }, 'credits: a waiting credit could not be matched');
  }
}
