import type { Selectable } from 'kysely';
import type { CouponsTable, OrderLinesTable } from '#server/database/schema.ts';
import type { OrderRow } from '#server/orders/rows/orders.queries.ts';
import { financialYear, isoDay } from '#shop/india/dates.ts';
import { UPI_APPS } from '#shop/money/upi.ts';
import { creditNoteNumber, invoiceNumber, invoiceOf } from '#shop/orders/invoice.ts';
import { ShopSettings } from '#shop/settings/settings.ts';
import { SELLER_GSTIN } from './scale-calls.ts';
import type { Writer } from './scale-writer.ts';

/**
 * What follows from the orders of a large shop: payments, bank credits, refunds, invoices, credit
 * notes and the uses of coupons.
 */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const SHOP = ShopSettings.parse({ gstin: SELLER_GSTIN, state: 'Maharashtra', stateCode: '27', pincode: '400001' });
/** One of so many orders of registered buyers. */
const REGISTERED = 50;
const COUPONS = 40;

/** Adds coupons, then their uses. `couponOf` gives every seventh order one. */
export function coupons(writer: Writer, now: number) {
  const all = Array.from({ length: COUPONS }, (_, index) => {
    const id = `cpn_${index}`;
    const code = index % 8 === 0 ? null : `NUTS${index}`;
    return { id, code, name: `Offer ${index}`, taken: 0 };
  });
  for (const { id, code, name } of all) {
    writer.add('coupons', {
      id,
      code,
      name,
      kind: 'percent' as const,
      value: 5,
      scope: 'all' as const,
      paused: code === null ? 1 : 0,
      created_at: now - 400 * DAY,
    });
  }
  return {
    /** The coupon of an order; undefined for most. */
    couponOf: (index: number): Pick<Selectable<CouponsTable>, 'id' | 'name'> | undefined =>
      index % 7 === 0 ? all[(index / 7) % COUPONS] : undefined,
    use(order: OrderRow): void {
      if (order.coupon_id === null || order.status === 'cancelled') return;
      const used = all.find(({ id }) => id === order.coupon_id);
      if (used) used.taken++;
      writer.add('coupon_uses', { order_number: order.order_number, coupon_id: order.coupon_id, expires_at: null });
    },
    taken: () => all.map(({ id, taken }) => ({ id, taken })),
  };
}

/** How the bank reported the payment of an order; undefined when staff looked it up themselves. */
export function creditOf(
  index: number,
  paid: boolean,
): { payment_source: 'sms' | 'staff' | null; credit_id: string | null } {
  if (!paid) return { payment_source: null, credit_id: null };
  return index % 10 < 7
    ? { payment_source: 'sms', credit_id: `crd_${index}` }
    : { payment_source: 'staff', credit_id: null };
}

export type Line = Pick<OrderLinesTable, 'product_id' | 'name' | 'size' | 'quantity' | 'price'>;

/**
 * Writes the ledger of a shop order by order, oldest first: invoices and credit notes are numbered
 * without gaps.
 */
