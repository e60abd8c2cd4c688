import type * as English from '../en/address.ts';

export const COUNTRY_FIELDS: typeof English.COUNTRY_FIELDS = {
  India: {
    pincodeLabel: 'पिनकोड',
    stateLabel: 'राज्य',
    pincodeExample: '6 अंक',
    pincodeMessage: 'पिनकोड 6 अंकों का होना चाहिए',
  },
  USA: {
    pincodeLabel: 'ZIP कोड',
    stateLabel: 'राज्य',
    pincodeExample: '90210',
    pincodeMessage: 'ZIP कोड में 5 अंक होने चाहिए, या 5 और फिर 4',
  },
  UK: {
    pincodeLabel: 'पोस्टकोड',
    stateLabel: 'काउंटी',
    pincodeExample: 'SW1A 1AA',
    pincodeMessage: 'पोस्टकोड SW1A 1AA जैसा होना चाहिए',
  },
  Canada: {
    pincodeLabel: 'पोस्टल कोड',
    stateLabel: 'प्रांत',
    pincodeExample: 'K1A 0B1',
    pincodeMessage: 'पोस्टल कोड K1A 0B1 जैसा होना चाहिए',
  },
  Australia: {
    pincodeLabel: 'पोस्टकोड',
    stateLabel: 'राज्य',
    pincodeExample: '4 अंक',
    pincodeMessage: 'पोस्टकोड 4 अंकों का होना चाहिए',
  },
  anywhere: {
    pincodeLabel: 'पोस्टकोड',
    stateLabel: 'राज्य',
    pincodeExample: '',
    pincodeMessage: 'पोस्टकोड 3 से 12 अक्षरों या अंकों का होना चाहिए',
  },
};

export const ADDRESS_TYPE_LABELS: typeof English.ADDRESS_TYPE_LABELS = { home: 'घर', office: 'ऑफ़िस', other: 'कोई और' };

const STATES: Record<string, string> = {
  'Andaman and Nicobar Islands': 'अंडमान और निकोबार द्वीपसमूह',
  'Andhra Pradesh': 'आंध्र प्रदेश',
  'Arunachal Pradesh': 'अरुणाचल प्रदेश',
  Assam: 'असम',
  Bihar: 'बिहार',
  Chandigarh: 'चंडीगढ़',
  Chhattisgarh: 'छत्तीसगढ़',
  'Dadra and Nagar Haveli and Daman and Diu': 'दादरा और नगर हवेली तथा दमन और दीव',
  Delhi: 'दिल्ली',
  Goa: 'गोवा',
  Gujarat: 'गुजरात',
  Haryana: 'हरियाणा',
  'Himachal Pradesh': 'हिमाचल प्रदेश',
  'Jammu and Kashmir': 'जम्मू और कश्मीर',
  Jharkhand: 'झारखंड',
  Karnataka: 'कर्नाटक',
  Kerala: 'केरल',
  Ladakh: 'लद्दाख',
  Lakshadweep: 'लक्षद्वीप',
  'Madhya Pradesh': 'मध्य प्रदेश',
  Maharashtra: 'महाराष्ट्र',
  Manipur: 'मणिपुर',
  Meghalaya: 'मेघालय',
  Mizoram: 'मिज़ोरम',
  Nagaland: 'नागालैंड',
  Odisha: 'ओडिशा',
  Puducherry: 'पुडुचेरी',
  Punjab: 'पंजाब',
  Rajasthan: 'राजस्थान',
  Sikkim: 'सिक्किम',
  'Tamil Nadu': 'तमिलनाडु',
  Telangana: 'तेलंगाना',
  Tripura: 'त्रिपुरा',
  'Uttar Pradesh': 'उत्तर प्रदेश',
  Uttarakhand: 'उत्तराखंड',
  'West Bengal': 'पश्चिम बंगाल',
};

export const stateNote: typeof English.stateNote = (state) => STATES[state];

export const REQUIRED: typeof English.REQUIRED = {
  firstName: 'नाम डालें',
  lastName: 'सरनेम डालें',
  email: 'ई-मेल डालें',
  phone: 'फ़ोन नंबर डालें',
  address: 'पता डालें',
  city: 'शहर डालें',
  state: 'राज्य डालें',
  pincode: 'पिनकोड डालें',
};

export const required: typeof English.required = (label) => `${label} डालें`;
export const tooLong: typeof English.tooLong = (most) => `ज़्यादा से ज़्यादा ${most} अक्षर लिखें`;
export const pleaseComplete: typeof English.pleaseComplete = (missing) => `पहले यह पूरा करें: ${missing.join(', ')}`;

export const ADDRESS_TEXTS: typeof English.ADDRESS_TEXTS = {
  incomplete: 'सभी ज़रूरी जानकारी सही-सही भरें',
  emailInvalid: 'ई-मेल सही नहीं है',
  nameRequired: 'नाम डालें',
  methodRequired: 'पेमेंट का तरीका चुनें',
  first: 'पहले पते और पेमेंट की जानकारी भरें',
};
