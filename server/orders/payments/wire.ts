import { toRupees } from '#shop/money/money.ts';
import type { Credit } from '#shop/orders/payments/credit.ts';
import type { OrderRow } from '../rows/orders.queries.ts';
import { flagsOf, type LedgerCredit } from './ledger.queries.ts';

/** A credit as the API returns it: rupees, epoch ms. */
export function toCredit({ row, sources }: LedgerCredit): Credit {
  const noteOrder = sources.find((source) => source.noteOrder !== null)?.noteOrder;
  return {
    id: row.id,
    amount: toRupees(row.amount),
    rrn: row.rrn,
    at: row.at,
    account: row.account,
    payer: row.payer_vpa ?? row.payer_name,
    status: row.status,
    ...(row.order_number === null ? {} : { orderNumber: row.order_number }),
    reversed: row.status === 'reversed',
    sources: sources.map(({ source, at }) => ({ kind: source, at })),
    ...(row.status === 'matched' && row.proved_by ? { provedBy: row.proved_by } : {}),
    ...(noteOrder ? { noteOrder } : {}),
    flags: flagsOf(row),
    ...(row.reason === '' ? {} : { reason: row.reason }),
  };
}

/** The columns of an order on the payments screen. */
export const ORDER_BRIEF = [
  ...(['order_number', 'name', 'phone', 'total', 'utr', 'payment_app', 'status', 'payment_status'] as const),
  ...([
    'created_at',
    'credit_id',
    'payment_code',
    'paid_amount',
    'payment_decided_at',
    'needs_attention',
    'version',
  ] as const),
];
export type OrderBrief = Pick<OrderRow, (typeof ORDER_BRIEF)[number]>;

export function toBrief(row: OrderBrief) {
  return {
    orderNumber: row.order_number,
    name: row.name,
    phone: row.phone,
    total: toRupees(row.total),
    utrNumber: row.utr,
    app: row.payment_app,
    status: row.status,
    paymentStatus: row.payment_status,
    createdAt: row.created_at,
    version: row.version,
  };
}
