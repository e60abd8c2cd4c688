import type { OrderStatus } from '#shop/orders/orders.ts';

/** What the coupons read of an order of the model. */
export interface CouponUser {
  number: string;
  phone: string;
  status: OrderStatus;
  reservedUntil: number;
  /** Frozen with the draft or order; a cancelled order has given its use back. */
  coupon: ModelCoupon | null;
}

/**
 * Coupons of the model: a percentage of everything, with the limits that other orders use up. Money
 * in paise.
 */
export interface ModelCoupon {
  id: string;
  /** Empty for an automatic offer. */
  code: string;
  percent: number;
  minOrder: number;
  maxUses: number | null;
  perPhone: number | null;
  paused: boolean;
  /** The drafts and orders that have a use. */
  users: Set<CouponUser>;
}

export interface ModelOffer {
  coupon: ModelCoupon;
  amount: number;
}

export const COUPONS = [
  { id: 'cpn_few', code: 'FEW', percent: 10, minOrder: 0, maxUses: 2, perPhone: null },
  { id: 'cpn_once', code: 'ONCE', percent: 20, minOrder: 0, maxUses: null, perPhone: 1 },
  { id: 'cpn_auto', code: '', percent: 15, minOrder: 60_000, maxUses: null, perPhone: null },
] as const;

export class ModelCoupons {
  readonly all: ModelCoupon[] = COUPONS.map((coupon) => ({ ...coupon, paused: false, users: new Set<CouponUser>() }));

  /**
   * The coupons that apply to goods of this value, the largest discount first, and whether the code
   * is not one of them.
   */
  choose(value: number, code: string): { offers: ModelOffer[]; fault: boolean } {
    const apply = this.all.filter(({ paused, minOrder }) => !paused && value >= minOrder);
    const offers = apply
      .filter((coupon) => coupon.code === '' || coupon.code === code)
      .map((coupon) => ({ coupon, amount: Math.round((value * coupon.percent) / 100) }))
      .filter(({ amount }) => amount > 0)
      .sort((a, b) => b.amount - a.amount || Number(a.coupon.code === '') - Number(b.coupon.code === ''));
    return { offers, fault: code !== '' && !apply.some((coupon) => coupon.code === code) };
  }

  /**
   * Gives the order the best coupon that has a use left, and takes its former one. `orders`: all
   * orders of the shop.
   */
  settle(
    order: CouponUser,
    choice: { offers: ModelOffer[]; fault: boolean },
    { phone, now, orders }: { phone: string; now: number; orders: CouponUser[] },
  ): { offer: ModelOffer | null; fault: boolean } {
    let { fault } = choice;
    for (const offer of choice.offers) {
      const { coupon } = offer;
      const { maxUses, perPhone, users, code } = coupon;
      const full = () => maxUses !== null && !users.has(order) && users.size >= maxUses;
      if (full()) this.freeExpired(now, coupon);
      const ofPhone = orders.filter(
        (one) => one !== order && one.phone === phone && one.coupon === coupon && !/draft|cancelled/.test(one.status),
      );
      if (full() || (perPhone !== null && ofPhone.length >= perPhone)) {
        if (code !== '') fault = true;
        continue;
      }
      this.giveBack(order);
      users.add(order);
      return { offer, fault };
    }
    this.giveBack(order);
    return { offer: null, fault };
  }

  /** @returns false when the coupon of the order has no use left */
  takeUse(order: CouponUser, now: number): boolean {
    const { coupon } = order;
    if (!coupon || coupon.users.has(order)) return true;
    const full = () => coupon.maxUses !== null && coupon.users.size >= coupon.maxUses;
    if (full()) this.freeExpired(now, coupon);
    if (full()) return false;
    coupon.users.add(order);
    return true;
  }

  giveBack(order: CouponUser): void {
    for (const { users } of this.all) users.delete(order);
  }

  /** Drafts lose their use when their time is over. */
  freeExpired(now: number, only?: ModelCoupon): void {
    for (const coupon of only ? [only] : this.all) {
      for (const order of coupon.users) {
        if (order.status === 'draft' && order.reservedUntil <= now) coupon.users.delete(order);
      }
    }
  }

  /** @returns restores the uses, like a rollback */
  keep(): () => void {
    const before = this.all.map(({ users }) => new Set(users));
    return () => {
      for (const [index, coupon] of this.all.entries()) coupon.users = before[index] ?? new Set();
    };
  }
}
