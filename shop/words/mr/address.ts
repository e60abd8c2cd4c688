import type * as English from '../en/address.ts';

export const COUNTRY_FIELDS: typeof English.COUNTRY_FIELDS = {
  India: {
    pincodeLabel: 'पिनकोड',
    stateLabel: 'राज्य',
    pincodeExample: '6 अंक',
    pincodeMessage: 'पिनकोड 6 अंकी असावा',
  },
  USA: {
    pincodeLabel: 'ZIP कोड',
    stateLabel: 'राज्य',
    pincodeExample: '90210',
    pincodeMessage: 'ZIP कोडमध्ये 5 अंक असावेत, किंवा 5 आणि मग 4',
  },
  UK: {
    pincodeLabel: 'पोस्टकोड',
    stateLabel: 'काउंटी',
    pincodeExample: 'SW1A 1AA',
    pincodeMessage: 'पोस्टकोड SW1A 1AA असा असावा',
  },
  Canada: {
    pincodeLabel: 'पोस्टल कोड',
    stateLabel: 'प्रांत',
    pincodeExample: 'K1A 0B1',
    pincodeMessage: 'पोस्टल कोड K1A 0B1 असा असावा',
  },
  Australia: {
    pincodeLabel: 'पोस्टकोड',
    stateLabel: 'राज्य',
    pincodeExample: '4 अंक',
    pincodeMessage: 'पोस्टकोड 4 अंकी असावा',
  },
  anywhere: {
    pincodeLabel: 'पोस्टकोड',
    stateLabel: 'राज्य',
    pincodeExample: '',
    pincodeMessage: 'पोस्टकोडमध्ये 3 ते 12 अक्षरे किंवा अंक असावेत',
  },
};

export const ADDRESS_TYPE_LABELS: typeof English.ADDRESS_TYPE_LABELS = { home: 'घर', office: 'ऑफिस', other: 'इतर' };

const STATES: Record<string, string> = {
  'Andaman and Nicobar Islands': 'अंदमान आणि निकोबार बेटे',
  'Andhra Pradesh': 'आंध्र प्रदेश',
  'Arunachal Pradesh': 'अरुणाचल प्रदेश',
  Assam: 'आसाम',
  Bihar: 'बिहार',
  Chandigarh: 'चंदीगड',
  Chhattisgarh: 'छत्तीसगड',
  'Dadra and Nagar Haveli and Daman and Diu': 'दादरा आणि नगर हवेली व दमण आणि दीव',
  Delhi: 'दिल्ली',
  Goa: 'गोवा',
  Gujarat: 'गुजरात',
  Haryana: 'हरियाणा',
  'Himachal Pradesh': 'हिमाचल प्रदेश',
  'Jammu and Kashmir': 'जम्मू आणि काश्मीर',
  Jharkhand: 'झारखंड',
  Karnataka: 'कर्नाटक',
  Kerala: 'केरळ',
  Ladakh: 'लडाख',
  Lakshadweep: 'लक्षद्वीप',
  'Madhya Pradesh': 'मध्य प्रदेश',
  Maharashtra: 'महाराष्ट्र',
  Manipur: 'मणिपूर',
  Meghalaya: 'मेघालय',
  Mizoram: 'मिझोराम',
  Nagaland: 'नागालँड',
  Odisha: 'ओडिशा',
  Puducherry: 'पुदुच्चेरी',
  Punjab: 'पंजाब',
  Rajasthan: 'राजस्थान',
  Sikkim: 'सिक्कीम',
  'Tamil Nadu': 'तमिळनाडू',
  Telangana: 'तेलंगणा',
  Tripura: 'त्रिपुरा',
  'Uttar Pradesh': 'उत्तर प्रदेश',
  Uttarakhand: 'उत्तराखंड',
  'West Bengal': 'पश्चिम बंगाल',
};

export const stateNote: typeof English.stateNote = (state) => STATES[state];

export const REQUIRED: typeof English.REQUIRED = {
  firstName: 'नाव टाका',
  lastName: 'आडनाव टाका',
  email: 'ईमेल टाका',
  phone: 'फोन नंबर टाका',
  address: 'पत्ता टाका',
  city: 'शहर टाका',
  state: 'राज्य टाका',
  pincode: 'पिनकोड टाका',
};

export const required: typeof English.required = (label) => `${label} टाका`;
export const tooLong: typeof English.tooLong = (most) => `जास्तीत जास्त ${most} अक्षरे लिहा`;
export const pleaseComplete: typeof English.pleaseComplete = (missing) => `आधी हे पूर्ण करा: ${missing.join(', ')}`;

export const ADDRESS_TEXTS: typeof English.ADDRESS_TEXTS = {
  incomplete: 'सर्व आवश्यक माहिती बरोबर भरा',
  emailInvalid: 'ईमेल बरोबर नाही',
  nameRequired: 'नाव टाका',
  methodRequired: 'पेमेंटचा पर्याय निवडा',
  first: 'आधी पत्ता आणि पेमेंटची माहिती भरा',
};
