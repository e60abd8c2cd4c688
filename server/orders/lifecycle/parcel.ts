import { type Actor, writeAudit } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import { transact } from '#server/database/transact.ts';
import { takeWaiting } from '#server/mail/mail.queries.ts';
import type { MailService } from '#server/mail/mail.service.ts';
import { ShopError } from '#shop/errors.ts';
import { hasParcel, isOnItsWay, statusLabel } from '#shop/orders/order-status.ts';
import { invoiceOfOrder } from '../documents/queries.ts';
import * as queries from '../queries.ts';
import type { OrderTerms } from '../terms.ts';
import { enqueueOrderMail, lockOrder, statusOf } from './manage.ts';

export interface ParcelChange {
  courier: string;
  courierTracking: string;
  /** Write to the shopper once more, with what is right now. */
  notify: boolean;
  /** The version of the order that the admin was looking at. */
  version?: number | undefined;
}

const CORRECTED = 'Please use this courier and tracking number; they replace those of our e-mail before.';

/**
 * Enters or corrects the courier and the tracking number of a parcel that has left; event, audit entry and mail in the same
 * transaction. An e-mail about the parcel that has not gone out yet is replaced, so that no wrong number leaves the house; else
 * the shopper is written to only when asked for. Each is a message of its own, with its own Message-ID.
 *
 * @returns whether an e-mail goes out
 * @throws ShopError order_not_found, stale, wrong_move (there is no parcel, or it has arrived), validation (an e-mail without a number)
 */
export async function changeParcel(
  context: ServiceContext,
  deps: { mail: MailService; terms: OrderTerms },
  orderNumber: string,
  { courier, courierTracking, notify, version }: ParcelChange,
  actor: Actor,
): Promise<boolean> {
  return transact(context, async ({ trx, afterCommit }) => {
    const at = context.now();
    const order = await lockOrder(trx, context, orderNumber, version);
    const status = statusOf(order);
    if (!hasParcel(status)) {
      const message = `An order that is ${statusLabel(status).toLowerCase()} has no parcel under way.`;
      throw new ShopError('wrong_move', { message });
    }
    if (notify && !isOnItsWay(status)) {
      throw new ShopError('wrong_move', { message: 'This parcel has arrived: no e-mail is sent about it any more.' });
    }
    if (notify && courierTracking === '') {
      const msg = 'Please enter the tracking number';
      throw new ShopError('validation', { message: msg, errors: [{ path: 'courierTracking', msg }] });
    }
    const before = { courier: order.courier, courierTracking: order.courier_tracking };
    const changed = before.courier !== courier || before.courierTracking !== courierTracking;
    if (!changed && !notify) return false;

    const columns = { courier, courier_tracking: courierTracking, updated_at: at };
    if (changed) {
      await queries.updateOrder(trx, order, columns);
      const was = parcelOf(before);
      const note = `${parcelOf({ courier, courierTracking }) || 'Removed'}${was && ` (before: ${was})`}`;
      await queries.insertEvents(trx, [{ orderNumber, kind: 'parcel', status: null, at, author: actor.name, note }]);
    }
    const waiting = await takeWaiting(trx, orderNumber, 'shipped');
    const mailed = (notify || waiting.length > 0) && order.email !== '';
    if (mailed) {
      // The invoice goes with the message that takes the place of the one it was attached to.
      const attached = waiting.some(({ attachments }) => attachments !== '[]');
      const invoice = attached ? ((await invoiceOfOrder(trx, orderNumber))?.number ?? null) : null;
      const note = changed && waiting.length === 0 && parcelOf(before) !== '' ? CORRECTED : '';
      await enqueueOrderMail(trx, deps, 'shipped', { ...order, ...columns }, note, invoice);
      afterCommit(() => deps.mail.wake());
    }
    await writeAudit(trx, {
      at,
      actor,
      action: 'order.parcel',
      entity: 'order',
      entityId: orderNumber,
      before,
      after: { courier, courierTracking, ...(mailed ? { mailed } : {}) },
    });
    return mailed;
  });
}

function parcelOf({ courier, courierTracking }: Pick<ParcelChange, 'courier' | 'courierTracking'>): string {
  return [courier, courierTracking].filter(Boolean).join(' ');
}
