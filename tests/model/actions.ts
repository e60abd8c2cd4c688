import fc from 'fast-check';
import { ORDER_STATUSES, type OrderStatus } from '#shop/orders/orders.ts';

/** One step of a random story. `which` selects an order or a draft, modulo their number. */
export type Action =
  | { do: 'cart'; shopper: number; item: number; quantity: number; set: boolean }
  | { do: 'draft'; shopper: number; proof: 'own' | 'none' | 'forged'; code: Code }
  | {
      do: 'order';
      shopper: number;
      utr: Utr;
      proof: 'own' | 'none' | 'forged' | 'client';
      total: boolean;
      times: number;
      code: Code;
    }
  | { do: 'take'; item: number; quantity: number; received: boolean }
  | { do: 'again'; which: number; times: number }
  | { do: 'race'; item: number; buyers: number; quantity: number }
  | { do: 'cancel'; which: number; by: 'shopper' | 'stranger' | 'admin' | 'late admin' }
  | { do: 'time'; minutes: number; free: boolean }
  | { do: 'pay'; which: number; arrived: boolean; utr: Utr; withdraw: boolean }
  | { do: 'move'; which: number; to: OrderStatus | 'next'; confirmUnpaid: boolean }
  | { do: 'utr'; which: number; utr: Utr }
  | { do: 'stock'; item: number; added: number; price: number; removed: boolean }
  | { do: 'coupon'; which: number; paused: boolean }
  | { do: 'sale'; item: number; status: 'Active' | 'Inactive' | 'Out of Stock' };

/** No UTR, an unused one, or one of an existing order. */
export type Utr = 'none' | 'new' | 'used';

/** No code, or one of the model's coupons. */
type Code = '' | 'FEW' | 'ONCE';

const shopper = fc.nat({ max: 1 });
const item = fc.nat({ max: 3 });
const which = fc.nat({ max: 7 });
/** Orders that staff work on: only a few, so that some reach their final status. */
const recent = fc.constantFrom(0, 0, 0, 1, 2, 7);
const utr = fc.constantFrom<Utr>('none', 'new', 'new', 'used');
const code = fc.constantFrom<Code>('', '', 'FEW', 'FEW', 'ONCE');
const times = fc.constantFrom(1, 1, 1, 3);

export const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('cart' as const),
      shopper,
      item,
      quantity: fc.integer({ min: 0, max: 4 }),
      set: fc.boolean(),
    }),
  },
  {
    weight: 7,
    arbitrary: fc.record({
      do: fc.constant('draft' as const),
      shopper,
      proof: fc.constantFrom('own' as const, 'own' as const, 'none' as const, 'forged' as const),
      code,
    }),
  },
  {
    weight: 10,
    arbitrary: fc.record({
      do: fc.constant('order' as const),
      shopper,
      utr,
      proof: fc.constantFrom('own' as const, 'own' as const, 'none' as const, 'forged' as const, 'client' as const),
      total: fc.boolean(),
      times,
      code,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('take' as const),
      item: fc.nat({ max: 2 }),
      quantity: fc.integer({ min: 1, max: 4 }),
      received: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('again' as const), which, times }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('race' as const),
      item: fc.nat({ max: 2 }),
      buyers: fc.integer({ min: 2, max: 6 }),
      quantity: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('cancel' as const),
      which,
      by: fc.constantFrom('shopper' as const, 'stranger' as const, 'admin' as const, 'late admin' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('time' as const),
      minutes: fc.integer({ min: 1, max: 16 }),
      free: fc.boolean(),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      which: recent,
      arrived: fc.constantFrom(true, true, false),
      utr,
      withdraw: fc.boolean(),
    }),
  },
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant('move' as const),
      which: recent,
      to: fc.oneof({ weight: 3, arbitrary: fc.constant('next' as const) }, fc.constantFrom(...ORDER_STATUSES)),
      confirmUnpaid: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('utr' as const), which, utr }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('stock' as const),
      item: fc.nat({ max: 2 }),
      added: fc.integer({ min: -5, max: 8 }),
      price: fc.integer({ min: 1, max: 3 }).map((hundreds) => hundreds * 10_000),
      removed: fc.constantFrom(false, false, true),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('coupon' as const), which: fc.nat({ max: 2 }), paused: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('sale' as const),
      item: fc.nat({ max: 2 }),
      status: fc.constantFrom('Active' as const, 'Active' as const, 'Inactive' as const, 'Out of Stock' as const),
    }),
  },
);
