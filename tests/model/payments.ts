import { reverseCredit } from '#server/orders/payments/reversal.ts';
import { isShopError } from '#shop/errors.ts';
import { DraftInput, OrderInput } from '#shop/orders/orders.ts';
import { START, type TestApp } from '#tests/app.ts';
import { type BankReport, bankReports, ledgerReport, proofDeps } from '#tests/bank-reports.ts';
import { ADDRESS } from '#tests/factories.ts';

/**
 * Shoppers who pay in every way that people pay and cheat, and a bank that reports it. The truth is
 * the money that moved.
 */
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/**
 * A new shopper comes so often: about 45 with the same cart in 48 hours. Nobody marks the unpaid
 * orders here, and each keeps one of the 99 amounts; when they are all taken, the shop asks for the
 * UTR.
 */
const EVERY_MS = 4 * MINUTE;
/** What comes within this time happens at the same moment, as far as it is not too much. */
const MOMENT_MS = MINUTE;
const AT_ONCE = 8;
const CARTS = 16;

/** What each shopper does, out of a thousand. The rest pays once, exactly, within minutes. */
const STORIES = [
  ['late', 80],
  ['abandoned', 120],
  ['changed', 30],
  ['double', 20],
  ['short', 20],
  ['reversed', 20],
  ['forged', 30],
  ['thief', 5],
  ['invented', 20],
] as const;
type Story = (typeof STORIES)[number][0] | 'plain';

/** A seeded generator (mulberry32), so that a failing run can be played again. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return Math.floor(((mixed ^ (mixed >>> 14)) >>> 0) % below);
  };
}

export interface Shopper {
  story: Story;
  number: string;
  token: string;
  quantity: number;
  /** Paise. */
  total: number;
  /** The page stays open, and this shopper types the UTR. */
  types: boolean;
}

/** Money that really came. */
export interface Payment {
  rrn: string;
  amount: number;
  shopper: Shopper;
  note: string;
  /** The bank prints the note. */
  printed: boolean;
  at: number;
  reversed: boolean;
  /** The shopper paid the exact total once before. */
  again: boolean;
}

interface Event {
  at: number;
  run(): Promise<unknown>;
}

export class PaymentWorld {
  readonly shoppers: Shopper[] = [];
  readonly payments: Payment[] = [];
  private readonly t: TestApp;
  private readonly next: (below: number) => number;
  private readonly events: Event[] = [];

  constructor(t: TestApp, seed: number) {
    this.t = t;
    this.next = random(seed);
  }

  /**
   * Lets so many shoppers come, one after the other, and everything happen that follows from it.
   */
  async play(count: number, check: () => Promise<void>): Promise<void> {
    const { t } = this;
    for (let index = 0; index < count; index++) this.later(START + index * EVERY_MS, () => this.visit());
    const days = Math.ceil((count * EVERY_MS) / DAY) + 4;
    for (let day = 1; day <= days; day++) {
      const at = START + day * DAY;
      this.later(at + 10 * MINUTE, () => this.statement(at - DAY, at));
      this.later(at + HOUR, async () => t.services.proof.sweep());
    }
    for (let hour = 1; hour <= days * 24; hour += 3) {
      this.later(START + hour * HOUR, () => t.services.orders.tidy());
    }
    let checked = START;
    while (this.events.length > 0) {
      const now = this.moment();
      t.clock.time = Math.max(t.clock.time, now[0]?.at ?? 0);
      await Promise.all(now.map(({ run }) => run()));
      if (t.clock.time - checked >= 8 * DAY) {
        checked = t.clock.time;
        await check();
      }
    }
    await t.services.proof.sweep();
    await check();
  }

  private moment(): Event[] {
    const [first] = this.events;
    const apart = this.events.findIndex(({ at }) => at > (first?.at ?? 0) + MOMENT_MS);
    return this.events.splice(0, Math.min(apart === -1 ? this.events.length : apart, AT_ONCE));
  }

