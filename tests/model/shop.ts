import type { ErrorCode } from '#shop/errors.ts';
import { STAFF_HOLD_MS } from '#shop/orders/by-staff.ts';
import { unprovenPieces } from '#shop/orders/holds.ts';
import { invoiceDue } from '#shop/orders/invoice-status.ts';
import { canCancel, canMove, type OrderStatus, type PaymentStatus } from '#shop/orders/orders.ts';
import { type CouponUser, ModelCoupons, type ModelOffer } from './coupons.ts';

/**
 * A simple in-memory model of the shop, which the real one must match after each step. It
 * implements the rules of D18–D26, D32 and D36 without storage or concurrency. Money in paise, time
 * in epoch ms.
 */

export interface Size {
  product: string;
  /** Empty for a product without sizes (D23). */
  size: string;
  price: number;
  stock: number;
  held: number;
  sold: number;
  /** Of `sold`: of orders that nobody has proved (D65). */
  unproven: number;
  /** Opening stock plus stock received since (I2). */
  total: number;
  removed: boolean;
}

/** An order line as the client sends it. */
export interface Item {
  product: string;
  size: string;
  quantity: number;
  price: number;
}

export interface Line extends Item {
  /** The matching stock row, or null. */
  row: Size | null;
  taken: number;
  problem: 'gone' | 'sold_out' | null;
}

export interface Order extends CouponUser {
  token: string;
  payment: PaymentStatus;
  utr: string | null;
  lines: Line[];
  held: Map<Size, number>;
  /** Creation time of the draft, then of the order. */
  createdAt: number;
  /** Status history since the order was placed (I5). */
  story: OrderStatus[];
  /** Kinds of its mails (I6). */
  mails: string[];
  attention: string[];
  /** References beside the UTR that the shopper has sent. */
  notes: string[];
  invoiced: boolean;
  accepted: { utr: string | null; before: string | null } | null;
  discount: number;
}

/** A body of `POST /orders`; `code` is empty without a coupon. */
export interface Body {
  utr: string | null;
  phone: string;
  total: number | undefined;
  code: string;
}

export interface Proof {
  number?: string;
  token?: string;
}

/** The error code, or the order that was created, changed or found. */
export type Outcome = { code: ErrorCode; order?: Order } | { order: Order; created: boolean };

class Refusal extends Error {
  code: ErrorCode;
  constructor(code: ErrorCode) {
    super(code);
    this.code = code;
  }
}

const RESERVED_MS = 15 * 60_000;
const isUnproven = (order: Order) => order.status === 'pending' && order.payment !== 'completed';

/** 'Not received' returns the stock of an order that nobody has proved (D65). */
function giveBack(order: Order): void {
  for (const line of order.lines) {
    if (!line.row) continue;
    line.row.stock += line.taken;
    line.row.sold -= line.taken;
    line.row.unproven -= line.taken;
    line.taken = 0;
  }
}

const UNPAID_STATUSES: readonly OrderStatus[] = ['shipped', 'out_for_delivery', 'delivered'];

export class ModelShop {
  now: number;
  sizes: Size[];
  orders: Order[] = [];
  readonly coupons = new ModelCoupons();
  status = new Map<string, 'Active' | 'Inactive' | 'Out of Stock'>();

  constructor(now: number, sizes: { product: string; size: string; price: number; stock: number }[]) {
    this.now = now;
    this.sizes = sizes.map((size) => ({ ...size, held: 0, sold: 0, unproven: 0, total: size.stock, removed: false }));
  }

  /** Orders that are not drafts, oldest first. */
  placed(): Order[] {
    return this.orders.filter(({ status }) => status !== 'draft').sort((a, b) => a.createdAt - b.createdAt);
  }

