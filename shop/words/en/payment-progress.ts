/** What shoppers read about the payment of an order (shop/orders/payments/progress.ts). */

export const PROGRESS_LABELS = {
  utr_wanted: 'Waiting for your UTR',
  checking: 'Checking your UTR',
  received: 'Payment received',
  not_found: 'Payment not found',
  taken_back: 'Payment reversed',
  part_refunded: 'Partly refunded',
  refunded: 'Refunded',
  none: 'No payment',
};

/** What happens next with the payment, then with the parcel. */
export const PAYMENT_STEPS = {
  utr_wanted: 'Send us the UTR of your payment.',
  checking: 'We are checking your UTR with our bank.',
  not_found: 'Compare the UTR with the one in your UPI app, and send us the right one.',
  taken_back: 'The bank has reversed your payment. Please pay again or contact us.',
};

export const MAIL_STEP: string = 'We will email you once your payment is verified.';

export const GOODS_STEPS = {
  out_for_delivery: 'Your parcel is out for delivery.',
  delivered: 'Something damaged, wrong or missing? Ask for a replacement within 7 days of delivery.',
};

export function onItsWay(city: string): string {
  return `Your parcel is on its way to ${city}.`;
}

/** @param paid whether the payment has come */
export function packing(city: string, paid: boolean): string {
  return paid
    ? `We pack your order within 24 hours and ship it to ${city}.`
    : `We pack your order within 24 hours of verifying your payment, and ship it to ${city}.`;
}

/** How long checking a payment takes, for the middle of a sentence. Counts are 2 or more. */
export const TIMES = {
  unknown: 'up to 30 minutes',
  seconds: 'a few seconds',
  minute: 'about a minute',
  minutes: (count: number) => `about ${count} minutes`,
  hours: (count: number) => `about ${count} hours`,
  days: (count: number) => `about ${count} days`,
};
