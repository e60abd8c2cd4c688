import type * as English from '../en/pricing.ts';

export const UNPAYABLE: typeof English.UNPAYABLE = {
  empty: 'कार्ट ख़ाली है! पहले कार्ट में कुछ डालें।',
  tooLittle: 'ऑर्डर कम से कम ₹1 का होना चाहिए। कार्ट में कुछ और डालें।',
};
