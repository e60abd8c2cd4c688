import { ProductInput } from '#shop/catalogue/catalogue.ts';
import { isShopError } from '#shop/errors.ts';
import { toPaise } from '#shop/money/money.ts';
import { StaffOrderInput } from '#shop/orders/by-staff.ts';
import { addLine, type CartLine, lineId, setQuantity } from '#shop/orders/cart.ts';
import { CouponInput } from '#shop/orders/coupons/input.ts';
import { DraftInput, nextStatuses, OrderInput } from '#shop/orders/orders.ts';
import type { TestApp } from '#tests/app.ts';
import { ADDRESS } from '#tests/factories.ts';
import type { Action, Utr } from './actions.ts';
import type { ModelCoupon } from './coupons.ts';
import { type Body, type Item, ModelShop, type Order, type Outcome, type Proof, type Size } from './shop.ts';
import { same } from './truths.ts';

const OWNER = { id: null, name: 'Owner' };
const MINUTE = 60_000;

export const SIZES = [
  { product: 'almonds', size: '250g', price: 29_900, stock: 6 },
  { product: 'almonds', size: '500g', price: 54_900, stock: 4 },
  { product: 'raisins', size: '', price: 19_900, stock: 5 },
];

/** The state of a device: its cart and the credentials of its last draft. */
interface Shopper {
  phone: string;
  cart: CartLine[];
  proof: Proof;
}

/** A body of `POST /orders` that can be sent again unchanged. */
interface Submit {
  items: Item[];
  body: Body;
  proof: Proof;
}

type Result = { code: string; number?: string } | { number: string; token: string; created: boolean };

/** Runs the steps of a story on the real services and on the model, and compares the results. */
export class Story {
  readonly model: ModelShop;
  private readonly t: TestApp;
  private readonly shoppers: Shopper[] = [0, 1].map((index) => ({
    phone: String(9_876_543_210 + index),
    cart: [],
    proof: {},
  }));
  private readonly submits: Submit[] = [];
  private utrs = 0;
  private buyers = 0;

  constructor(t: TestApp) {
    this.t = t;
    this.model = new ModelShop(t.clock.now(), SIZES);
    for (const shopper of [0, 1]) this.fillCart({ do: 'cart', shopper, item: shopper, quantity: 1, set: false });
  }

  async play(action: Action): Promise<void> {
    // No two events at the same time, since their order would be undefined.
    this.wait(1);
    switch (action.do) {
      case 'cart':
        this.fillCart(action);
        return;
      case 'draft':
        return this.draft(action);
      case 'order':
        return this.order(action);
      case 'again': {
        const submit = this.submits.at(-1 - (action.which % Math.max(1, this.submits.length)));
        return submit && this.submit(submit, action.times);
      }
      case 'take':
        return this.take(action);
      case 'race':
        return this.race(action);
      case 'time':
        this.wait(action.minutes * MINUTE);
        if (!action.free) return;
        this.model.freeExpired();
        await this.t.services.orders.freeExpired();
        return;
      case 'coupon':
        return this.pauseCoupon(action);
      case 'stock':
      case 'sale':
        return this.saveProduct(action);
      default:
        return this.manage(action);
    }
  }

  private fillCart({ shopper, item, quantity, set }: Extract<Action, { do: 'cart' }>): void {
    const device = this.shoppers[shopper];
    if (!device) return;
    // The fourth item is not in the catalogue, as in an old cart.
    const size = this.model.sizes[item] ?? { product: 'ghost', size: '1kg', price: 10_000 };
    const line = { productId: size.product, size: size.size || 'Standard', price: size.price / 100 };
    device.cart = set
      ? setQuantity(device.cart, line.productId, line.size, quantity)
      : addLine(device.cart, {
          ...line,
          id: lineId(line.productId, line.size),
          name: size.product,
          quantity,
          image: '',
          stock: 9,
        });
  }

  private async pauseCoupon({ which, paused }: Extract<Action, { do: 'coupon' }>): Promise<void> {
    const coupon = this.model.coupons.all[which];
    if (!coupon) return;
    coupon.paused = paused;
    await this.t.services.coupons.update(coupon.id, CouponInput.parse(bodyOf(coupon)), OWNER);
  }

