import type { Actor } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import { countMailsOfDay, takeWaiting } from '#server/mail/mail.queries.ts';
import { checkParcel, correctParcel, type ParcelInput } from '#shop/orders/changes/parcel.ts';
import { type ChangeDeps, changeOrder } from './change-order.ts';

export interface ParcelChange extends ParcelInput {
  /** The version of the order that the admin saw. */
  version?: number | undefined;
}

/**
 * Enters or corrects courier and tracking number.
 *
 * @returns whether an email is sent
 * @throws ShopError order_not_found, stale; see `correctParcel`
 */
export async function changeParcel(
  context: ServiceContext,
  deps: ChangeDeps,
  orderNumber: string,
  change: ParcelChange,
  actor: Actor,
): Promise<boolean> {
  let mailed = false;
  await changeOrder(context, deps, {
    orderNumber,
    actor,
    version: change.version,
    decide: async ({ trx, order, at }) => {
      mailed = false;
      if (!checkParcel(order, change)) return null;
      const waiting = await takeWaiting(trx, orderNumber, 'shipped');
      const invoice = waiting.some(({ attachments }) => attachments !== '[]');
      const told = await countMailsOfDay(trx, orderNumber, 'shipped', at);
      const corrected = correctParcel(order, change, { count: waiting.length, invoice, told });
      mailed = corrected.mails.length > 0;
      return corrected;
    },
  });
  return mailed;
}
