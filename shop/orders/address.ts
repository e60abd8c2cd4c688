import m from '#messages/address-rules';
import { checkGstin, cleanGstin } from '../india/gstin.ts';
import { INDIAN_STATES, normalisePhone } from '../india/india.ts';
import { COUNTRIES, type Country, checkPhone, cleanPhone, isIndia, knownCountry } from '../india/phones.ts';
import { asciiDigits, bareNumber, cleanLine, cleanText, cleanWord, isEmail } from '../text/text.ts';

export { COUNTRIES, INDIAN_STATES, isIndia };

/** The format of a country's postal code. Phone numbers: shop/india/phones.ts. */
interface PostalRules {
  /** Whether the postal code has digits only. */
  numericPincode: boolean;
  pincode: RegExp;
}

/** `anywhere`: countries that the form does not offer, from older addresses. */
const RULES: Record<Country | 'anywhere', PostalRules> = {
  India: { numericPincode: true, pincode: /^\d{6}$/ },
  USA: { numericPincode: true, pincode: /^\d{5}(?:-?\d{4})?$/ },
  UK: { numericPincode: false, pincode: /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/i },
  Canada: { numericPincode: false, pincode: /^[A-Z]\d[A-Z][ -]?\d[A-Z]\d$/i },
  Australia: { numericPincode: true, pincode: /^\d{4}$/ },
  anywhere: { numericPincode: false, pincode: /^[0-9A-Za-z -]{3,12}$/ },
};

/** Labels and formats of a country's address fields. */
export interface CountryRules extends PostalRules {
  pincodeLabel: string;
  stateLabel: string;
  /** Example shown under an empty field. */
  pincodeExample: string;
}

/** The rules of a country; India by default. Form and server use the same rules (D18). */
export function countryRules(country: string): CountryRules {
  const known = knownCountry(country) ?? 'anywhere';
  return {
    ...RULES[known],
    pincodeLabel: m[`pincodeLabel_${known}`](),
    stateLabel: m[`stateLabel_${known}`](),
    pincodeExample: known === 'anywhere' ? '' : m[`pincodeExample_${known}`](),
  };
}

export const ADDRESS_TYPES = ['home', 'office', 'other'] as const;
/** Of an order that its customer picks up: it has no delivery, and its place of supply is the shop. */
export const PICKUP = 'pickup';
export type AddressType = (typeof ADDRESS_TYPES)[number];

/** The fields of the address page (R2.2), as typed. */
export interface AddressForm {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  address: string;
  /** The second line of the address; it may be empty. */
  area: string;
  city: string;
  state: string;
  pincode: string;
  country: string;
  addressType: AddressType;
  saveAddress: boolean;
  /** Of a registered buyer; empty otherwise. */
  gstin: string;
}

export type AddressField = Exclude<keyof AddressForm, 'saveAddress' | 'addressType' | 'country'>;

export const EMPTY_ADDRESS: AddressForm = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  address: '',
  area: '',
  city: '',
  state: '',
  pincode: '',
  country: 'India',
  addressType: 'home',
  saveAddress: true,
  gstin: '',
};

const LONGEST: Partial<Record<AddressField, number>> = {
  firstName: 60,
  lastName: 59,
  address: 500,
  city: 100,
  state: 100,
};

const REQUIRED = ['firstName', 'lastName', 'email', 'phone', 'address', 'city', 'state', 'pincode'] as const;
type RequiredField = (typeof REQUIRED)[number];

/**
 * The message of an empty field, in the words of the country: 'ZIP code is required' (R2.5 for
 * India).
 */
function requiredMessage(field: RequiredField, country: string): string {
  const { pincodeLabel, stateLabel } = countryRules(country);
  // As the specification quotes it, unlike the label.
  if (field === 'pincode') return isIndia(country) ? m.required_pincode() : m.required({ label: pincodeLabel });
  return field === 'state' ? m.required({ label: stateLabel }) : m[`required_${field}`]();
}

/**
 * A postal code for storage: '600 020' and '600-020' are '600020', but '94103-1234' keeps the
 * hyphen that belongs to it.
 */
export function cleanPincode(pincode: string, country: string): string {
  const rules = countryRules(country);
  if (!rules.numericPincode) return cleanWord(pincode);
  const code = asciiDigits(pincode).replace(/[\s\p{Cf}]+/gu, '');
  return rules.pincode.test(code) ? code : bareNumber(code);
}

function checkPincode(pincode: string, country: string): string | null {
  const known = knownCountry(country) ?? 'anywhere';
  return RULES[known].pincode.test(pincode) ? null : m[`pincodeWrong_${known}`]();
}

/**
 * Returns the message of each invalid field, worded as specified (R2.5); empty if the address is
 * valid.
 */