  private async draft({ shopper, proof: kind, code }: Extract<Action, { do: 'draft' }>): Promise<void> {
    const device = this.shoppers[shopper];
    if (!device) return;
    const items = itemsOf(device.cart);
    const proof = this.proofOf(device, kind);
    const wanted = this.model.draft(items, device.phone, proof, code);
    const result = await this.sendDraft(items, device.phone, proof, code);
    this.compare(wanted, result, 'draft');
    if (!('code' in result)) device.proof = { number: result.number, token: result.token };
  }

  private async order(action: Extract<Action, { do: 'order' }>): Promise<void> {
    const device = this.shoppers[action.shopper];
    if (!device) return;
    const items = itemsOf(device.cart);
    const sum = items.reduce((all, { price, quantity }) => all + price * quantity, 0);
    const utr = this.utrOf(action.utr);
    const proof = this.proofOf(device, action.proof);
    const submit = {
      items,
      body: { utr, phone: device.phone, total: action.total ? sum : undefined, code: action.code },
      proof,
    };
    this.submits.push(submit);
    await this.submit(submit, action.times);
  }

  /**
   * Sends one body `times` times at once: one creates the order, the others get duplicate_order
   * (I3).
   */
  private async submit({ items, body, proof }: Submit, times: number): Promise<void> {
    const wanted = this.model.place(items, body, proof);
    const sent = {
      items,
      shippingAddress: { ...ADDRESS, phone: body.phone },
      orderNumber: proof.number,
      accessToken: proof.token,
      couponCode: body.code,
      ...(body.total === undefined ? {} : { total: body.total / 100 }),
      ...(body.utr === null ? {} : { paymentDetails: { utrNumber: body.utr, method: 'upi' } }),
    };
    // Without a UTR and a token, a repeated submit cannot be distinguished from a second order.
    const keyed = body.utr !== null || proof.token !== undefined;
    const results = await Promise.all(
      Array.from({ length: keyed ? times : 1 }, () =>
        this.attempt(async () => {
          const input = OrderInput.parse({ ...sent, items: rupees(items) });
          const { order, created } = await this.t.services.orders.place(input, credentialsOf(proof));
          return { number: order.orderNumber, token: order.accessToken, created };
        }),
      ),
    );
    const done = results.filter((result) => !('code' in result));
    const first = done[0] ?? results[0];
    if (first) this.compare(wanted, first, 'order');
    const rest = 'code' in wanted ? wanted : { code: 'duplicate_order' as const, order: wanted.order };
    for (const other of results.filter((result) => result !== first)) this.compare(rest, other, 'equal order');
  }

  /** Staff take an order for a new customer, with a link to its payment or paid to them. */
  private async take({ item, quantity, received }: Extract<Action, { do: 'take' }>): Promise<void> {
    const size = this.model.sizes[item];
    if (!size) return;
    const count = this.buyers++;
    const proof = { number: `ORD17000000${String(count).padStart(6, '0')}`, token: `staff-token-of-a-story-${count}` };
    const phone = String(9_000_000_000 + count);
    const items = [{ product: size.product, size: size.size || 'Standard', quantity, price: size.price }];
    const wanted = this.model.take(items, phone, proof, received);
    const input = StaffOrderInput.parse({
      orderNumber: proof.number,
      accessToken: proof.token,
      items: items.map(({ price: _price, ...one }) => one),
      shippingAddress: { ...ADDRESS, phone },
      payment: received ? { by: 'received', as: 'cash', note: 'Slip 1' } : { by: 'link' },
    });
    const taker = { actor: OWNER, lowestPercent: null, mayVerify: true };
    const result = await this.attempt(async () => {
      const { order } = await this.t.services.byStaff.take(input, taker, 'http://shop.test');
      return { number: order.orderNumber, token: proof.token, created: true };
    });
    this.compare(wanted, result, 'take');
  }

