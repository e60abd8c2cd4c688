import type * as English from '../en/phones.ts';

export const COUNTRY_NAMES: typeof English.COUNTRY_NAMES = {
  India: 'भारत',
  USA: 'अमेरिका',
  UK: 'ब्रिटेन',
  Canada: 'कनाडा',
  Australia: 'ऑस्ट्रेलिया',
};

export const PHONE_TEXTS: typeof English.PHONE_TEXTS = {
  ten: 'फ़ोन नंबर 10 अंकों का होना चाहिए',
  tenOrEleven: 'फ़ोन नंबर 10 या 11 अंकों का होना चाहिए',
  nineOrTen: 'फ़ोन नंबर 9 या 10 अंकों का होना चाहिए',
  anywhere: 'फ़ोन नंबर 4 से 15 अंकों का होना चाहिए',
};
