import { SHOPPER } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import type { Work } from '#server/database/transact.ts';
import type { ShopError } from '#shop/errors.ts';
import { typedUtr } from '#shop/money/upi.ts';
import { utrOf } from '#shop/orders/orders.ts';
import { ownsOrder } from '../access/credentials.ts';
import { applyChange, type ChangeDeps } from '../lifecycle/change-order.ts';
import { decideUtr } from '../lifecycle/send-utr.ts';
import { duplicateOrder } from '../rows/duplicate-order.ts';
import * as queries from '../rows/orders.queries.ts';
import type { Submission } from './read.ts';

export interface Placed {
  row: queries.OrderRow;
  lines: queries.LineRow[];
  events: queries.EventRow[];
  accessToken: string;
  /** False when the UTR was added to an existing order. */
  created: boolean;
}

/**
 * Handles a resubmitted order: its items never change, but the UTR may be new (see `receiveUtr`).
 * The caller holds `lockKey` of the UTR.
 *
 * @returns the order with its new UTR, or the error to throw after the commit
 */
export async function submitAgain(
  work: Work,
  context: ServiceContext,
  deps: ChangeDeps,
  order: queries.OrderRow,
  { input, credentials, language }: Submission,
): Promise<Placed | ShopError> {
  const { accessToken } = credentials;
  const view = { language: language ?? order.language };
  const utr = utrOf(input);
  if (accessToken === undefined || !ownsOrder(order, accessToken) || utr === null || utr === order.utr) {
    return duplicateOrder(work.trx, order, view);
  }
  const { utrNumber, app } = input.paymentDetails ?? {};
  let taken = false;
  const row = await applyChange(work, context, deps, {
    orderNumber: order.order_number,
    actor: SHOPPER,
    decide: async (facts) => {
      const { outcome, change } = await decideUtr(facts, { utr, typed: typedUtr(utrNumber ?? ''), app: app ?? '' });
      taken = outcome === 'taken';
      return change;
    },
  });
  if (!taken) return duplicateOrder(work.trx, row, view);
  const numbers = [row.order_number];
  const lines = await queries.readLines(work.trx, numbers);
  return { row, lines, events: await queries.readEvents(work.trx, numbers), accessToken, created: false };
}
