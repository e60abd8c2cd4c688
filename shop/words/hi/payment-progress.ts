import type * as English from '../en/payment-progress.ts';

export const PROGRESS_LABELS: typeof English.PROGRESS_LABELS = {
  utr_wanted: 'आपके UTR का इंतज़ार है',
  checking: 'UTR की जाँच हो रही है',
  received: 'पेमेंट मिल गया',
  not_found: 'पेमेंट नहीं मिला',
  taken_back: 'पेमेंट लौट गया',
  part_refunded: 'कुछ रकम रिफ़ंड हो गई',
  refunded: 'रिफ़ंड हो गया',
  none: 'कोई पेमेंट नहीं',
};

export const PAYMENT_STEPS: typeof English.PAYMENT_STEPS = {
  utr_wanted: 'अपने पेमेंट का UTR हमें भेजें।',
  checking: 'हम अपने बैंक से आपके UTR की जाँच कर रहे हैं।',
  not_found: 'UTR को अपने UPI ऐप से मिलाएँ और सही UTR हमें भेजें।',
  taken_back: 'बैंक ने आपका पेमेंट लौटा दिया है। फिर से पेमेंट करें या हमसे संपर्क करें।',
};

export const MAIL_STEP: typeof English.MAIL_STEP = 'पेमेंट की जाँच होते ही हम आपको ई-मेल करेंगे।';

export const GOODS_STEPS: typeof English.GOODS_STEPS = {
  out_for_delivery: 'आपका पार्सल डिलीवरी के लिए निकल चुका है।',
  delivered: 'कुछ टूटा-फूटा, गलत या कम आया? डिलीवरी के 7 दिन के अंदर रिप्लेसमेंट माँगें।',
};

export const onItsWay: typeof English.onItsWay = (city) => `आपका पार्सल ${city} के लिए निकल चुका है।`;

export const packing: typeof English.packing = (city, paid) =>
  paid
    ? `हम 24 घंटे के अंदर आपका ऑर्डर पैक करके ${city} के लिए भेज देंगे।`
    : `पेमेंट की जाँच होने के 24 घंटे के अंदर हम आपका ऑर्डर पैक करके ${city} के लिए भेज देंगे।`;

// They end a sentence such as 'यह … में हो जाता है'.
export const TIMES: typeof English.TIMES = {
  unknown: 'ज़्यादा से ज़्यादा 30 मिनट',
  seconds: 'कुछ ही सेकंड',
  minute: 'करीब एक मिनट',
  minutes: (count) => `करीब ${count} मिनट`,
  hours: (count) => `करीब ${count} घंटे`,
  days: (count) => `करीब ${count} दिन`,
};
