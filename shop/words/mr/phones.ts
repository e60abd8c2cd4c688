import type * as English from '../en/phones.ts';

export const COUNTRY_NAMES: typeof English.COUNTRY_NAMES = {
  India: 'भारत',
  USA: 'अमेरिका',
  UK: 'ब्रिटन',
  Canada: 'कॅनडा',
  Australia: 'ऑस्ट्रेलिया',
};

export const PHONE_TEXTS: typeof English.PHONE_TEXTS = {
  ten: 'फोन नंबर 10 अंकी असावा',
  tenOrEleven: 'फोन नंबर 10 किंवा 11 अंकी असावा',
  nineOrTen: 'फोन नंबर 9 किंवा 10 अंकी असावा',
  anywhere: 'फोन नंबर 4 ते 15 अंकी असावा',
};
