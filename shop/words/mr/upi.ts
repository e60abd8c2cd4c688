import type * as English from '../en/upi.ts';

export const UTR_TEXTS: typeof English.UTR_TEXTS = {
  missing: 'UTR/रेफरन्स नंबर टाका',
  short: 'UTR/रेफरन्स नंबरमध्ये किमान 10 अंक हवेत',
  long: 'UTR/रेफरन्स नंबरमध्ये जास्तीत जास्त 20 अंक किंवा अक्षरे असू शकतात',
};

const PAYMENT_TO_THE_SHOP = 'दुकानाला केलेल्या पेमेंटवर टॅप करा';

export const UTR_STEPS: typeof English.UTR_STEPS = {
  phonepe: ['PhonePe उघडा आणि History वर टॅप करा', PAYMENT_TO_THE_SHOP, "'UTR' च्या पुढचा 12 अंकी नंबर कॉपी करा"],
  googlepay: [
    'Google Pay उघडा आणि दुकानाला केलेल्या पेमेंटवर टॅप करा',
    "'UPI transaction ID' च्या खालचा 12 अंकी नंबर कॉपी करा",
    "'Google transaction ID' टाकू नका (तो CICAg सारख्या अक्षरांनी सुरू होतो)",
  ],
  paytm: [
    "Paytm उघडा आणि 'Balance & History' वर टॅप करा",
    PAYMENT_TO_THE_SHOP,
    "'UPI Ref No.' च्या पुढचा 12 अंकी नंबर कॉपी करा",
  ],
  bhim: ['BHIM उघडा आणि Transaction History वर टॅप करा', PAYMENT_TO_THE_SHOP, '12 अंकी रेफरन्स नंबर कॉपी करा'],
};

export const GENERAL_UTR_STEPS: typeof English.GENERAL_UTR_STEPS = [
  'तुमचे UPI ॲप उघडा आणि ट्रान्झॅक्शन हिस्टरी पाहा',
  PAYMENT_TO_THE_SHOP,
  "'UTR', 'UPI Ref No.' किंवा 'RRN' नावाचा 12 अंकी नंबर कॉपी करा",
];
