import { findState } from './india.ts';
import { isIndia } from './phones.ts';
import { stateOfPin } from './supply-state.ts';

/**
 * The first three digits of all PIN codes, which name a sorting district, and those of the Army
 * Postal Service (tests/pin-states.test.ts).
 */
const DISTRICTS =
  '110 121-127 131-136 140-148 151-152 160 171-177 180-182 184-185 190-194 201-212 221-233 241-251 261-263 ' +
  '271-277 281-285 301-307 311-314 321-328 331-335 341-345 360-365 370 380 382-385 387-396 400-403 410-416 ' +
  '421-425 431 440-445 450-458 460-466 470-477 480-488 490-497 500-509 515-518 520-524 530-535 560-563 570-577 ' +
  '580-587 590-591 600-614 620-632 635-639 641-643 670-671 673 676 678-680 682-683 685-686 688-691 695 700 ' +
  '711-713 721-723 731-737 741-744 751-770 781-788 790-805 811-816 818 821-829 831-835 841-848 851-855 900-999';

/** Whether there is a sorting district for this PIN code. */
export function isPinUsed(pincode: string): boolean {
  const district = Number(pincode.slice(0, 3));
  return DISTRICTS.split(' ').some((range) => {
    const [first = '', last = first] = range.split('-');
    return Number(first) <= district && district <= Number(last);
  });
}

/**
 * What is doubtful about the PIN code of an Indian address: there is none like it, or it lies in
 * another state than the address names. A hint for the shopper and a mark for staff; the order is
 * taken. Null when nothing is, and for a code that is not six digits.
 */
export function pinDoubt(address: {
  state: string;
  pincode: string;
  country: string;
}): { kind: 'unused' } | { kind: 'other_state'; state: string } | null {
  if (!isIndia(address.country) || !/^\d{6}$/.test(address.pincode)) return null;
  if (!isPinUsed(address.pincode)) return { kind: 'unused' };
  const typed = findState(address.state);
  const real = stateOfPin(address.pincode);
  return typed && real && typed !== real ? { kind: 'other_state', state: real.name } : null;
}
