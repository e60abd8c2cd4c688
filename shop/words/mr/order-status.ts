import type * as English from '../en/order-status.ts';

export const STATUS_LABELS: typeof English.STATUS_LABELS = {
  draft: 'ड्राफ्ट',
  pending: 'पक्की होणे बाकी',
  confirmed: 'पक्की झाली',
  processing: 'तयार होत आहे',
  shipped: 'पाठवली',
  out_for_delivery: 'डिलिव्हरीसाठी निघाली',
  delivered: 'पोहोचली',
  cancelled: 'रद्द',
  returned: 'परत आली',
};

export const STEP_LABELS: typeof English.STEP_LABELS = {
  pending: 'ऑर्डर मिळाली',
  processing: 'ऑर्डरची तयारी',
  shipped: 'ऑर्डर पाठवली',
  out_for_delivery: 'डिलिव्हरीसाठी निघाली',
  delivered: 'ऑर्डर पोहोचली',
  cancelled: 'ऑर्डर रद्द झाली',
  returned: 'ऑर्डर परत आली',
};
