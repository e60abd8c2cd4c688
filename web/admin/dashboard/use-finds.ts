import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { FIND_FROM, type Found } from '#shop/dashboard/finder.ts';
import { formatDate } from '#shop/india/dates.ts';
import { formatRupees } from '#shop/money/money.ts';
import { statusLabel } from '#shop/orders/order-status.ts';
import { adminCall, useMay } from '../lib/session.ts';
import { useRested } from '../ui/use-rested.ts';
import { type AdminSection, sectionsFor } from './sections.ts';

/** One result of the palette, with its link. */
export interface Find {
  id: string;
  group: string;
  title: string;
  text: string;
  to: string;
}

/** The group of the sections, which are found at once. */
export const SECTIONS = 'Go to';

/** Debounce of the search, in ms. */
const PAUSE_MS = 150;

/** The results for a text: sections by title, and records from GET /admin/search. */
export function useFinds(text: string) {
  const q = text.trim();
  const rested = useRested(q, PAUSE_MS);
  const open = sectionsFor(useMay());
  const enough = Array.from(rested).length >= FIND_FROM;
  const { data, isFetching, isError } = useQuery({
    queryKey: ['search', rested],
    queryFn: async ({ signal }) => (await adminCall('GET /admin/search', { query: { q: rested } }, { signal })).found,
    enabled: enough,
    placeholderData: keepPreviousData,
    refetchInterval: false,
  });
  const found = enough && Array.from(q).length >= FIND_FROM ? data : undefined;
  return {
    finds: [...sections(open, q), ...(found ? entries(found) : [])],
    /** The results for the current text are loading. */
    waiting: Array.from(q).length >= FIND_FROM && (q !== rested || isFetching),
    failed: enough && isError,
  };
}

function sections(open: readonly AdminSection[], q: string): Find[] {
  const words = q.toLowerCase();
  return open
    .filter((section) => section.title.toLowerCase().includes(words))
    .map((section) => ({
      id: `section-${section.id}`,
      group: SECTIONS,
      title: section.title,
      text: '',
      to: `/admin?section=${section.id}`,
    }));
}

function entries({ orders, products, contacts }: Found): Find[] {
  return [
    ...orders.map((order) => ({
      id: `order-${order.orderNumber}`,
      group: 'Orders',
      title: `${order.orderNumber} · ${order.name}`,
      text: `${statusLabel(order.status)} · ${formatRupees(order.total)} · ${formatDate(order.createdAt)}`,
      to: `/admin?section=orders&order=${encodeURIComponent(order.orderNumber)}`,
    })),
    ...products.map((product) => ({
      id: `product-${product.id}`,
      group: 'Products',
      title: product.name,
      text: `${product.category} · ${product.status}`,
      to: `/admin?section=products&q=${encodeURIComponent(product.name)}`,
    })),
    ...contacts.map((contact) => ({
      id: `contact-${contact.id}`,
      group: 'Contacts',
      title: `${contact.name} · ${contact.subject}`,
      text: `${contact.id} · ${formatDate(contact.createdAt)}`,
      to: `/admin?section=contacts&contact=${encodeURIComponent(contact.id)}`,
    })),
  ];
}