export function ledger(writer: Writer) {
  const numbers = new Map<string, number>();
  const next = (series: string) => {
    const number = (numbers.get(series) ?? 0) + 1;
    numbers.set(series, number);
    return number;
  };

  function credit(
    index: number,
    id: string,
    order: OrderRow,
    status: 'open' | 'matched' | 'dismissed',
    at: number,
  ): void {
    const ref = order.utr ?? '';
    writer.add('credits', {
      id,
      rrn: ref,
      refs: JSON.stringify([ref]),
      amount: order.total,
      day: isoDay(at),
      minute: 600,
      at,
      account: '1234',
      bank: 'HDFC',
      channel: 'upi',
      payer_vpa: `${order.phone}@upi`,
      payer_name: order.name,
      status,
      order_number: status === 'matched' ? order.order_number : null,
      matched_source: status === 'matched' ? 'sms' : null,
      matched_at: status === 'matched' ? at : null,
      flags: status === 'open' ? '["unmatched"]' : '[]',
      created_at: at,
    });
    writer.add('credit_refs', { ref, credit_id: id });
    writer.add('credit_sources', {
      id: `src_${id}`,
      credit_id: id,
      kind: 'sms' as const,
      at,
      fingerprint: `${id}-${index}`,
      sender: 'VM-HDFCBK',
    });
  }

  function document(order: OrderRow, lines: readonly Line[], at: number): void {
    const year = financialYear(at);
    const number = invoiceNumber(SHOP.brandName, year, next(`invoices ${year}`));
    const invoice = invoiceOf(
      {
        orderNumber: order.order_number,
        orderedAt: order.created_at,
        total: order.total,
        buyer: {
          name: order.name,
          phone: order.phone,
          address: order.address,
          city: order.city,
          state: order.state,
          pincode: order.pincode,
          country: order.country,
          ...(order.gstin ? { gstin: order.gstin } : {}),
        },
        discounts: order.discount > 0 ? [{ label: order.coupon_label, amount: order.discount }] : [],
        lines: lines.map((line, position) => ({
          ...line,
          ownDiscount: position === 0 ? order.coupon_discount : 0,
          hsn: '0802',
          rateBp: 500,
        })),
      },
      SHOP,
      number,
      at,
    );
    writer.add('invoices', {
      number,
      order_number: order.order_number,
      financial_year: year,
      data: JSON.stringify(invoice),
      issued_at: at,
    });
    if (order.status !== 'cancelled' && order.status !== 'returned') return;
    const noted = at + DAY;
    const noteYear = financialYear(noted);
    writer.add('credit_notes', {
      number: creditNoteNumber(noteYear, next(`notes ${noteYear}`)),
      order_number: order.order_number,
      financial_year: noteYear,
      reason: order.status,
      issued_at: noted,
    });
  }

  return {
    /** An order with its row and lines added already. */
    add(index: number, order: OrderRow, lines: readonly Line[]): void {
      const at = order.created_at + HOUR;
      const number = order.order_number;
      if (order.payment_status === 'completed') {
        writer.add('payments', {
          id: `pay_${index}`,
          order_number: number,
          utr: order.utr,
          amount: order.total,
          status: 'accepted' as const,
          decided_by: 'Owner',
          decided_at: at,
        });
        if (order.credit_id !== null) credit(index, order.credit_id, order, 'matched', at);
        document(order, lines, at);
        writer.add('audit_log', {
          id: `aud_${index}`,
          at,
          actor: 'Owner',
          action: 'order.payment',
          entity: 'order',
          entity_id: number,
          before_value: '{"payment":"pending"}',
          after_value: '{"payment":"completed"}',
        });
      } else if (index % 5 === 0) {
        // Reported, but not what the order costs or not wanted.
        const wrong = { ...order, utr: String(800_000_000_000 + index), total: order.total + 100 };
        credit(index, `crd_${index}`, wrong, order.status === 'cancelled' ? 'dismissed' : 'open', at);
      }
      if (order.refunded > 0) {
        writer.add('refunds', {
          id: `ref_${index}`,
          order_number: number,
          amount: order.refunded,
          day: isoDay(at + DAY),
          reason: 'cancelled',
          recorded_by: 'Owner',
          recorded_at: at + DAY,
        });
      }
    },
    /** Sets the counters so that the shop can go on. */
    close(): void {
      for (const [series, count] of numbers) {
        const [kind, year = ''] = series.split(' ');
        const table = kind === 'invoices' ? ('invoice_series' as const) : ('credit_note_series' as const);
        writer.add(table, { financial_year: year, next_number: count + 1 });
      }
    },
  };
}

/** The GSTIN of a registered buyer of Maharashtra; empty for most. */
export function gstinOf(index: number): string {
  return index % REGISTERED === 0 ? '27AAPFU0939F1ZV' : '';
}

/** What shoppers did in their UPI apps, by day. */
export function appCounts(writer: Writer, now: number, days: number): void {
  for (let ago = 0; ago < days; ago++) {
    for (const { id: app } of UPI_APPS) {
      writer.add('upi_app_counts', { day: isoDay(now - ago * DAY), app, what: 'opened', count: 50 });
      writer.add('upi_app_counts', { day: isoDay(now - ago * DAY), app, what: 'declined', count: 5 });
    }
  }
}

/** A statement each week. */
export function statementImports(writer: Writer, now: number, days: number): void {
  for (let ago = 0; ago < days; ago += 7) {
    const [from, to] = [isoDay(now - (ago + 7) * DAY), isoDay(now - ago * DAY)];
    writer.add('statement_imports', {
      id: `imp_${ago}`,
      file_name: `statement-${to}.csv`,
      file_hash: `hash-${ago}`,
      bank: 'HDFC',
      account: '1234',
      from_day: from,
      to_day: to,
      covered_from: from,
      covered_to: to,
      credits: 500,
      imported_by: 'Owner',
      imported_at: now - ago * DAY,
    });
  }
}