  /**
   * Concurrent drafts for the same item: as many succeed as there is stock, the others fail before
   * payment.
   */
  private async race({ item, buyers, quantity }: Extract<Action, { do: 'race' }>): Promise<void> {
    const size = this.model.sizes[item];
    if (!size) return;
    this.model.freeExpired();
    await this.t.services.orders.freeExpired();
    const items = [{ product: size.product, size: size.size || 'Standard', quantity, price: size.price }];
    const phones = Array.from({ length: buyers }, () => String(9_000_000_000 + this.buyers++));
    const wanted = phones.map((phone) => this.model.draft(items, phone, {}));
    const results = await Promise.all(phones.map((phone) => this.sendDraft(items, phone, {})));
    const sorted = (list: (Result | Outcome)[]) => [...list].sort((a, b) => Number('code' in a) - Number('code' in b));
    const winners = sorted(results);
    for (const [index, outcome] of sorted(wanted).entries()) {
      const result = winners[index] as Result;
      this.compare(outcome as Outcome, result, 'race');
      if ('order' in outcome && outcome.order) outcome.order.phone = phones[results.indexOf(result)] ?? '';
    }
  }

  private sendDraft(items: Item[], phone: string, proof: Proof, couponCode = ''): Promise<Result> {
    return this.attempt(async () => {
      const input = DraftInput.parse({ items: rupees(items), shippingAddress: { ...ADDRESS, phone }, couponCode });
      // A free number of the client becomes that of a new draft.
      const known = this.model.orders.some(({ number }) => number === proof.number);
      const { order } = await this.t.services.orders.draft(input, credentialsOf(proof));
      const created = order.orderNumber !== proof.number || !known;
      return { number: order.orderNumber, token: order.accessToken, created };
    });
  }

  private async manage(action: Extract<Action, { which: number }>): Promise<void> {
    // Sometimes a draft: only cancelling is allowed.
    const among = action.which === 7 ? this.model.orders : this.model.placed();
    const order = among.at(-1 - (action.which % Math.max(1, among.length)));
    if (!order) return;
    const { orders, payments } = this.t.services;
    const { number, token } = order;
    const made = (run: () => Promise<unknown>) =>
      this.attempt(async () => {
        await run();
        return { number, token, created: false };
      });
    switch (action.do) {
      case 'cancel': {
        if (action.by === 'admin') {
          this.compare(
            this.model.cancel(order, 'admin'),
            await made(() => orders.cancel(number, { reason: 'gone' }, OWNER)),
            'cancel',
          );
        } else if (action.by === 'late admin') {
          const late = await made(() => orders.cancel(number, { reason: 'gone', version: 99_999 }, OWNER));
          this.compare({ code: 'stale' }, late, 'late cancel');
        } else {
          const mine = action.by === 'shopper';
          const wanted: Outcome = mine ? this.model.cancel(order, 'shopper') : { code: 'order_not_found' };
          const sentToken = mine ? token : 'x'.repeat(32);
          this.compare(wanted, await made(() => orders.cancelByShopper(number, sentToken, 'changed')), 'cancel');
        }
        return;
      }
      case 'move': {
        const status = action.to === 'next' ? (nextStatuses(order.status)[0] ?? 'pending') : action.to;
        const wanted = this.model.move(order, status, action.confirmUnpaid);
        const change = { status, confirmUnpaid: action.confirmUnpaid, mayVerify: true };
        this.compare(wanted, await made(() => orders.setStatus(number, change, OWNER)), `move to ${status}`);
        return;
      }
      case 'pay': {
        const status = action.arrived ? 'completed' : 'failed';
        const utr = this.utrOf(action.utr) ?? undefined;
        const wanted = this.model.decide(order, status, utr, action.withdraw);
        const decision = { status, utr, withdraw: action.withdraw, note: 'looked at' } as const;
        this.compare(wanted, await made(() => payments.decide(number, decision, OWNER)), `payment ${status}`);
        return;
      }
      case 'utr': {
        const utr = this.utrOf(action.utr) ?? this.utrOf('new') ?? '';
        const wanted = this.model.sendUtr(order, utr);
        this.compare(wanted, await made(() => orders.sendUtr(number, token, { utr, app: '' })), 'send UTR');
        return;
      }
    }
  }

