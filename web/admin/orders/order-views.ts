import type { OrderStats } from '#shop/orders/order-calls.ts';
import { ORDER_VIEWS, type OrderView, ordersIn } from '#shop/orders/order-status.ts';
import type { Field, OrderFilter } from './order-filter.ts';

/** The parts of a filter that a view sets; the others are empty. */
export type ViewFilter = Partial<Record<Field, string>>;

export interface View {
  id: string;
  label: string;
  filter: ViewFilter;
  count?: number | undefined;
}

/** A view that staff have saved on this device. */
export interface SavedView {
  name: string;
  filter: ViewFilter;
}

export const MAX_SAVED_VIEWS = 8;
export const MAX_VIEW_NAME = 30;

const FIELDS = ['view', 'status', 'payment', 'attention', 'q', 'from', 'to'] as const satisfies readonly Field[];

/** The views of the shop's daily work, then the saved ones. */
export function viewsOf(stats: OrderStats | undefined, saved: readonly SavedView[]): View[] {
  const of = (view: OrderView) => stats && ordersIn(stats.byStatus, ORDER_VIEWS[view]);
  return [
    { id: 'all', label: 'All', filter: {}, count: stats?.totalOrders },
    { id: 'to-do', label: 'To do', filter: { view: 'to-do' }, count: of('to-do') },
    { id: 'to-verify', label: 'To verify', filter: { payment: 'pending' }, count: stats?.pendingPayments },
    { id: 'to-ship', label: 'To ship', filter: { view: 'to-ship' }, count: of('to-ship') },
    { id: 'on-the-way', label: 'On the way', filter: { view: 'on-the-way' }, count: of('on-the-way') },
    { id: 'problems', label: 'Problems', filter: { attention: 'true' }, count: stats?.needsAttention },
    ...saved.map(({ name, filter }) => ({ id: `saved ${name}`, label: name, filter })),
  ];
}

/** The filter of the URL as a view would set it. */
export function viewFilterOf({ status, payment, attention, view, q, from, to }: OrderFilter): ViewFilter {
  const all: ViewFilter = {
    view: view ?? '',
    status: status === 'all' ? '' : status,
    payment: payment ?? '',
    attention: attention ? 'true' : '',
    q: q.trim(),
    from,
    to,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
}

/** The view with exactly this filter; a search inside a view of the shop stays in that view. */
export function currentView(views: readonly View[], filter: ViewFilter): View | undefined {
  const { q: _q, ...rest } = filter;
  return views.find((view) => same(view.filter, filter)) ?? views.find((view) => same(view.filter, rest));
}

function same(one: ViewFilter, other: ViewFilter): boolean {
  return FIELDS.every((field) => (one[field] ?? '') === (other[field] ?? ''));
}

/**
 * The change of the URL that selects a view: every field that the view does not set is emptied, but
 * for the search `q`.
 */
export function selectView({ filter }: Pick<View, 'filter'>, q: string): Record<Field, string> {
  const whole = { q, ...filter };
  return Object.fromEntries(FIELDS.map((field) => [field, whole[field] ?? ''])) as Record<Field, string>;
}

/** Parses the saved views of the device; null when they are something else. */
export function acceptSavedViews(value: unknown): SavedView[] | null {
  if (!Array.isArray(value)) return null;
  return value.filter(isSavedView).slice(0, MAX_SAVED_VIEWS);
}

function isSavedView(value: unknown): value is SavedView {
  if (typeof value !== 'object' || value === null || !('name' in value) || !('filter' in value)) return false;
  const { name, filter } = value;
  return (
    typeof name === 'string' &&
    name !== '' &&
    typeof filter === 'object' &&
    filter !== null &&
    Object.entries(filter).every(([field, text]) => FIELDS.includes(field as Field) && typeof text === 'string')
  );
}

/**
 * Adds a view or replaces the one with the same name.
 *
 * @returns a sentence when it cannot be saved
 */
export function withView(
  saved: readonly SavedView[],
  name: string,
  filter: ViewFilter,
): SavedView[] | { problem: string } {
  const clean = name.trim().replace(/\s+/g, ' ');
  if (clean === '') return { problem: 'Please give the view a name' };
  const others = saved.filter((view) => view.name !== clean);
  if (others.length >= MAX_SAVED_VIEWS) {
    return { problem: `There are ${MAX_SAVED_VIEWS} saved views already. Please remove one first.` };
  }
  return [...others, { name: clean, filter }];
}
