import type * as English from '../en/order-status.ts';

export const STATUS_LABELS: typeof English.STATUS_LABELS = {
  draft: 'ड्राफ़्ट',
  pending: 'पक्का होना बाकी है',
  confirmed: 'पक्का हो गया',
  processing: 'तैयार हो रहा है',
  shipped: 'भेज दिया गया',
  out_for_delivery: 'डिलीवरी के लिए निकला',
  delivered: 'पहुँच गया',
  cancelled: 'रद्द',
  returned: 'वापस आया',
};

export const STEP_LABELS: typeof English.STEP_LABELS = {
  pending: 'ऑर्डर हुआ',
  processing: 'ऑर्डर की तैयारी',
  shipped: 'ऑर्डर भेजा गया',
  out_for_delivery: 'डिलीवरी के लिए निकला',
  delivered: 'ऑर्डर पहुँचा',
  cancelled: 'ऑर्डर रद्द हुआ',
  returned: 'ऑर्डर वापस आया',
};

/**
 * The notes that the shop itself writes for shoppers: shop/orders/changes, and unpaid.ts and
 * reversal.ts in server/orders.
 */
const NOTES: readonly [RegExp, string][] = [
  [/^Reopened: the UTR has arrived$/, 'UTR मिल गया, इसलिए ऑर्डर फिर से खुल गया'],
  [/^Payment is being checked again$/, 'पेमेंट की फिर से जाँच हो रही है'],
  [/^(?:Payment withdrawn: )?The bank took back (\S+) \(UTR (\w+)\)$/, 'बैंक ने $1 लौटा दिए (UTR $2)'],
  [/^Refund of (\S+) sent, reference (.+)$/, '$1 का रिफ़ंड भेज दिया गया, रेफ़रेंस $2'],
  [/^Refund of (\S+) sent$/, '$1 का रिफ़ंड भेज दिया गया'],
  [
    /^We did not receive a payment reference \(UTR\) within (\d+) hours\. .*$/,
    'पेमेंट का रेफ़रेंस (UTR) $1 घंटे में हमें नहीं मिला। अगर आपने पेमेंट कर दिया है, तो UTR हमें भेजें: हम ऑर्डर फिर से खोल देंगे।',
  ],
];

export const eventNote: typeof English.eventNote = (note) => {
  const [pattern, words] = NOTES.find(([known]) => known.test(note)) ?? [];
  return pattern && words ? note.replace(pattern, words) : note;
};
