import type * as English from '../en/order-code.ts';

export const CODE_TEXTS: typeof English.CODE_TEXTS = {
  missing: '6 अंकों का कोड डालें',
  wrong: 'यह कोड गलत है या अब काम नहीं करता। फिर कोशिश करें।',
  sent: 'अगर इस ऑर्डर के साथ कोई ई-मेल पता दिया गया था, तो उस पर कोड भेज दिया गया है।',
};
