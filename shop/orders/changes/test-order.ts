import { isShopError, type ShopError } from '../../errors.ts';
import type { AttentionReason } from '../order-status.ts';
import type { OrderState, SettledReason } from './change.ts';

/** An order for tests of changes: pending, with an unverified UTR. */
export function orderState(
  given: Partial<Omit<OrderState, 'attention'>> & { open?: AttentionReason[]; settled?: SettledReason[] } = {},
): OrderState {
  const { open = [], settled = [], ...columns } = given;
  return {
    order_number: 'ORD1790000000000001',
    status: 'pending',
    name: 'Ananya Iyer',
    phone: '9876543210',
    email: 'ananya@example.com',
    address: '12 Station Road',
    city: 'Chennai',
    state: 'Tamil Nadu',
    pincode: '600001',
    country: 'India',
    address_type: 'home',
    gstin: '',
    payment_app: 'gpay',
    payment_status: 'pending',
    payment_note: '',
    utr: '632400000001',
    utr_typed: null,
    paid_amount: null,
    payment_decided_at: null,
    payment_source: null,
    credit_id: null,
    refunded: 0,
    kept: 0,
    returned: 0,
    waived: 0,
    subtotal: 50_000,
    discount: 0,
    coupon_id: null,
    coupon_code: '',
    coupon_label: '',
    coupon_discount: 0,
    staff_discount: 0,
    payment_code: 0,
    total: 50_000,
    courier: '',
    courier_tracking: '',
    cancel_reason: '',
    internal_notes: '',
    gift_message: null,
    reserved_until: null,
    delivered_at: null,
    attention: { open, settled },
    ...columns,
  };
}

/** The ShopError that `run` throws. */
export function errorOf(run: () => unknown): ShopError {
  try {
    run();
  } catch (error) {
    if (isShopError(error)) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}
