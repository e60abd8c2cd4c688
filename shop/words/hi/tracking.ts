import type * as English from '../en/tracking.ts';

export const TRACKING_TEXTS: typeof English.TRACKING_TEXTS = {
  none: 'इस मोबाइल नंबर पर कोई ऑर्डर नहीं मिला',
  failed: 'ऑर्डर लोड नहीं हो पाए। फिर कोशिश करें।',
};

export const MOBILE_FAULTS: typeof English.MOBILE_FAULTS = {
  missing: 'अपना मोबाइल नंबर डालें',
  length: 'फ़ोन नंबर 10 अंकों का होना चाहिए',
};

export const foundSentence: typeof English.foundSentence = (count, mobile) =>
  `मोबाइल नंबर ${mobile} पर ${count} ऑर्डर ${count === 1 ? 'मिला' : 'मिले'}`;