export function checkAddress(form: AddressForm): Partial<Record<AddressField, string>> {
  const errors: Partial<Record<AddressField, string>> = {};
  for (const field of REQUIRED) {
    const value = cleanLine(field === 'address' ? joinedAddress(form) : form[field]);
    const longest = LONGEST[field];
    if (value === '') {
      errors[field] = requiredMessage(field, form.country);
    } else if (longest !== undefined && value.length > longest) {
      errors[field] = m.tooLong({ most: longest });
    }
  }
  if (!errors.email && !isEmail(cleanWord(form.email))) {
    errors.email = m.emailInvalid();
  }
  const phone = errors.phone ? null : checkPhone(cleanPhone(form.phone, form.country), form.country);
  if (phone) errors.phone = phone;
  const pincode = errors.pincode ? null : checkPincode(cleanPincode(form.pincode, form.country), form.country);
  if (pincode) errors.pincode = pincode;
  // The field is hidden for other countries.
  const gstin = isIndia(form.country) ? checkGstin(cleanGstin(form.gstin), form) : null;
  if (gstin) errors.gstin = gstin;
  return errors;
}

/**
 * Checks a corrected address of an order (R2.5). Email and last name may be empty, because the
 * shopper may not have entered them and the admin cannot know them.
 */
export function checkCorrection(form: AddressForm): Partial<Record<AddressField, string>> {
  const errors = checkAddress(form);
  for (const field of ['email', 'lastName'] as const) {
    if (cleanLine(form[field]) === '') delete errors[field];
  }
  return errors;
}

/**
 * Converts an order's address to form values: the last word of the name becomes the last name,
 * placeholders become empty.
 */
export function addressFormOf(address: OrderAddress): AddressForm {
  const blank = placeholderAddress('');
  const placeholder = isPlaceholderAddress(address);
  const text = (field: 'name' | 'phone' | 'email' | 'address' | 'city' | 'state' | 'pincode') =>
    placeholder && address[field] === blank[field] ? '' : address[field];
  const words = text('name').trim().split(/\s+/);
  return {
    firstName: words.length > 1 ? words.slice(0, -1).join(' ') : (words[0] ?? ''),
    lastName: words.length > 1 ? (words.at(-1) ?? '') : '',
    email: text('email'),
    phone: text('phone'),
    address: text('address'),
    area: '',
    city: text('city'),
    state: text('state'),
    pincode: text('pincode'),
    country: address.country || 'India',
    addressType: ADDRESS_TYPES.find((type) => type === address.addressType) ?? 'home',
    saveAddress: false,
    gstin: address.gstin ?? '',
  };
}

type Lines = Pick<AddressForm, 'address' | 'area'>;

/** Both lines as the one text of an order: 'Flat 4B' and 'MG Road' are 'Flat 4B, MG Road'. */
function joinedAddress({ address, area }: Lines): string {
  const first = cleanText(address);
  const end = first.endsWith(',') ? first.slice(0, -1) : first;
  return [end, cleanLine(area)].filter(Boolean).join(', ');
}

/** The two lines of a saved address; all on the first if it was saved as one. */
export function addressLines({ address, area }: Lines): Lines {
  if (area === '' || !`, ${address}`.endsWith(`, ${area}`)) return { address, area: '' };
  return { address: address.slice(0, -`, ${area}`.length), area };
}

/** The address of an order, as sent and as stored under the key 'shippingAddress' (R2.3). */
export interface OrderAddress {
  name: string;
  phone: string;
  email: string;
  address: string;
  city: string;
  state: string;
  pincode: string;
  country: string;
  addressType?: string | undefined;
  gstin?: string | undefined;
}

/** Converts form values to an order's address: first and last name are joined, values cleaned. */
export function toShippingAddress(form: AddressForm): OrderAddress & { addressType: AddressType; gstin: string } {
  return {
    name: fullName(form.firstName, form.lastName),
    phone: cleanPhone(form.phone, form.country),
    email: cleanWord(form.email),
    address: joinedAddress(form),
    city: cleanLine(form.city),
    state: cleanLine(form.state),
    pincode: cleanPincode(form.pincode, form.country),
    country: form.country.trim() || 'India',
    addressType: form.addressType,
    gstin: isIndia(form.country) ? cleanGstin(form.gstin) : '',
  };
}

/**
 * A saved address in browser storage: form values and address, with id and createdAt in epoch ms
 * (R2.2).
 */
export interface SavedAddress extends OrderAddress {
  id: string;
  createdAt: number;
  firstName: string;
  lastName: string;
  /** The second line of `address`, which ends with it. */
  area: string;
  addressType: AddressType;
  gstin: string;
  saveAddress: boolean;
}

