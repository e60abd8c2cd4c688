import { fieldError, type ShopError } from '../../errors.ts';
import type { IndianState } from '../../india/india.ts';
import { type ClosedShop, closedRefusal } from '../../settings/opening.ts';
import { countryMessage } from '../address.ts';
import { otherStateRefusal } from '../other-state.ts';

/** What only shoppers are held to: the shop itself also places what it has been paid for. */
export interface ShopperLimits {
  /** Why the shop takes no orders now; null while it does. */
  closed: ClosedShop | null;
  /** The countries to which shoppers can order (D68); null: to all. */
  countries: readonly string[] | null;
  /** The only state to which shoppers can order (D64); null: to all. */
  only: IndianState | null;
}

export const NO_LIMITS: ShopperLimits = { closed: null, countries: null, only: null };

/** The error for an order or a draft that goes beyond the limits: shop_closed, validation or other_state. */
export function limitRefusal(
  address: { state: string; pincode: string; country: string } | null | undefined,
  { closed, countries, only }: ShopperLimits,
): ShopError | null {
  return closedRefusal(closed) ?? countryRefusal(address?.country ?? '', countries) ?? otherStateRefusal(address, only);
}

function countryRefusal(country: string, countries: readonly string[] | null): ShopError | null {
  const message = countries && countryMessage(country, countries);
  return message === null ? null : fieldError('validation', 'shippingAddress.country', message);
}
