import type * as English from '../en/contacts.ts';

export const CONTACT_TEXTS: typeof English.CONTACT_TEXTS = {
  invalid: 'सर्व आवश्यक माहिती बरोबर भरा',
  sent: 'तुमचा मेसेज मिळाला! आम्ही लवकरच उत्तर देऊ.',
  failed: 'मेसेज गेला नाही. थोड्या वेळाने पुन्हा प्रयत्न करा.',
};

const LABELS = { name: 'नाव', email: 'ईमेल', phone: 'फोन नंबर', subject: 'विषय', message: 'मेसेज' };

// The label stands apart, so that it needs no ending and no gender.
export const CONTACT_FAULTS: typeof English.CONTACT_FAULTS = {
  missing: (field) => `${LABELS[field]} लिहा`,
  short: (field, least) => `${LABELS[field]}: किमान ${least} अक्षरे हवीत`,
  lines: (field) => `${LABELS[field]} एकाच ओळीत लिहा`,
  long: (field, most) => `${LABELS[field]}: जास्तीत जास्त ${most} अक्षरे लिहा`,
  email: 'योग्य ईमेल लिहा',
};
