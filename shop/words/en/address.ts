/** What shoppers read about addresses (shop/orders/address.ts). */

/**
 * The labels of the fields whose name depends on the country, an example of a postal code, and the
 * message of a wrong one.
 */
export const COUNTRY_FIELDS = {
  India: {
    pincodeLabel: 'Pincode',
    stateLabel: 'State',
    pincodeExample: '6 digits',
    pincodeMessage: 'Pincode must be 6 digits',
  },
  USA: {
    pincodeLabel: 'ZIP code',
    stateLabel: 'State',
    pincodeExample: '90210',
    pincodeMessage: 'ZIP code must be 5 digits, or 5 and 4',
  },
  UK: {
    pincodeLabel: 'Postcode',
    stateLabel: 'County',
    pincodeExample: 'SW1A 1AA',
    pincodeMessage: 'Postcode must look like SW1A 1AA',
  },
  Canada: {
    pincodeLabel: 'Postal code',
    stateLabel: 'Province',
    pincodeExample: 'K1A 0B1',
    pincodeMessage: 'Postal code must look like K1A 0B1',
  },
  Australia: {
    pincodeLabel: 'Postcode',
    stateLabel: 'State',
    pincodeExample: '4 digits',
    pincodeMessage: 'Postcode must be 4 digits',
  },
  /** For countries that the form does not offer. */
  anywhere: {
    pincodeLabel: 'Postcode',
    stateLabel: 'State',
    pincodeExample: '',
    pincodeMessage: 'Postcode must be 3 to 12 letters or digits',
  },
};

export const ADDRESS_TYPE_LABELS = { home: 'Home', office: 'Office', other: 'Other' };

/** What the address form shows beside the name of a state, which is sent in English. */
export function stateNote(_state: string): string | undefined {
  return undefined;
}

/** The messages of empty fields. */
export const REQUIRED = {
  firstName: 'First name is required',
  lastName: 'Last name is required',
  email: 'Email is required',
  phone: 'Phone number is required',
  address: 'Address is required',
  city: 'City is required',
  state: 'State is required',
  pincode: 'Pincode is required',
};

/** The message of an empty field whose label depends on the country. */
export const required = (label: string): string => `${label} is required`;
export const tooLong = (most: number): string => `Please use at most ${most} characters`;
export const pleaseComplete = (missing: readonly string[]): string => `Please complete: ${missing.join(', ')}`;

export const ADDRESS_TEXTS = {
  incomplete: 'Please fill all required fields correctly',
  emailInvalid: 'Email is invalid',
  nameRequired: 'Shipping name is required',
  methodRequired: 'Payment method is required',
  first: 'Please complete address and payment details first',
};
