import { expect, test } from 'vitest';
import type { OrderStats } from '#shop/orders/order-calls.ts';
import type { OrderFilter } from './order-filter.ts';
import {
  acceptSavedViews,
  currentView,
  MAX_SAVED_VIEWS,
  selectView,
  type ViewFilter,
  viewFilterOf,
  viewsOf,
  withView,
} from './order-views.ts';

const EMPTY: OrderFilter = {
  status: 'all',
  payment: null,
  attention: false,
  view: null,
  q: '',
  from: '',
  to: '',
  page: 1,
};
const SAVED = [{ name: 'Pune', filter: { q: 'Pune', view: 'to-ship' } }];

test('each view counts what its list shows', () => {
  const byStatus = { pending: 4, confirmed: 2, processing: 3, shipped: 5, out_for_delivery: 6, delivered: 9 };
  const stats = { byStatus, pendingPayments: 7, needsAttention: 1, totalOrders: 36 } as unknown as OrderStats;
  expect(viewsOf(stats, SAVED).map(({ label, count }) => [label, count])).toEqual([
    ['All', 36],
    ['To do', 9],
    ['To verify', 7],
    ['To ship', 5],
    ['On the way', 11],
    ['Problems', 1],
    ['Pune', undefined],
  ]);
  expect(viewsOf(undefined, []).every(({ count }) => count === undefined)).toBe(true);
});

test.each<[Partial<OrderFilter>, string | undefined]>([
  [{}, 'All'],
  [{ page: 3 }, 'All'],
  [{ q: 'Asha' }, 'All'],
  [{ view: 'to-ship' }, 'To ship'],
  [{ view: 'to-ship', q: 'Nagpur' }, 'To ship'],
  [{ view: 'to-ship', q: ' Pune ' }, 'Pune'],
  [{ payment: 'pending' }, 'To verify'],
  [{ attention: true }, 'Problems'],
  [{ status: 'delivered' }, undefined],
  [{ view: 'to-do', from: '2026-11-01' }, undefined],
])('the view of %o is %s', (filter, label) => {
  expect(currentView(viewsOf(undefined, SAVED), viewFilterOf({ ...EMPTY, ...filter }))?.label).toBe(label);
});

test('selecting a view empties every other field and keeps the search, unless the view has its own', () => {
  expect(selectView({ filter: { view: 'to-do' } }, 'Asha')).toEqual({
    view: 'to-do',
    status: '',
    payment: '',
    attention: '',
    q: 'Asha',
    from: '',
    to: '',
  });
  expect(selectView({ filter: { q: 'Pune' } }, 'Asha').q).toBe('Pune');
});

test('a view is added or replaced by its name; eight are the most', () => {
  const filter: ViewFilter = { status: 'delivered' };
  expect(withView(SAVED, '  Done   today ', filter)).toEqual([...SAVED, { name: 'Done today', filter }]);
  expect(withView(SAVED, 'Pune', filter)).toEqual([{ name: 'Pune', filter }]);
  expect(withView(SAVED, '  ', filter)).toEqual({ problem: 'Please give the view a name' });
  const full = Array.from({ length: MAX_SAVED_VIEWS }, (_, index) => ({ name: `View ${index}`, filter }));
  expect(withView(full, 'One more', filter)).toEqual({ problem: expect.stringContaining('There are 8 saved views') });
  expect(withView(full, 'View 3', {})).toHaveLength(MAX_SAVED_VIEWS);
});

test.each([
  ['text', null],
  [{}, null],
  [[], []],
  [SAVED, SAVED],
  [[null, { name: '' }, { name: 'a', filter: { page: '2' } }, { name: 'b', filter: { q: 1 } }, ...SAVED], SAVED],
])('stored views %o become %o', (stored, views) => {
  expect(acceptSavedViews(stored)).toEqual(views);
});
