import type * as English from '../en/upi.ts';

export const UTR_TEXTS: typeof English.UTR_TEXTS = {
  missing: 'UTR/रेफ़रेंस नंबर डालें',
  short: 'UTR/रेफ़रेंस नंबर में कम से कम 10 अंक होने चाहिए',
  long: 'UTR/रेफ़रेंस नंबर 20 अंकों या अक्षरों से लंबा नहीं हो सकता',
};

const PAYMENT_TO_THE_SHOP = 'दुकान को किए गए पेमेंट पर टैप करें';

export const UTR_STEPS: typeof English.UTR_STEPS = {
  phonepe: ['PhonePe खोलें और History पर टैप करें', PAYMENT_TO_THE_SHOP, "'UTR' के आगे लिखा 12 अंकों का नंबर कॉपी करें"],
  googlepay: [
    'Google Pay खोलें और दुकान को किए गए पेमेंट पर टैप करें',
    "'UPI transaction ID' के नीचे लिखा 12 अंकों का नंबर कॉपी करें",
    "'Google transaction ID' न डालें (वह CICAg जैसे अक्षरों से शुरू होती है)",
  ],
  paytm: [
    "Paytm खोलें और 'Balance & History' पर टैप करें",
    PAYMENT_TO_THE_SHOP,
    "'UPI Ref No.' के आगे लिखा 12 अंकों का नंबर कॉपी करें",
  ],
  bhim: ['BHIM खोलें और Transaction History पर टैप करें', PAYMENT_TO_THE_SHOP, '12 अंकों का रेफ़रेंस नंबर कॉपी करें'],
};

export const GENERAL_UTR_STEPS: typeof English.GENERAL_UTR_STEPS = [
  'अपना UPI ऐप खोलें और ट्रांज़ैक्शन हिस्ट्री देखें',
  PAYMENT_TO_THE_SHOP,
  "'UTR', 'UPI Ref No.' या 'RRN' नाम का 12 अंकों का नंबर कॉपी करें",
];