export function toSavedAddress(form: AddressForm, id: string, nowMs: number): SavedAddress {
  const { firstName, lastName, area, saveAddress } = form;
  return {
    ...toShippingAddress(form),
    firstName: cleanLine(firstName),
    lastName: cleanLine(lastName),
    area: cleanLine(area),
    saveAddress,
    id,
    createdAt: nowMs,
  };
}

function fullName(firstName: string | undefined, lastName: string | undefined): string {
  return cleanLine(`${firstName ?? ''} ${lastName ?? ''}`).replace(/\s+/g, ' ');
}

/** An address that may use older field names: firstName and lastName, street, zipCode (R2.3). */
export interface LooseAddress extends OrderAddress {
  firstName?: string | undefined;
  lastName?: string | undefined;
  street?: string | undefined;
  zipCode?: string | undefined;
}

/**
 * Fills name, address and pincode from the older field names, and normalises the phone number for
 * storage.
 */
export function normaliseOrderAddress<T extends LooseAddress>(address: T): T {
  const country = address.country || 'India';
  return {
    ...address,
    name: address.name || fullName(address.firstName, address.lastName),
    email: cleanWord(address.email),
    address: address.address || (address.street ?? ''),
    pincode: cleanPincode(address.pincode || (address.zipCode ?? ''), country),
    phone: cleanPhone(address.phone, country),
    country: knownCountry(country) ?? country,
    // Only the shop itself says that an order is picked up (D67).
    addressType: address.addressType === PICKUP ? 'other' : address.addressType,
    ...(address.gstin === undefined ? {} : { gstin: cleanGstin(address.gstin) }),
  };
}

export interface AddressIssue {
  field: keyof OrderAddress;
  message: string;
}

/**
 * What is wrong with the country of a draft or an order; null if the shop delivers there.
 *
 * @param countries those of the shop (D68)
 */
export function countryMessage(country: string, countries: readonly string[] = COUNTRIES): string | null {
  return countries.includes(knownCountry(country) ?? '') ? null : m.noDelivery();
}

/**
 * Returns what is invalid in an order's address (R2.5). The email may be empty, but not malformed.
 */
export function orderAddressIssues(address: OrderAddress): AddressIssue[] {
  const issues: AddressIssue[] = [];
  const add = (field: keyof OrderAddress, message: string | null) => {
    if (message) issues.push({ field, message });
  };
  add('name', address.name ? null : m.nameRequired());
  add('phone', address.phone ? checkPhone(address.phone, address.country) : m.required_phone());
  add('email', address.email === '' || isEmail(address.email) ? null : m.emailInvalid());
  add('address', address.address ? null : m.required_address());
  add('city', address.city ? null : m.required_city());
  add('state', address.state ? null : requiredMessage('state', address.country));
  add('country', countryMessage(address.country));
  add(
    'pincode',
    address.pincode ? checkPincode(address.pincode, address.country) : requiredMessage('pincode', address.country),
  );
  add('gstin', checkGstin(address.gstin ?? '', address));
  return issues;
}

/**
 * Returns the message of the review page for missing data, 'Please complete: {list}' (R2.5), or
 * null.
 */
export function checkReview(
  address: Partial<LooseAddress> | null,
  payment: { method?: string | undefined } | null,
): string | null {
  if (!address || !payment) {
    return m.first();
  }
  const missing: string[] = [];
  const country = address.country ?? 'India';
  if (!(address.name || fullName(address.firstName, address.lastName))) missing.push(m.nameRequired());
  if (!(address.address || address.street)) missing.push(m.required_address());
  if (!address.city) missing.push(m.required_city());
  if (!address.state) missing.push(requiredMessage('state', country));
  if (!(address.pincode || address.zipCode)) missing.push(requiredMessage('pincode', country));
  if (!payment.method) missing.push(m.methodRequired());
  return missing.length > 0 ? m.pleaseComplete({ missing: missing.join(', ') }) : null;
}

const PLACEHOLDER_TEXT = 'Address to be confirmed';
/** In place of a number that nobody knows; it is nobody's. */
export const PLACEHOLDER_PHONE = '0000000000';

/** The placeholder address of a paid order without an address (R2.8, D26). */
export function placeholderAddress(phone: string): OrderAddress {
  return {
    name: 'Customer',
    phone: normalisePhone(phone) ?? PLACEHOLDER_PHONE,
    email: '',
    address: PLACEHOLDER_TEXT,
    city: 'To be confirmed',
    state: 'To be confirmed',
    pincode: '000000',
    country: 'India',
    addressType: 'other',
  };
}

/**
 * Whether an order has the placeholder address, so that an admin must request the real one (D22:
 * `placeholder_address`).
 */
export function isPlaceholderAddress(address: Pick<OrderAddress, 'address' | 'pincode' | 'phone'>): boolean {
  return address.address === PLACEHOLDER_TEXT || address.pincode === '000000' || address.phone === PLACEHOLDER_PHONE;
}
