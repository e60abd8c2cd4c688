import type * as English from '../en/order-status.ts';

export const STATUS_LABELS: typeof English.STATUS_LABELS = {
  draft: 'ड्राफ़्ट',
  pending: 'पक्का होना बाकी है',
  confirmed: 'पक्का हो गया',
  processing: 'तैयार हो रहा है',
  shipped: 'भेज दिया गया',
  out_for_delivery: 'डिलीवरी के लिए निकला',
  delivered: 'पहुँच गया',
  cancelled: 'रद्द',
  returned: 'वापस आया',
};

export const STEP_LABELS: typeof English.STEP_LABELS = {
  pending: 'ऑर्डर मिला',
  processing: 'ऑर्डर की तैयारी',
  shipped: 'ऑर्डर भेजा गया',
  out_for_delivery: 'डिलीवरी के लिए निकला',
  delivered: 'ऑर्डर पहुँचा',
  cancelled: 'ऑर्डर रद्द हुआ',
  returned: 'ऑर्डर वापस आया',
};
