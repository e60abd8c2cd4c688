import { useSearchParams } from 'react-router';
import {
  isOrderStatus,
  ORDER_VIEW_NAMES,
  type OrderStatus,
  type OrderView,
  PAYMENT_STATUSES,
  type PaymentStatus,
} from '#shop/orders/order-status.ts';
import { pageParameter, useChangeSearch } from '../ui/use-address.ts';

/** Rows per page. */
export const PAGE_SIZE = 50;

/** The filter of the list, from the URL: `?section=orders&status=pending&payment=pending&attention=true&view=to-ship&q=…&from=2026-11-01&to=…&page=2&order=ORD…` (D7). */
export interface OrderFilter {
  status: OrderStatus | 'all';
  /** Null for any. */
  payment: PaymentStatus | null;
  /** Only orders that need attention (D22). */
  attention: boolean;
  /** A stage of the work; null for all. */
  view: OrderView | null;
  /** Number, name, phone or UTR. */
  q: string;
  /** Days in Indian time, 'YYYY-MM-DD', inclusive; '' for no limit. */
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
    view: ORDER_VIEW_NAMES.find((one) => one === search.get('view')) ?? null,
    q: search.get('q') ?? '',
    from: day('from'),
    to: day('to'),
    page: Number.isInteger(page) && page > 1 ? page : 1,
  };
}

export type Field = 'status' | 'payment' | 'attention' | 'view' | 'q' | 'from' | 'to';

/** The filter and the open order, kept in the URL so that reload, Back and shared links restore them. */
export function useOrderAddress() {
  const [search] = useSearchParams();
  const changeSearch = useChangeSearch();

  const change = (next: Partial<Record<Field | 'page' | 'order', string | null>>, replace = false) => {
    changeSearch((result) => {
      result.set('section', 'orders');
      for (const [name, value] of Object.entries(next)) {
        if (value) result.set(name, value);
        else result.delete(name);
      }
      return result;
    }, replace);
  };

  return {
    filter: readFilter(search),
    openOrder: search.get('order'),
    /** Changes the filter and goes to the first page. Typing replaces the history entry, selecting adds one. */
    setFilter: (next: Partial<Record<Field, string>>, typing = false) =>
      change({ ...next, ...(next.status === 'all' ? { status: null } : {}), page: null }, typing),
    /** The URL of the list with only this filter, for the link of a figure. */
    listAddress: (next: Partial<Record<Field, string>>) => `?${new URLSearchParams({ section: 'orders', ...next })}`,
    open: (orderNumber: string) => change({ order: orderNumber }),
    /** The URL of another order on top of the same list. */
    hintAddress: (orderNumber: string) => {
      const result = new URLSearchParams(search);
      result.set('order', orderNumber);
      return `?${result}`;
    },
    close: () => change({ order: null }),
    /** For a page that does not exist any more (`usePagedQuery`). */
    toPage: (page: number) => change({ page: pageParameter(page) }, true),
    /** The URL of a page of the list. */
    pageAddress: (page: number) => {
      const result = new URLSearchParams(search);
      result.delete('order');
      if (page > 1) result.set('page', String(page));
      else result.delete('page');
      return `?${result}`;
    },
  };
}