  private async saveProduct(action: Extract<Action, { do: 'stock' | 'sale' }>): Promise<void> {
    const size = this.model.sizes[action.item];
    if (!size) return;
    const { catalogue } = this.t.services;
    if (action.do === 'sale') {
      this.model.status.set(size.product, action.status);
      await catalogue.setStatus(size.product, action.status, OWNER);
      return;
    }
    // A product needs at least one size, so only the second one is removed and added again.
    const removed = action.removed && action.item === 1;
    const seen = new Map(this.model.sizes.map((row) => [row, { stock: row.stock, removed: row.removed }]));
    this.model.edit(size, { added: action.added, price: action.price, removed });
    const rows = this.model.sizes.filter((row) => row.product === size.product && !row.removed);
    const written = (row: Size) => {
      const before = seen.get(row) ?? row;
      // The stock that the admin enters: the loaded stock plus the difference, or a new stock for
      // an added size.
      const stock = Math.max(0, row === size && !before.removed ? before.stock + action.added : row.stock);
      return { stock, stockBefore: before.stock };
    };
    const input = ProductInput.parse({
      name: size.product,
      description: 'Nuts',
      category: 'nuts',
      status: this.model.status.get(size.product),
      ...(size.size === ''
        ? { price: size.price / 100, stockCount: written(size).stock, stockCountBefore: written(size).stockBefore }
        : { sizes: rows.map((row) => ({ size: row.size, price: row.price / 100, ...written(row) })) }),
    });
    await catalogue.update(size.product, input, OWNER);
  }

  private async attempt(run: () => Promise<Result>): Promise<Result> {
    try {
      return await run();
    } catch (error) {
      if (!isShopError(error)) throw error;
      const { data } = (error.details ?? {}) as { data?: { order?: { orderNumber: string } } };
      return { code: error.code, ...(data?.order ? { number: data.order.orderNumber } : {}) };
    }
  }

  /** Compares the results, and copies the number and token of a new order to the model. */
  private compare(wanted: Outcome, result: Result, what: string): void {
    const order: Order | undefined = wanted.order;
    if ('code' in wanted) {
      same(result, { code: wanted.code, ...(order ? { number: order.number } : {}) }, what);
      return;
    }
    if (!('code' in result) && wanted.created) {
      wanted.order.number = result.number;
      wanted.order.token = result.token;
    }
    same(
      'code' in result ? result : { number: result.number, created: result.created },
      { number: wanted.order.number, created: wanted.created },
      what,
    );
  }

  private proofOf(device: Shopper, kind: 'own' | 'none' | 'forged' | 'client'): Proof {
    switch (kind) {
      case 'own':
        return device.proof;
      case 'none':
        return {};
      case 'forged':
        return device.proof.number ? { number: device.proof.number, token: 'z'.repeat(32) } : {};
      case 'client': {
        // Created on the device while the shop was unreachable (D19): its length differs from the
        // shop's own numbers.
        const stem = String(this.buyers++).padStart(4, '0');
        device.proof = { number: `ORD${7_000_000_000 + Number(stem)}`, token: `client-${stem}-${'c'.repeat(24)}` };
        return device.proof;
      }
    }
  }

  private utrOf(kind: Utr): string | null {
    if (kind === 'none') return null;
    if (kind === 'used') {
      const used = this.model.placed().findLast(({ utr }) => utr !== null)?.utr;
      if (used) return used;
    }
    return String(632_400_000_000 + this.utrs++);
  }

  private wait(ms: number): void {
    this.t.clock.advance(ms);
    this.model.now = this.t.clock.now();
  }
}

/** The body that makes a coupon of the model. */
function bodyOf({ code, percent, minOrder, maxUses, perPhone, paused }: Omit<ModelCoupon, 'id' | 'users'>) {
  const named = code === '' ? { code: null, name: 'An offer' } : { code };
  return { ...named, kind: 'percent', value: percent, minOrder: minOrder / 100, maxUses, perPhone, paused };
}

function itemsOf(cart: CartLine[]): Item[] {
  return cart.map(({ productId, size, quantity, price }) => ({
    product: productId,
    size,
    quantity,
    price: toPaise(price),
  }));
}

function rupees(items: Item[]) {
  return items.map((item) => ({ ...item, name: item.product, price: item.price / 100 }));
}

function credentialsOf({ number, token }: Proof) {
  return { orderNumber: number, accessToken: token };
}