  /** Creates or updates a draft (D19). */
  draft(items: Item[], phone: string, proof: Proof, code = ''): Outcome {
    if (items.length === 0) return { code: 'empty_cart' };
    const lines = this.resolve(items);
    const refused = this.refusal(lines);
    if (refused) return { code: refused };
    const known = this.orders.find(({ number }) => number === proof.number);
    const mine = known && known.token === proof.token && known.status !== 'cancelled' ? known : undefined;
    if (mine && mine.status !== 'draft') return { code: 'duplicate_order', order: mine };
    return this.undoing(() => {
      const order = mine ?? this.blank();
      const { offer } = this.settle(order, this.coupons.choose(goodsValue(lines), code), phone);
      const { short } = this.reserve(order, lines, 'held', false);
      if (short) throw new Refusal('out_of_stock');
      freeze(order, offer);
      order.lines = lines;
      order.phone = phone;
      order.reservedUntil = this.now + RESERVED_MS;
      if (!mine) this.orders.push(order);
      return { order, created: !mine };
    });
  }

  /** Staff take an order (D67): a draft for two days, or an order that is paid to them. */
  take(items: Item[], phone: string, proof: Required<Proof>, received: boolean): Outcome {
    return this.undoing(() => {
      const taken = this.draft(items, phone, {});
      if ('code' in taken) throw new Refusal(taken.code);
      const { order } = taken;
      Object.assign(order, proof);
      order.reservedUntil = this.now + STAFF_HOLD_MS;
      if (!received) return taken;
      const total = goodsValue(order.lines) - order.discount;
      const placed = this.place(items, { utr: null, phone, total, code: '' }, proof);
      if ('code' in placed) throw new Refusal(placed.code);
      // It would ask for the payment.
      order.mails.pop();
      this.decide(order, 'completed', undefined, false);
      return { order, created: true };
    });
  }

  /**
   * Places an order, once (D21, D22). `number` and `token` of a new order are set later, since the
   * shop generates them.
   */
  place(items: Item[], body: Body, proof: Proof): Outcome {
    const { utr, phone, total, code } = body;
    if (items.length === 0) return { code: 'empty_cart' };
    const numbered = this.orders.find(({ number }) => number === proof.number);
    const proven = numbered !== undefined && numbered.token === proof.token;
    const drafted = proven && numbered.status === 'draft' ? numbered : undefined;
    const others = utr === null ? [] : this.placed().filter((order) => order.utr === utr);
    const same = this.sameOrder(items, { utr, phone }, proof, { numbered, proven, others });
    if (same) return this.again(same, utr, proof);

    const live = drafted !== undefined && drafted.reservedUntil > this.now;
    const lines = this.resolve(items).map((line) => {
      const before = drafted?.lines.find((known) => known.product === line.product && known.size === line.size);
      return before && (live || line.row === null) ? { ...line, price: before.price } : line;
    });
    const refused = this.refusal(lines);
    if (refused && utr === null) return { code: refused };
    return this.undoing(() => {
      const order = drafted ?? this.blank();
      const same = live && drafted !== undefined && goodsOf(drafted.lines) === goodsOf(lines);
      const unknown = !drafted && lines.every(({ row }) => row === null);
      const choice = same
        ? { offers: drafted.coupon ? [{ coupon: drafted.coupon, amount: drafted.discount }] : [], fault: false }
        : unknown
          ? { offers: [], fault: false }
          : this.coupons.choose(goodsValue(lines), code || (drafted?.coupon?.code ?? ''));
      const { offer, fault } = this.settle(order, choice, phone);
      const amount = offer?.amount ?? 0;
      const lost = drafted ? amount < drafted.discount : fault;
      const sentPrices = lines.map((line, index) => items[index]?.price ?? line.price);
      const { short, got } = this.reserve(order, lines, 'sold', utr !== null);
      if (short && utr === null) throw new Refusal('out_of_stock');
      const sum = goodsValue(lines) - amount;
      order.attention = [
        ...(short || lines.some(({ problem }) => problem === 'sold_out') ? ['out_of_stock'] : []),
        ...(lines.some((line, index) => line.row !== null && sentPrices[index] !== line.price)
          ? ['price_changed']
          : []),
        ...(lost ? ['coupon_lost'] : []),
        ...(lines.some(({ problem }) => problem === 'gone') ? ['unknown_item'] : []),
        ...(total !== undefined && total !== sum ? ['amount_mismatch'] : []),
        ...(others.length > 0 ? ['duplicate_utr'] : []),
      ];
      for (const line of lines) {
        line.taken = line.row ? Math.min(line.quantity, got.get(line.row) ?? 0) : 0;
        if (line.row) got.set(line.row, (got.get(line.row) ?? 0) - line.taken);
      }
      // Only with stock does it keep a use.
      if (lines.every(({ taken }) => taken === 0)) this.coupons.giveBack(order);
      freeze(order, offer);
      Object.assign(order, { lines, utr, phone, status: 'pending', createdAt: this.now, story: ['pending'] });
      order.mails.push('order_received');
      if (!drafted) this.orders.push(order);
      return { order, created: true };
    });
  }

