import { useSearchParams } from 'react-router';
import { isOrderStatus, type OrderStatus, PAYMENT_STATUSES, type PaymentStatus } from '#shop/orders/order-status.ts';

/** Rows on a page of the list. */
export const PAGE_SIZE = 50;

/** What the address says about the list: `?section=orders&status=pending&payment=pending&attention=true&q=…&from=2026-11-01&to=…&page=2&order=ORD…` (D7). */
export interface OrderFilter {
  status: OrderStatus | 'all';
  /** null for any. */
  payment: PaymentStatus | null;
  /** Only what somebody should look at (D22). */
  attention: boolean;
  /** Number, name, phone or UTR. */
  q: string;
  /** Days in India, 'YYYY-MM-DD', both included; '' for open. */
  from: string;
  to: string;
  page: number;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

function readFilter(search: URLSearchParams): OrderFilter {
  const status = search.get('status');
  const payment = PAYMENT_STATUSES.find((one) => one === search.get('payment'));
  const day = (name: string) => (DAY.test(search.get(name) ?? '') ? (search.get(name) ?? '') : '');
  const page = Number(search.get('page'));
  return {
    status: isOrderStatus(status) ? status : 'all',
    payment: payment ?? null,
    attention: search.get('attention') === 'true',
    q: search.get('q') ?? '',
    from: day('from'),
    to: day('to'),
    page: Number.isInteger(page) && page > 1 ? page : 1,
  };
}

type Field = 'status' | 'payment' | 'attention' | 'q' | 'from' | 'to';

/** The filter and the open order, kept in the address so that reload, back and a sent link show the same. */
export function useOrderAddress() {
  const [search, setSearch] = useSearchParams();

  const change = (next: Partial<Record<Field | 'page' | 'order', string | null>>, replace = false) => {
    setSearch(
      (current) => {
        const result = new URLSearchParams(current);
        result.set('section', 'orders');
        for (const [name, value] of Object.entries(next)) {
          if (value) result.set(name, value);
          else result.delete(name);
        }
        return result;
      },
      { replace, preventScrollReset: true },
    );
  };

  return {
    filter: readFilter(search),
    openOrder: search.get('order'),
    /** A changed filter begins at the first page. Typing replaces the entry in the history, choosing adds one. */
    setFilter: (next: Partial<Record<Field, string>>, typing = false) =>
      change({ ...next, ...(next.status === 'all' ? { status: null } : {}), page: null }, typing),
    /** The address of the list with this filter alone: all that a figure counts. */
    listAddress: (next: Partial<Record<Field, string>>) => `?${new URLSearchParams({ section: 'orders', ...next })}`,
    open: (orderNumber: string) => change({ order: orderNumber }),
    /** The address of another order, opened over the same list. */
    hintAddress: (orderNumber: string) => {
      const result = new URLSearchParams(search);
      result.set('order', orderNumber);
      return `?${result}`;
    },
    close: () => change({ order: null }),
    /** The address of a page of the list. */
    pageAddress: (page: number) => {
      const result = new URLSearchParams(search);
      result.delete('order');
      if (page > 1) result.set('page', String(page));
      else result.delete('page');
      return `?${result}`;
    },
  };
}
