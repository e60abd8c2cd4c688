import type { Coupon } from '../../money/coupons.ts';
import type { ClaimUsage } from '../holds.ts';
import { OrderInput } from '../orders.ts';
import type { TriedOffer } from './coupon.ts';
import type { DraftLine, OrderLine } from './lines.ts';
import type { OrderDraft, OrderFacts } from './order.ts';
import { NO_LIMITS } from './shopper-limits.ts';

/** Facts of the tests of this folder: two packs of almonds at ₹299, of which ten are in stock. */

export const AT = 1_800_000_000_000;
export const HOUR = 3_600_000;

export const TERMS = {
  offer: null,
  paymentCodes: false,
  holdMs: HOUR / 4,
  unpaidMs: 24 * HOUR,
  unprovenMs: 48 * HOUR,
  countries: ['India', 'UK'],
  home: null,
  refuseOtherStates: false,
};

export const line = (more: Partial<OrderLine> = {}): OrderLine => ({
  index: 0,
  productId: 'almonds',
  categoryId: 'nuts',
  name: 'California Almonds',
  size: '250g',
  stockSize: '250g',
  quantity: 2,
  price: 29_900,
  originalPrice: 34_900,
  clientPrice: null,
  image: '',
  hsnCode: '0802',
  gstRateBp: 500,
  cost: null,
  staffDiscount: 0,
  priceReason: '',
  problem: null,
  ...more,
});

export const sizes = (stock: number, held = 0, unproven = 0) => new Map([['almonds\n250g', { stock, held, unproven }]]);

export const holding = (quantity: number) => [{ productId: 'almonds', size: '250g', quantity }];

export const draftLine = (more: Partial<DraftLine> = {}): DraftLine => ({
  product_id: 'almonds',
  name: 'California Almonds',
  size: '250g',
  quantity: 2,
  price: 29_900,
  original_price: 34_900,
  image: '',
  hsn_code: '0802',
  gst_rate_bp: 500,
  stock_size: '250g',
  coupon_discount: 0,
  staff_discount: 0,
  price_reason: '',
  ...more,
});

export const draftOf = (more: Partial<OrderDraft> = {}): OrderDraft => ({
  lines: [draftLine()],
  live: true,
  coupon_id: null,
  coupon_discount: 0,
  staff_discount: 0,
  discount: 0,
  payment_code: 0,
  ...more,
});

export const usageOf = (claims = 0, pieces = 0, withUtr = 0): ClaimUsage => ({
  network: { claims, withUtr, pieces },
  phone: { claims: 0, withUtr: 0 },
});

/** TENOFF takes ₹59.80 off. */
export const offerOf = (refused: TriedOffer['refused'] = null, more: Partial<Coupon> = {}): TriedOffer => ({
  coupon: {
    id: 'ten',
    code: 'TENOFF',
    name: '',
    kind: 'percent',
    value: 10,
    maxDiscount: null,
    minOrder: 0,
    startsAt: null,
    endsAt: null,
    maxUses: null,
    perPhone: null,
    firstOrder: false,
    scope: { kind: 'all' },
    paused: false,
    ...more,
  },
  lines: [5_980],
  amount: 5_980,
  refused,
});

export const factsOf = (more: Partial<OrderFacts> = {}): OrderFacts => ({
  lines: [line()],
  draft: null,
  held: [],
  sizes: sizes(10),
  usage: null,
  coupon: { tried: [], fault: null, used: null },
  sameUtr: 0,
  pinKnown: true,
  crowded: false,
  ...NO_LIMITS,
  terms: TERMS,
  ...more,
});

const ADDRESS = {
  name: 'Ananya Iyer',
  phone: '9876543210',
  email: 'ananya@example.com',
  address: '12/4, Second Main Road, Adyar',
  city: 'Chennai',
  state: 'Tamil Nadu',
  pincode: '600020',
};

/** An order as it is sent, with a UTR if it is `paid`. */
export const inputOf = (paid: boolean, more: Record<string, unknown> = {}) =>
  OrderInput.parse({
    shippingAddress: ADDRESS,
    ...(paid ? { paymentDetails: { utrNumber: '632400000001' } } : {}),
    ...more,
  });
