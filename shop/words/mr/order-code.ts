import type * as English from '../en/order-code.ts';

export const CODE_TEXTS: typeof English.CODE_TEXTS = {
  missing: '6 अंकी कोड टाका',
  wrong: 'हा कोड चुकीचा आहे किंवा आता चालत नाही. पुन्हा प्रयत्न करा.',
  sent: 'या ऑर्डरसोबत ईमेल दिला असेल, तर त्यावर कोड पाठवला आहे.',
};