  /** The order that the same submit created before (I3). */
  private sameOrder(
    items: Item[],
    { utr, phone }: { utr: string | null; phone: string },
    proof: Proof,
    { numbered, proven, others }: { numbered: Order | undefined; proven: boolean; others: Order[] },
  ): Order | undefined {
    const revived = numbered?.status === 'cancelled' && utr !== null && numbered.utr !== utr;
    if (numbered && proven && numbered.status !== 'draft' && !revived) return numbered;
    const words = (list: Item[]) => JSON.stringify(list.map((item) => [item.product, item.size, item.quantity]).sort());
    const paying = proven && numbered?.status === 'draft';
    const paid = others.find((order) => order.phone === phone && words(order.lines) === words(items));
    if (paid && !paying) return paid;
    if (proven || !proof.token) return undefined;
    return this.placed().find((order) => order.phone === phone && order.token === proof.token);
  }

  /** Never overwrites an existing order; only a missing or failed UTR is replaced. */
  private again(order: Order, utr: string | null, proof: Proof): Outcome {
    const settled = order.payment === 'completed' || (order.utr !== null && order.payment === 'pending');
    if (utr === null || utr === order.utr || order.token !== proof.token) return { code: 'duplicate_order', order };
    if (settled) {
      if (note(order, `another ${utr}`)) raise(order, 'other_utr');
      return { code: 'duplicate_order', order };
    }
    if (order.utr !== null) note(order, `before ${order.utr}`);
    order.attention = withoutAgain(order);
    if (this.placed().some((other) => other.utr === utr)) raise(order, 'duplicate_utr');
    order.utr = utr;
    order.payment = 'pending';
    return { order, created: false };
  }

  sendUtr(order: Order, utr: string): Outcome {
    if (order.status === 'draft') return { code: 'order_not_found' };
    if (order.utr === utr && order.payment === 'pending') return { order, created: false };
    if (order.utr === utr && order.payment === 'failed') {
      raise(order, 'utr_again');
      return { order, created: false };
    }
    const outcome = this.again(order, utr, { token: order.token });
    return 'code' in outcome && order.payment === 'completed' ? { code: 'payment_settled' } : outcome;
  }

  /** Releases expired holds (D19). */
  freeExpired(sizes?: readonly Size[]): void {
    if (!sizes) this.coupons.freeExpired(this.now);
    for (const order of this.orders) {
      if (order.reservedUntil > this.now) continue;
      for (const [size, quantity] of order.held) {
        if (sizes && !sizes.includes(size)) continue;
        size.stock += quantity;
        size.held -= quantity;
        order.held.delete(size);
      }
    }
  }

  cancel(order: Order, by: 'shopper' | 'admin'): Outcome {
    if (!canCancel(order.status, by)) return { code: 'wrong_move' };
    for (const [size, quantity] of order.held) {
      size.stock += quantity;
      size.held -= quantity;
    }
    order.held.clear();
    this.coupons.giveBack(order);
    for (const line of order.lines) {
      if (line.row) {
        line.row.stock += line.taken;
        line.row.sold -= line.taken;
        if (isUnproven(order)) line.row.unproven -= line.taken;
      }
      line.taken = 0;
    }
    if (order.status !== 'draft') order.mails.push('cancelled');
    this.become(order, 'cancelled');
    return { order, created: false };
  }

