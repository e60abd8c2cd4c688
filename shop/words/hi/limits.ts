import type * as English from '../en/limits.ts';

export const LONG_LIMITS: typeof English.LONG_LIMITS = {
  hour: 'बहुत बार कोशिश हो चुकी है। एक घंटे बाद फिर कोशिश करें।',
  day: 'बहुत बार कोशिश हो चुकी है। कल फिर कोशिश करें।',
};
