import type * as English from '../en/order-status.ts';

export const STATUS_LABELS: typeof English.STATUS_LABELS = {
  draft: 'ड्राफ्ट',
  pending: 'पक्की होणे बाकी',
  confirmed: 'पक्की झाली',
  processing: 'तयार होत आहे',
  shipped: 'पाठवली',
  out_for_delivery: 'डिलिव्हरीसाठी निघाली',
  delivered: 'पोहोचली',
  cancelled: 'रद्द',
  returned: 'परत आली',
};

export const STEP_LABELS: typeof English.STEP_LABELS = {
  pending: 'ऑर्डर झाली',
  processing: 'ऑर्डरची तयारी',
  shipped: 'ऑर्डर पाठवली',
  out_for_delivery: 'डिलिव्हरीसाठी निघाली',
  delivered: 'ऑर्डर पोहोचली',
  cancelled: 'ऑर्डर रद्द झाली',
  returned: 'ऑर्डर परत आली',
};

/**
 * The notes that the shop itself writes for shoppers: shop/orders/changes, and unpaid.ts and
 * reversal.ts in server/orders.
 */
const NOTES: readonly [RegExp, string][] = [
  [/^Reopened: the UTR has arrived$/, 'UTR मिळाला, म्हणून ऑर्डर पुन्हा उघडली'],
  [/^Payment is being checked again$/, 'पेमेंट पुन्हा तपासले जात आहे'],
  [/^(?:Payment withdrawn: )?The bank took back (\S+) \(UTR (\w+)\)$/, 'बँकेने $1 परत केले (UTR $2)'],
  [/^Refund of (\S+) sent, reference (.+)$/, '$1 चा रिफंड पाठवला, रेफरन्स $2'],
  [/^Refund of (\S+) sent$/, '$1 चा रिफंड पाठवला'],
  [
    /^We did not receive a payment reference \(UTR\) within (\d+) hours\. .*$/,
    'पेमेंटचा रेफरन्स (UTR) $1 तासांत आम्हाला मिळाला नाही. तुम्ही पेमेंट केले असेल, तर UTR आम्हाला पाठवा: आम्ही ऑर्डर पुन्हा उघडू.',
  ],
];

export const eventNote: typeof English.eventNote = (note) => {
  const [pattern, words] = NOTES.find(([known]) => known.test(note)) ?? [];
  return pattern && words ? note.replace(pattern, words) : note;
};
