import { fieldError, ShopError } from '../../errors.ts';
import {
  canMoveReplacement,
  needsNote,
  REPLACEMENT_TEXTS,
  type ReplacementReason,
  type ReplacementStatus,
  reasonLabel,
  replacementLabel,
  wrongReplacementMove,
} from '../replacements.ts';
import { mergeAmounts, type StockAmount, stockKey } from '../stock.ts';
import { type Change, type OrderState, type ReplacementMailKind, SHOPPERS_ARE_NOT_AUDITED } from './change.ts';

/** An item as stored with a request: a snapshot, with the stock row that a parcel is taken from. */
export interface ReplacedItem {
  /** Index in the order. */
  line: number;
  productId: string;
  name: string;
  size: string;
  /** Label of the stock row; null if the order's line has none (an unknown item, D22). */
  stockSize: string | null;
  quantity: number;
}

export interface ReplacementRequest {
  id: string;
  status: ReplacementStatus;
  reason: ReplacementReason;
  items: readonly ReplacedItem[];
}

export interface ReplacementDecision {
  status: ReplacementStatus;
  note: string;
  courier: string;
  courierTracking: string;
  /** Name of the person who decides. */
  by: string;
  /** Stock of each size of the request, by `stockKey`. Only used when the goods are sent. */
  inStock: ReadonlyMap<string, number>;
}

const MAIL: Partial<Record<ReplacementStatus, ReplacementMailKind>> = {
  approved: 'replacement_approved',
  rejected: 'replacement_rejected',
  shipped: 'replacement_shipped',
};

/** Records a replacement request on the order; the request itself is a separate row. */
export function requestReplacement(request: Pick<ReplacementRequest, 'reason' | 'items'>): Change {
  return {
    columns: {},
    events: [{ kind: 'replacement', status: null, note: `Replacement requested: ${reasonLabel(request.reason)}` }],
    audit: SHOPPERS_ARE_NOT_AUDITED,
    mails: [{ kind: 'replacement_received', ...request, note: '', courier: '', courierTracking: '' }],
  };
}

/**
 * Decides a replacement request: approve, reject, send again or close. Sending takes the goods from
 * stock, once. If there is too little stock, nothing is sent, so that stock never falls below 0
 * (I2).
 *
 * @returns the change and the confirmation message for staff
 * @throws ShopError wrong_move (also for an order that was returned), validation (a note is
 *   missing), out_of_stock (the message lists the missing quantity)
 */
export function decideReplacement(
  order: OrderState,
  request: ReplacementRequest,
  decision: ReplacementDecision,
  at: number,
): { change: Change; message: string } {
  const { status: from, items } = request;
  const { status: to, note, courier, courierTracking, by } = decision;
  if (!canMoveReplacement(from, to)) {
    throw new ShopError('wrong_move', { message: wrongReplacementMove(from, to) });
  }
  if (needsNote(from, to) && note === '') {
    throw fieldError('validation', 'note', REPLACEMENT_TEXTS.note);
  }
  const ships = to === 'shipped';
  // It may have been returned since the request: its money goes back then (D36).
  if ((to === 'approved' || ships) && order.status !== 'delivered') {
    throw new ShopError('wrong_move', { message: REPLACEMENT_TEXTS.returned });
  }
  const sent = ships ? amountsOf(items) : [];
  const taken = takenText(items, sent, decision.inStock);
  const parcel = ships ? [courier, courierTracking].filter(Boolean).join(' ') : '';
  const words = [note, parcel].filter(Boolean).join(' · ');
  const label = replacementLabel(to).toLowerCase();
  const kind = MAIL[to];
  const change: Change = {
    columns: {},
    events: [
      { kind: 'replacement', status: null, note: `Replacement ${label}${words ? `: ${words}` : ''}` },
      // The stock movement is for staff only.
      ...(taken ? [{ kind: 'note' as const, status: null, note: taken }] : []),
    ],
    audit: {
      action: 'replacement.status',
      entity: { kind: 'replacement', id: request.id },
      before: { status: from },
      after: {
        status: to,
        order: order.order_number,
        ...(words ? { note: words } : {}),
        ...(taken ? { stock: taken } : {}),
      },
    },
    mails: kind ? [{ kind, reason: request.reason, items, note, courier, courierTracking }] : [],
    ...(sent.length > 0 ? { stock: { sent } } : {}),
    replacement: {
      id: request.id,
      columns: {
        status: to,
        // Without a new note, keep the previous one.
        ...(note === '' ? {} : { note }),
        ...(to === 'approved' || to === 'rejected' ? { decided_at: at, decided_by: by } : {}),
        ...(ships ? { shipped_at: at, courier, courier_tracking: courierTracking } : {}),
        ...(to === 'closed' ? { closed_at: at } : {}),
      },
    },
  };
  return { change, message: [`Replacement ${label}.`, taken].filter(Boolean).join(' ') };
}

/**
 * The quantities that a parcel takes from stock, by size. Items without a stock row are skipped.
 */
export function amountsOf(items: readonly ReplacedItem[]): StockAmount[] {
  return mergeAmounts(
    items.flatMap(({ productId, stockSize, quantity }) =>
      stockSize === null ? [] : [{ productId, size: stockSize, quantity }],
    ),
  );
}

function takenText(
  items: readonly ReplacedItem[],
  sent: readonly StockAmount[],
  inStock: ReadonlyMap<string, number>,
): string {
  const taken = sent.map((amount) => {
    const name = nameOf(items, amount);
    const left = inStock.get(stockKey(amount)) ?? 0;
    if (left < amount.quantity) {
      throw new ShopError('out_of_stock', {
        message: `${name}: ${amount.quantity} needed, ${left} in stock. Nothing was sent. Put stock in first, or close the request with a note.`,
      });
    }
    return `${name} −${amount.quantity}`;
  });
  return taken.length > 0 ? `Taken from stock: ${taken.join(', ')}.` : '';
}

function nameOf(items: readonly ReplacedItem[], { productId, size }: StockAmount): string {
  const item = items.find((one) => one.productId === productId && one.stockSize === size);
  return item ? (item.size ? `${item.name} (${item.size})` : item.name) : productId;
}
