import type * as English from '../en/coupons.ts';

/** By the reason: the sentence of the server is English. */
const REFUSALS: Record<English.Reason, (code: string) => string> = {
  unknown: (code) => `${code} सही कोड नहीं है। स्पेलिंग देख लें।`,
  ended: (code) => `कोड ${code} की तारीख़ निकल चुकी है।`,
  paused: (code) => `कोड ${code} अभी नहीं चल रहा।`,
  planned: (code) => `कोड ${code} अभी शुरू नहीं हुआ है।`,
  minimum: (code) => `कोड ${code} के लिए आपके ऑर्डर की रकम अभी कम है। कार्ट में कुछ और डालें।`,
  other_products: (code) => `कोड ${code} आपके कार्ट के सामान पर नहीं लगता।`,
  used_up: (code) => `कोड ${code} जितनी बार लग सकता था, लग चुका है।`,
  used_by_phone: (code) => `कोड ${code} इस मोबाइल नंबर से पहले ही लग चुका है।`,
  not_first: (code) => `कोड ${code} सिर्फ़ पहले ऑर्डर पर लगता है।`,
  better_offer: (code) => `आपको कोड ${code} से ज़्यादा बचत वाला ऑफ़र मिल रहा है, इसलिए वही लगाया है।`,
  at_order: (code) => `कोड ${code} आपके मोबाइल नंबर पर लगेगा या नहीं, यह ऑर्डर करते समय देखा जाएगा।`,
  too_many_tries: () => 'बहुत बार कोशिश हो चुकी है। 15 मिनट बाद फिर कोशिश करें।',
};

export const couponRefusal: typeof English.couponRefusal = ({ code, reason }) =>
  reason === null ? '' : REFUSALS[reason](code);
