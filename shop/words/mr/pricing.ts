import type * as English from '../en/pricing.ts';

export const UNPAYABLE: typeof English.UNPAYABLE = {
  empty: 'कार्ट रिकामे आहे! आधी कार्टमध्ये काहीतरी टाका.',
  tooLittle: 'ऑर्डर किमान ₹1 ची असावी. कार्टमध्ये आणखी काही टाका.',
};