  move(order: Order, status: OrderStatus, confirmUnpaid: boolean): Outcome {
    if (status === 'cancelled') return this.cancel(order, 'admin');
    if (order.status === 'draft' || !canMove(order.status, status)) return { code: 'wrong_move' };
    const leaves = !UNPAID_STATUSES.includes(order.status) && UNPAID_STATUSES.includes(status);
    if (order.payment !== 'completed' && leaves && !confirmUnpaid) return { code: 'unpaid' };
    this.takeRest(order);
    this.become(order, status);
    if (status === 'shipped' || status === 'delivered') order.mails.push(status);
    return { order, created: false };
  }

  /**
   * An order whose payment is verified, or that staff take over, takes what it lacks (D53). Called
   * before it changes.
   */
  private takeRest(order: Order): void {
    if (!isUnproven(order)) return;
    if (!this.coupons.takeUse(order, this.now)) raise(order, 'coupon_lost');
    for (const line of order.lines) {
      if (!line.row) continue;
      const missing = line.quantity - line.taken;
      const extra = Math.min(missing, line.row.stock);
      line.row.stock -= extra;
      line.row.sold += extra;
      line.row.unproven -= line.taken;
      line.taken += extra;
      if (extra < missing) raise(order, 'out_of_stock');
    }
  }

  /** Records a payment decision (D24, I4). */
  decide(order: Order, status: 'completed' | 'failed', utr: string | undefined, withdraw: boolean): Outcome {
    if (order.status === 'draft') return { code: 'wrong_move' };
    if (status === 'failed') {
      if (order.payment === 'completed' && !withdraw) return { code: 'payment_settled' };
      if (isUnproven(order)) giveBack(order);
      const { accepted } = order;
      order.attention = withoutAgain(order);
      // A UTR that staff entered goes with the payment.
      if (accepted && accepted.before !== accepted.utr) {
        if (accepted.before === null) order.attention = order.attention.filter((one) => one !== 'duplicate_utr');
        order.utr = accepted.before;
      }
      Object.assign(order, { payment: 'failed', accepted: null });
      if (order.status !== 'cancelled') order.mails.push('payment_problem');
      return { order, created: false };
    }
    if (order.payment === 'completed') return { code: 'payment_settled' };
    const used = utr ?? order.utr;
    if (used !== null && this.orders.some(({ accepted }) => accepted?.utr === used)) return { code: 'utr_used' };
    const attention = withoutAgain(order);
    // The UTR that staff entered is also on another order.
    const shared = used !== order.utr && this.placed().some((other) => other !== order && other.utr === used);
    if (shared && !attention.includes('duplicate_utr')) attention.push('duplicate_utr');
    order.attention = attention;
    this.takeRest(order);
    Object.assign(order, { payment: 'completed', utr: used, accepted: { utr: used, before: order.utr } });
    if (order.status === 'pending') this.become(order, 'confirmed');
    else this.invoice(order);
    if (order.status !== 'cancelled') order.mails.push('payment_verified');
    return { order, created: false };
  }

  /**
   * The admin saves a product: stock as a difference to the loaded value, a size removed or added
   * again.
   */
  edit(size: Size, change: { added: number; price: number; removed: boolean }): void {
    const before = size.stock;
    if (change.removed && size.removed) return;
    if (change.removed) size.stock = 0;
    else if (size.removed) size.stock = Math.max(0, change.added);
    else size.stock = Math.max(0, size.stock + change.added);
    size.total += size.stock - before;
    size.removed = change.removed;
    if (!change.removed) size.price = change.price;
  }

  private settle(order: Order, choice: Parameters<ModelCoupons['settle']>[1], phone: string) {
    return this.coupons.settle(order, choice, { phone, now: this.now, orders: this.orders });
  }

  private resolve(items: Item[]): Line[] {
    return items.map((item) => {
      const rows = this.sizes.filter(({ product, removed }) => product === item.product && !removed);
      const row = rows.find(({ size }) => size === item.size) ?? rows.find(({ size }) => size === '') ?? null;
      const status = this.status.get(item.product) ?? 'Active';
      const problem = !row || status === 'Inactive' ? 'gone' : status === 'Out of Stock' ? 'sold_out' : null;
      return { ...item, price: row?.price ?? item.price, row, taken: 0, problem };
    });
  }

