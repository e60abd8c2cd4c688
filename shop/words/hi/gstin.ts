import type * as English from '../en/gstin.ts';

export const GSTIN_TEXTS: typeof English.GSTIN_TEXTS = {
  abroad: 'GSTIN सिर्फ़ भारत में डिलीवरी के लिए है',
  format: 'GSTIN में 15 अक्षर और अंक होते हैं, जैसे 27AAPFU0939F1ZV',
  wrong: 'यह GSTIN सही नहीं है। हर अक्षर और अंक एक बार देख लें',
  otherState: (state, supply) =>
    `यह GSTIN ${state} का है, पर पार्सल ${supply} जा रहा है। ${supply} वाला GSTIN डालें, या इसे ख़ाली छोड़ दें`,
};
