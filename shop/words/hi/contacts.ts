import type * as English from '../en/contacts.ts';

export const CONTACT_TEXTS: typeof English.CONTACT_TEXTS = {
  invalid: 'सभी ज़रूरी जानकारी सही-सही भरें',
  sent: 'आपका संदेश हमें मिल गया है! हम जल्दी ही जवाब देंगे।',
  failed: 'संदेश नहीं जा पाया। थोड़ी देर बाद फिर कोशिश करें।',
};

const LABELS = { name: 'नाम', email: 'ई-मेल', phone: 'फ़ोन नंबर', subject: 'विषय', message: 'संदेश' };

export const CONTACT_FAULTS: typeof English.CONTACT_FAULTS = {
  missing: (field) => (field === 'subject' ? 'विषय लिखें' : `अपना ${LABELS[field]} लिखें`),
  short: (field, least) => `${LABELS[field]} में कम से कम ${least} अक्षर होने चाहिए`,
  lines: (field) => `${LABELS[field]} एक ही लाइन में लिखें`,
  long: (field, most) => `${LABELS[field]} ${most} अक्षरों से लंबा न हो`,
  email: 'सही ई-मेल लिखें',
};
