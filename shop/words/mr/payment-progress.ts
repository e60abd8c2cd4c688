import type * as English from '../en/payment-progress.ts';

export const PROGRESS_LABELS: typeof English.PROGRESS_LABELS = {
  utr_wanted: 'तुमच्या UTR ची वाट पाहत आहोत',
  checking: 'तुमचा UTR तपासत आहोत',
  received: 'पेमेंट मिळाले',
  not_found: 'पेमेंट सापडले नाही',
  taken_back: 'पेमेंट परत गेले',
  part_refunded: 'काही रकमेचा रिफंड झाला',
  refunded: 'रिफंड झाला',
  none: 'पेमेंट नाही',
};

export const PAYMENT_STEPS: typeof English.PAYMENT_STEPS = {
  utr_wanted: 'तुमच्या पेमेंटचा UTR आम्हाला पाठवा.',
  checking: 'आम्ही तुमचा UTR आमच्या बँकेकडून तपासून घेत आहोत.',
  not_found: 'तुम्ही दिलेला UTR तुमच्या UPI ॲपमधल्या UTR शी जुळवून पाहा आणि योग्य UTR आम्हाला पाठवा.',
  taken_back: 'बँकेने तुमचे पेमेंट परत केले आहे. पुन्हा पेमेंट करा किंवा आमच्याशी संपर्क साधा.',
};

export const MAIL_STEP: typeof English.MAIL_STEP = 'पेमेंट तपासून झाले की आम्ही तुम्हाला ईमेल करू.';

export const GOODS_STEPS: typeof English.GOODS_STEPS = {
  out_for_delivery: 'तुमचे पार्सल डिलिव्हरीसाठी निघाले आहे.',
  delivered: 'काही खराब, चुकीचे किंवा कमी आले? डिलिव्हरीनंतर 7 दिवसांत रिप्लेसमेंट मागवा.',
};

export const onItsWay: typeof English.onItsWay = (city) => `तुमचे पार्सल ${city} कडे निघाले आहे.`;

export const packing: typeof English.packing = (city, paid) =>
  paid
    ? `आम्ही 24 तासांत तुमची ऑर्डर पॅक करून ${city} ला पाठवू.`
    : `पेमेंट तपासून झाल्यावर 24 तासांत आम्ही तुमची ऑर्डर पॅक करून ${city} ला पाठवू.`;

// They stand in a sentence such as 'हे सहसा … होते'.
export const TIMES: typeof English.TIMES = {
  unknown: 'जास्तीत जास्त 30 मिनिटांत',
  seconds: 'काही सेकंदांत',
  minute: 'साधारण एका मिनिटात',
  minutes: (count) => `साधारण ${count} मिनिटांत`,
  hours: (count) => `साधारण ${count} तासांत`,
  days: (count) => `साधारण ${count} दिवसांत`,
};
