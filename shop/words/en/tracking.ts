/** What shoppers read when they track orders by mobile number (shop/orders/tracking.ts). */

export const TRACKING_TEXTS = {
  none: 'No orders found for this mobile number',
  failed: 'Failed to fetch orders. Please try again.',
};

export const MOBILE_FAULTS = {
  missing: 'Please enter your mobile number',
  length: 'Phone number must be 10 digits',
};

/** 'Found 2 order(s) for mobile number 9876543210' (R2.8). */
export function foundSentence(count: number, mobile: string): string {
  return `Found ${count} order(s) for mobile number ${mobile}`;
}
