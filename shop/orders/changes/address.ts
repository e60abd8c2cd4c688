import { fieldError, ShopError } from '../../errors.ts';
import { checkGstin } from '../../india/gstin.ts';
import type { IndianState } from '../../india/india.ts';
import { isIndia } from '../../india/phones.ts';
import { pinDoubt } from '../../india/pin-doubt.ts';
import { isStateUnknown } from '../../india/supply-state.ts';
import { isPlaceholderAddress } from '../address.ts';
import { type AttentionReason, addressClosedSentence, isBeforeShipping } from '../order-status.ts';
import { isOtherState } from '../other-state.ts';
import { type Change, type OrderState, openAfter } from './change.ts';

/** The columns of an address and their labels on the timeline. */
const FIELDS = {
  name: 'Name',
  phone: 'Phone',
  email: 'Email',
  address: 'Address',
  city: 'City',
  state: 'State',
  pincode: 'PIN code',
  country: 'Country',
  address_type: 'Address type',
  gstin: 'GSTIN',
} as const;
type Field = keyof typeof FIELDS;
export type AddressColumns = Record<Field, string>;

/**
 * Corrects the delivery address and contact of an order until it is shipped (D36). An issued
 * invoice does not change; a later one uses the new address. Queued mails are sent to the new email
 * address. The timeline event contains the names of the changed fields, not their values.
 *
 * @param home the only state to which the shop may sell, see `homeState`
 * @param pinKnown whether `isPinKnown` of the given PIN code
 * @returns null if nothing changes
 * @throws ShopError wrong_move (already shipped), validation (the GSTIN is of another state than
 *   the new address)
 */
export function correctAddress(
  order: OrderState,
  given: AddressColumns,
  { home, pinKnown }: { home: IndianState | null; pinKnown: boolean },
): Change | null {
  if (!isBeforeShipping(order.status)) {
    throw new ShopError('wrong_move', { message: addressClosedSentence(order.status) });
  }
  const changed = (Object.keys(FIELDS) as Field[]).filter((field) => given[field] !== order[field]);
  if (changed.length === 0) {
    return null;
  }
  const msg = checkGstin(given.gstin, given);
  if (msg) {
    throw fieldError('validation', 'shippingAddress.gstin', msg);
  }
  const { open } = order.attention;
  const doubtful = !isPlaceholderAddress(given) && pinDoubt(given, pinKnown) !== null;
  const moved = changed.some((field) => ['pincode', 'state', 'country'].includes(field));
  const resolved = open.filter(
    (reason: AttentionReason) =>
      (reason === 'placeholder_address' && !isPlaceholderAddress(given)) ||
      (reason === 'state_unknown' && !isStateUnknown(given)) ||
      (reason === 'pin_doubtful' && !doubtful) ||
      (reason === 'no_delivery' && isIndia(given.country)) ||
      (reason === 'other_state' && !isOtherState(given, home)),
  );
  const raised: AttentionReason[] = [];
  if (isOtherState(given, home) && !isOtherState(order, home)) raised.push('other_state');
  // Staff may have settled the mark of the place that it had.
  if (doubtful && moved && !open.includes('pin_doubtful')) raised.push('pin_doubtful');
  const marked = resolved.length + raised.length > 0;
  const names = changed.map((field) => FIELDS[field]);
  const before = { ...masked(order, changed), ...(marked ? { needsAttention: open } : {}) };
  const after = {
    ...masked(given, changed),
    ...(marked ? { needsAttention: openAfter(open, { raised, resolved }) } : {}),
    changed: names,
  };
  return {
    columns: given,
    events: [{ kind: 'address', status: null, note: names.join(', ') }],
    audit: { action: 'order.address', before, after },
    mails: [],
    attention: { raised, resolved },
    ...(given.email !== '' && given.email !== order.email ? { redirectMails: given.email } : {}),
  };
}

/** The changed fields for the audit log, with phone, email and GSTIN partly masked (D47). */
function masked(columns: AddressColumns, changed: Field[]): Partial<AddressColumns> {
  return Object.fromEntries(
    changed.map((field) => {
      const text = columns[field];
      if (field === 'gstin') return [field, text && `•••••${text.slice(-4)}`];
      if (field === 'phone') return [field, text && `••••••${text.slice(-4)}`];
      if (field === 'email') return [field, text && `${text.slice(0, 1)}•••${text.slice(text.lastIndexOf('@'))}`];
      return [field, text];
    }),
  );
}
