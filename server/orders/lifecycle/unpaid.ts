import { SHOP } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import { isShopError } from '#shop/errors.ts';
import { cancelOrder } from '#shop/orders/changes/cancel.ts';
import { isUnpaid, isUnproven } from '#shop/orders/changes/change.ts';
import { freeStock } from '#shop/orders/changes/free-stock.ts';
import { dueClaims, readClaim, reminded } from '../rows/claims.queries.ts';
import { readLines } from '../rows/orders.queries.ts';
import { type ChangeDeps, changeOrder } from './change-order.ts';

/** Orders handled per run of the timer. */
const BATCH = 200;

const HANDLERS = { cancel: cancelUnpaid, remind, free: freeUnproven } as const;

/**
 * Reminds of a missing UTR once, cancels the orders whose time is over (D53), and frees the stock
 * of those whose UTR is not proved (D65). Safe to run in several processes. An order that fails is
 * logged and tried again at the next run.
 *
 * @throws ShopError busy
 */
export async function handleUnpaid(context: ServiceContext, deps: ChangeDeps): Promise<void> {
  const { database, log, now } = context;
  for (const due of ['cancel', 'remind', 'free'] as const) {
    for (const orderNumber of await dueClaims(database.db, due, now(), BATCH)) {
      try {
        await HANDLERS[due](context, deps, orderNumber);
      } catch (error) {
        if (isShopError(error) && error.code === 'busy') throw error;
        log.error({ err: error, orderNumber, due }, 'an unpaid order could not be handled');
      }
    }
  }
}

function cancelUnpaid(context: ServiceContext, deps: ChangeDeps, orderNumber: string): Promise<void> {
  return changeOrder(context, deps, {
    orderNumber,
    actor: SHOP,
    decide: async ({ trx, order, at }) => {
      const claim = await readClaim(trx, orderNumber);
      if (!isUnpaid(order) || claim?.kind !== 'order' || claim.expires_at > at) return null;
      // What this order had: the setting may have changed since. A claim from before migration 056
      // does not tell when it began.
      const began = claim.created_at || claim.expires_at - deps.terms.unpaidMs;
      const hours = Math.round((claim.expires_at - began) / 3_600_000);
      const lines = await readLines(trx, [orderNumber]);
      return cancelOrder(order, { reason: { say: 'notPaid', hours }, by: 'shop', lines });
    },
  });
}

function freeUnproven(context: ServiceContext, deps: ChangeDeps, orderNumber: string): Promise<void> {
  return changeOrder(context, deps, {
    orderNumber,
    actor: SHOP,
    decide: async ({ trx, order, at }) => {
      const claim = await readClaim(trx, orderNumber);
      if (!isUnproven(order) || claim?.kind !== 'unproven' || claim.expires_at > at) return null;
      const hours = Math.round((claim.expires_at - claim.created_at) / 3_600_000);
      return freeStock({ hours, lines: await readLines(trx, [orderNumber]) });
    },
  });
}

function remind(context: ServiceContext, deps: ChangeDeps, orderNumber: string): Promise<void> {
  return changeOrder(context, deps, {
    orderNumber,
    actor: SHOP,
    decide: async ({ trx, order, at }) => {
      const claim = await readClaim(trx, orderNumber);
      if (!isUnpaid(order) || claim?.kind !== 'order' || claim.remind_at === null || claim.remind_at > at) return null;
      await reminded(trx, orderNumber);
      if (order.email === '') return null;
      const hours = Math.max(1, Math.round((claim.expires_at - at) / 3_600_000));
      return {
        columns: {},
        events: [{ kind: 'note', status: null, note: 'Reminder to send the UTR: see Emails for whether it was sent.' }],
        audit: { none: 'made by the shop itself: the timeline records it' },
        mails: [{ kind: 'payment_reminder', note: { say: 'cancelledSoon', hours } }],
      };
    },
  });
}