  private refusal(lines: Line[]): ErrorCode | null {
    if (lines.some(({ problem }) => problem === 'gone')) return 'items_unavailable';
    return lines.some(({ problem }) => problem === 'sold_out') ? 'out_of_stock' : null;
  }

  /** Takes stock from the holds of `order` and from free stock, all or nothing unless `partial`. */
  private reserve(order: Order, lines: Line[], into: 'held' | 'sold', partial: boolean) {
    const need = new Map<Size, number>([...order.held.keys()].map((size) => [size, 0]));
    for (const { row, quantity } of lines) if (row) need.set(row, (need.get(row) ?? 0) + quantity);
    for (const [size, quantity] of order.held) {
      size.stock += quantity;
      size.held -= quantity;
    }
    order.held.clear();
    const lacking = () => [...need].filter(([size, quantity]) => size.stock < quantity).map(([size]) => size);
    const first = lacking();
    if (first.length > 0) this.freeExpired(first);
    const short = lacking().length > 0;
    const got = new Map<Size, number>();
    if (short && !partial) return { short, got };
    for (const [size, quantity] of need) {
      const most = into === 'sold' ? unprovenPieces(quantity, size) : quantity;
      const amount = Math.min(most, size.stock);
      size.stock -= amount;
      size[into] += amount;
      if (into === 'sold') size.unproven += amount;
      got.set(size, amount);
      if (into === 'held' && amount > 0) order.held.set(size, amount);
    }
    return { short, got };
  }

  private become(order: Order, status: OrderStatus): void {
    order.status = status;
    order.story.push(status);
    this.invoice(order);
  }

  private invoice(order: Order): void {
    const total = goodsValue(order.lines) - order.discount;
    order.invoiced ||= invoiceDue({ status: order.status, paymentStatus: order.payment, total });
  }

  private blank(): Order {
    return {
      number: '',
      token: '',
      phone: '',
      status: 'draft',
      payment: 'pending',
      utr: null,
      lines: [],
      held: new Map(),
      reservedUntil: 0,
      createdAt: this.now,
      story: [],
      mails: [],
      attention: [],
      notes: [],
      invoiced: false,
      accepted: null,
      coupon: null,
      discount: 0,
    };
  }

  /** Runs a change and restores stock and holds if it fails, like a rollback. */
  private undoing(change: () => Outcome): Outcome {
    const sizes = this.sizes.map(({ stock, held, sold }) => ({ stock, held, sold }));
    const holds = this.orders.map(({ held }) => new Map(held));
    const restoreCoupons = this.coupons.keep();
    try {
      return change();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      restoreCoupons();
      for (const [index, size] of this.sizes.entries()) Object.assign(size, sizes[index]);
      for (const [index, order] of this.orders.entries()) order.held = holds[index] ?? new Map();
      return { code: error.code };
    }
  }
}

function goodsValue(lines: readonly Item[]): number {
  return lines.reduce((sum, line) => sum + line.price * line.quantity, 0);
}

function goodsOf(lines: readonly Item[]): string {
  return JSON.stringify(lines.map(({ product, size, quantity }) => [product, size, quantity]));
}

function freeze(order: Order, offer: ModelOffer | null): void {
  order.coupon = offer?.coupon ?? null;
  order.discount = offer?.amount ?? 0;
}

/** A payment decision or a new UTR clears the reason that the same UTR was sent again. */
function withoutAgain(order: Order): string[] {
  return order.attention.filter((reason) => reason !== 'utr_again');
}

function raise(order: Order, reason: string): void {
  if (!order.attention.includes(reason)) order.attention.push(reason);
}

/** Keeps a reference once, and at most ten. @returns whether it is new */
function note(order: Order, text: string): boolean {
  if (order.notes.length >= 10 || order.notes.includes(text)) return false;
  order.notes.push(text);
  return true;
}
