/** What shoppers read about countries and phone numbers (shop/india/phones.ts). */

export const COUNTRY_NAMES = { India: 'India', USA: 'USA', UK: 'UK', Canada: 'Canada', Australia: 'Australia' };

export const PHONE_TEXTS = {
  ten: 'Phone number must be 10 digits',
  tenOrEleven: 'Phone number must be 10 or 11 digits',
  nineOrTen: 'Phone number must be 9 or 10 digits',
  anywhere: 'Phone number must be 4 to 15 digits',
};