  private later(at: number, run: () => Promise<unknown>): void {
    let [low, high] = [0, this.events.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.events[middle]?.at ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    this.events.splice(low, 0, { at, run });
  }

  private story(): Story {
    let left = this.next(1_000);
    for (const [story, weight] of STORIES) {
      left -= weight;
      if (left < 0) return story;
    }
    return 'plain';
  }

  /** A shopper makes a draft, and what follows is put on the calendar. */
  private async visit(): Promise<void> {
    const { next } = this;
    const now = this.t.clock.now();
    const quantity = 1 + next(CARTS);
    const shopper = { ...(await this.draft(quantity)), story: this.story(), types: next(2) === 0 };
    this.shoppers.push(shopper);
    const { story } = shopper;
    const soon = now + 20 * SECOND + next(5 * 60) * SECOND;
    if (story === 'abandoned') return;
    if (story === 'forged') return this.later(soon, () => this.forge(shopper));
    if (story === 'invented') return this.later(soon, () => this.place(shopper, this.rrn()));
    if (story === 'changed') return this.later(soon, () => this.change(shopper));
    const when = story === 'late' ? now + 20 * MINUTE + next(40 * 60) * MINUTE : soon;
    this.later(when, () => this.pay(shopper, story === 'short' ? shopper.total - 100 : shopper.total));
  }

  private async draft(quantity: number, own: { orderNumber?: string; accessToken?: string } = {}) {
    const { orders } = this.t.services;
    const body = DraftInput.parse({ ...bodyOf(quantity, this.shoppers.length), ...own });
    const { order } = await orders.draft(body, own);
    const { orderNumber, accessToken, pricing } = order;
    return { number: orderNumber, token: accessToken, quantity, total: Math.round(pricing.total * 100) };
  }

  private async change(shopper: Shopper): Promise<void> {
    const own = { orderNumber: shopper.number, accessToken: shopper.token };
    Object.assign(shopper, await this.draft((shopper.quantity % CARTS) + 1, own));
    this.later(this.t.clock.now() + MINUTE, () => this.pay(shopper, shopper.total));
  }

  private async pay(shopper: Shopper, amount: number, again = false): Promise<void> {
    const { next } = this;
    const at = this.t.clock.now();
    const note = `Payment for ${shopper.number}`;
    // Some banks print no note, or cut it. Without it nobody can tell whose a payment is, but who
    // knows its UTR.
    const printed = next(10) < 7 || shopper.story === 'thief';
    const payment = { rrn: this.rrn(), amount, shopper, note, printed, at, reversed: false, again };
    this.payments.push(payment);
    const seconds = next(90);
    // What no message tells of, the statement does.
    if (next(10) > 0) this.later(at + seconds * SECOND, () => this.report(payment, 'sms'));
    if (next(3) === 0) this.later(at + next(300) * SECOND, () => this.report(payment, 'email'));
    if (next(20) === 0) this.later(at + next(600) * SECOND, () => this.report(payment, 'sms'));
    if (shopper.types) this.later(at + (20 + next(60)) * SECOND, () => this.place(shopper, payment.rrn));
    if (shopper.story === 'double' && !again) this.later(at + 5 * MINUTE, () => this.pay(shopper, amount, true));
    if (shopper.story === 'reversed') this.later(at + HOUR, () => this.reverse(payment));
    if (shopper.story === 'thief') this.later(at, () => this.steal(payment));
  }

  private report(payment: Payment, source: 'sms' | 'email' | 'statement') {
    return bankReports(this.t, [reportOf(payment, source)]);
  }

  /** The bank's statement of one day. */
  private async statement(from: number, to: number): Promise<void> {
    const lines = this.payments.filter(({ at }) => at >= from && at < to);
    if (lines.length > 0)
      await bankReports(
        this.t,
        lines.map((payment) => reportOf(payment, 'statement')),
      );
  }

  /** A text that looks like the bank's, about money that never came. */
  private forge({ number, total }: Shopper) {
    const note = `Payment for ${number}`;
    const source = this.next(2) === 0 ? 'sms' : 'text';
    return bankReports(this.t, [{ amount: total, rrn: this.rrn(), note, source, mayConfirm: false }]);
  }

  /**
   * Somebody types the UTR of a payment that another shopper has just made, before the bank has
   * reported it.
   */
  private async steal({ rrn, shopper }: Payment): Promise<void> {
    const own = await this.draft(shopper.quantity);
    const thief = { ...own, story: 'thief', types: true } as const;
    this.shoppers.push(thief);
    await this.place(thief, rrn);
  }

  private async reverse(payment: Payment): Promise<void> {
    payment.reversed = true;
    const report = ledgerReport(reportOf(payment, 'sms'), this.t.clock.now());
    if (report) await reverseCredit(this.t.context, await proofDeps(this.t), report, payment.rrn);
  }

  /** The page sends the order with the UTR that its shopper has typed. */
  private async place({ number, token, quantity, total }: Shopper, utr: string): Promise<void> {
    const { orders, proof } = this.t.services;
    const paymentDetails = { utrNumber: utr, method: 'upi', app: 'phonepe' };
    const body = {
      ...bodyOf(quantity, 0),
      total: total / 100,
      orderNumber: number,
      accessToken: token,
      paymentDetails,
    };
    try {
      await orders.place(OrderInput.parse(body), { orderNumber: number, accessToken: token });
    } catch (error) {
      // The shop has placed it already.
      if (!isShopError(error) || error.code !== 'duplicate_order') throw error;
    }
    await proof.utrGiven(utr);
  }

  private numbers = 0;
  private rrn(): string {
    return String(632_400_000_000 + this.numbers++);
  }
}

function reportOf({ amount, rrn, note, printed, at }: Payment, source: 'sms' | 'email' | 'statement'): BankReport {
  return { amount, rrn, source, at, note: printed ? note : 'Payment for ORD1764' };
}

function bodyOf(quantity: number, shopper: number) {
  return {
    items: [{ product: 'almonds', name: 'California Almonds', size: '250g', quantity, price: 299 }],
    shippingAddress: { ...ADDRESS, phone: `98${String(10_000_000 + shopper)}` },
    paymentMethod: 'upi',
    total: quantity * 299,
  };
}
