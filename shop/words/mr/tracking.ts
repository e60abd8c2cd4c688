import type * as English from '../en/tracking.ts';

export const TRACKING_TEXTS: typeof English.TRACKING_TEXTS = {
  none: 'या मोबाइल नंबरवर एकही ऑर्डर सापडली नाही',
  failed: 'ऑर्डर्स लोड झाल्या नाहीत. पुन्हा प्रयत्न करा.',
};

export const MOBILE_FAULTS: typeof English.MOBILE_FAULTS = {
  missing: 'तुमचा मोबाइल नंबर टाका',
  length: 'फोन नंबर 10 अंकी असावा',
};

export const foundSentence: typeof English.foundSentence = (count, mobile) =>
  `मोबाइल नंबर ${mobile} वर ${count} ${count === 1 ? 'ऑर्डर सापडली' : 'ऑर्डर्स सापडल्या'}`;
