import { type Actor, writeAudit } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import { type Trx, transact } from '#server/database/transact.ts';
import { ShopError } from '#shop/errors.ts';
import type { ReplacementMove } from '#shop/orders/replacement-input.ts';
import {
  canMoveReplacement,
  needsNote,
  REPLACEMENT_TEXTS,
  type ReplacementStatus,
  replacementLabel,
  wrongReplacementMove,
} from '#shop/orders/replacements.ts';
import { mergeAmounts } from '#shop/orders/stock.ts';
import { lockOrder } from '../lifecycle/manage.ts';
import { insertEvents } from '../queries.ts';
import { lockedStock, moveStock } from '../stock.queries.ts';
import { type ReplacementMailKind, replacementMail } from './mails.ts';
import * as queries from './queries.ts';
import type { ReplacementDeps } from './request.ts';
import { itemsOf, type ReplacedItem, reasonOf, statusOf } from './wire.ts';

export type ReplacementDecision = ReplacementMove;

/** What is none is not asked for: PostgreSQL refuses a NUL in a text. */
export function isReplacementId(text: string): boolean {
  return /^rpl_[0-9a-z]{1,60}$/.test(text);
}

const MAIL: Partial<Record<ReplacementStatus, ReplacementMailKind>> = {
  approved: 'replacement_approved',
  rejected: 'replacement_rejected',
  shipped: 'replacement_shipped',
};

/**
 * Moves a request on by staff: row, stock, event, audit entry and mail in one transaction. A parcel sent again takes its goods from
 * stock, once; with too few of them it is refused, so that stock never falls below 0 (I2).
 *
 * @returns the sentence of what happened, with what was taken from stock
 * @throws ShopError replacement_not_found, stale, wrong_move, validation (no note where one is needed), out_of_stock
 */
export async function decideReplacement(
  context: ServiceContext,
  deps: ReplacementDeps,
  id: string,
  decision: ReplacementDecision,
  actor: Actor,
): Promise<string> {
  const found = isReplacementId(id) ? await queries.readReplacement(context.database.db, id) : undefined;
  if (!found) {
    throw new ShopError('replacement_not_found');
  }
  return transact(context, async ({ trx, afterCommit }) => {
    const at = context.now();
    // The order first, as everywhere: so no two transactions wait for each other crosswise.
    const order = await lockOrder(trx, context, found.order_number);
    const row = await queries.readReplacement(trx, id, context.database.kind);
    if (!row) {
      throw new ShopError('replacement_not_found');
    }
    if (decision.version !== undefined && decision.version !== row.version) {
      throw new ShopError('stale');
    }
    const from = statusOf(row);
    const to = decision.status;
    if (!canMoveReplacement(from, to)) {
      throw new ShopError('wrong_move', { message: wrongReplacementMove(from, to) });
    }
    if (needsNote(from, to) && decision.note === '') {
      const msg = REPLACEMENT_TEXTS.note;
      throw new ShopError('validation', { message: msg, errors: [{ path: 'note', msg }] });
    }
    const items = itemsOf(row);
    const taken = to === 'shipped' ? await takeFromStock(trx, context, items) : '';
    const change = {
      status: to,
      updated_at: at,
      // The answer stays what the shopper was told first, unless there is a new one.
      ...(decision.note === '' ? {} : { note: decision.note }),
      ...(to === 'approved' || to === 'rejected' ? { decided_at: at, decided_by: actor.name } : {}),
      ...(to === 'shipped'
        ? { shipped_at: at, courier: decision.courier, courier_tracking: decision.courierTracking }
        : {}),
      ...(to === 'closed' ? { closed_at: at } : {}),
    };
    await queries.updateReplacement(trx, row, change);
    const parcel = to === 'shipped' ? [decision.courier, decision.courierTracking].filter(Boolean).join(' ') : '';
    const words = [decision.note, parcel].filter(Boolean).join(' · ');
    const event = { orderNumber: order.order_number, at, author: actor.name, status: null };
    await insertEvents(trx, [
      {
        ...event,
        kind: 'replacement',
        note: `Replacement ${replacementLabel(to).toLowerCase()}${words ? `: ${words}` : ''}`,
      },
      // What it took from stock is the shop's own affair.
      ...(taken ? [{ ...event, kind: 'note' as const, note: taken }] : []),
    ]);
    await writeAudit(trx, {
      at,
      actor,
      action: 'replacement.status',
      entity: 'replacement',
      entityId: id,
      before: { status: from },
      after: {
        status: to,
        order: order.order_number,
        ...(words ? { note: words } : {}),
        ...(taken ? { stock: taken } : {}),
      },
    });
    const kind = MAIL[to];
    if (kind) {
      const { courier, courierTracking, note } = decision;
      await deps.mail.enqueue(trx, [
        replacementMail(
          kind,
          { ...order, items, reason: reasonOf(row), note, courier, courier_tracking: courierTracking },
          deps.shop,
        ),
      ]);
    }
    afterCommit(() => {
      if (taken) context.versions.touch('catalogue');
      deps.mail.wake();
    });
    return [`Replacement ${replacementLabel(to).toLowerCase()}.`, taken].filter(Boolean).join(' ');
  });
}

/** Takes the goods of a parcel. Lines of no known stock row take nothing. @throws ShopError out_of_stock with what is missing */
async function takeFromStock(trx: Trx, context: ServiceContext, items: ReplacedItem[]): Promise<string> {
  const amounts = mergeAmounts(
    items.flatMap((item) =>
      item.stockSize === null ? [] : [{ productId: item.productId, size: item.stockSize, quantity: item.quantity }],
    ),
  );
  const nameOf = (productId: string, size: string) => {
    const item = items.find((one) => one.productId === productId && one.stockSize === size);
    return item ? (item.size ? `${item.name} (${item.size})` : item.name) : productId;
  };
  const taken: string[] = [];
  for (const amount of amounts) {
    const name = nameOf(amount.productId, amount.size);
    if (!(await moveStock(trx, amount, { stock: -amount.quantity, held: 0, sold: amount.quantity }))) {
      const left = await lockedStock(trx, context.database.kind, amount);
      throw new ShopError('out_of_stock', {
        message: `${name}: ${amount.quantity} needed, ${left} in stock. Nothing was sent. Put stock in first, or close the request with a note.`,
      });
    }
    taken.push(`${name} −${amount.quantity}`);
  }
  return taken.length > 0 ? `Taken from stock: ${taken.join(', ')}.` : '';
}
