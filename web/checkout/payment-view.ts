import type { UpiApp } from '#shop/money/upi.ts';
import type { Destination } from '#shop/orders/delivery.ts';
import type { CouponResult } from '#shop/orders/orders.ts';
import type { Pricing } from '#web/lib/stored-checkout.ts';

/** Props of both layouts. Amounts in rupees. */
export interface PaymentView {
  pricing: Omit<Pricing, 'discount'>;
  /** Where the parcel goes; null without an address. */
  to: Destination | null;
  /** What became of the coupon code; null without one. */
  coupon: CouponResult | null;
  /** Whether a code may be entered or removed: not while the shopper may be paying. */
  couponOpen: boolean;
  upiId: string;
  payee: string;
  upiUri: string | null;
  orderNumber: string;
  reservedUntil: number | null;
  /** The server has the draft but holds nothing for it, or not everything (D53). */
  notHeld: boolean;
  /** The apps the shop offers, in the configured order. */
  apps: { first: UpiApp[]; more: UpiApp[] };
  appId: string | null;
  choose: (appId: string) => void;
  /** False when nothing may ask to pay: no items, items that are unavailable, or no UPI ID. */
  payable: boolean;
  /** The draft request is pending; the button waits for it. */
  draftPending: boolean;
  pay: (nothingChosen: string) => void;
  refresh: () => void;
  /**
   * Opens the UTR entry for a shopper who has paid already; null while there was nothing to pay.
   */
  enterUtr: (() => void) | null;
  /** The shopper has gone to pay this order before. */
  tried: boolean;
  /** A source may confirm this payment by itself. */
  canConfirm: boolean;
}
