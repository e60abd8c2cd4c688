import {
  isOrderStatus,
  ORDER_VIEW_NAMES,
  type OrderStatus,
  type OrderView,
  PAYMENT_STATUSES,
  type PaymentStatus,
} from '#shop/orders/order-status.ts';
import { pageParameter, useSectionAddress } from '../ui/use-address.ts';

/** Rows per page. */
export const PAGE_SIZE = 50;

/**
 * The filter of the list, from the URL:
 * `?section=orders&status=pending&payment=pending&attention=true&view=to-ship&q=…&from=2026-11-01&to=…&page=2&order=ORD…`
 * (D7).
 */
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

function readFilter({ get, page }: ReturnType<typeof useSectionAddress>): OrderFilter {
  const status = get('status');
  const day = (name: string) => (DAY.test(get(name)) ? get(name) : '');
  return {
    status: isOrderStatus(status) ? status : 'all',
    payment: PAYMENT_STATUSES.find((one) => one === get('payment')) ?? null,
    attention: get('attention') === 'true',
    view: ORDER_VIEW_NAMES.find((one) => one === get('view')) ?? null,
    q: get('q'),
    from: day('from'),
    to: day('to'),
    page,
  };
}

export type Field = 'status' | 'payment' | 'attention' | 'view' | 'q' | 'from' | 'to';

/**
 * The filter and the open order, kept in the URL so that reload, Back and shared links restore
 * them.
 */
export function useOrderAddress() {
  const address = useSectionAddress('orders');
  const { change, href, toPage } = address;
  return {
    filter: readFilter(address),
    openOrder: address.get('order') || null,
    /** Changes the filter and goes to the first page. */
    setFilter: (next: Partial<Record<Field, string>>, typing = false) =>
      change({ ...next, ...(next.status === 'all' ? { status: null } : {}), page: null }, typing),
    /** The URL of the list with only this filter, for the link of a figure. */
    listAddress: (next: Partial<Record<Field, string>>) => `?${new URLSearchParams({ section: 'orders', ...next })}`,
    open: (order: string) => change({ order }),
    /** The URL of another order on top of the same list. */
    hintAddress: (order: string) => href({ order }),
    close: () => change({ order: null }),
    toPage,
    /** The URL of a page of the list. */
    pageAddress: (page: number) => href({ order: null, page: pageParameter(page) }),
  };
}
