import type * as English from '../en/replacements.ts';

export const REASON_LABELS: typeof English.REASON_LABELS = {
  damaged: 'तुटलेले किंवा खराब आले',
  wrong_item: 'चुकीची वस्तू आली',
  quality: 'क्वालिटी आवडली नाही',
  missing: 'एखादी वस्तू आलीच नाही',
  expired: 'एक्सपायर झाले किंवा होत आले',
  other: 'आणखी काही',
};

export const STATUS_LABELS: typeof English.STATUS_LABELS = {
  requested: 'मागवले',
  approved: 'मंजूर झाले',
  rejected: 'मंजूर झाले नाही',
  shipped: 'पुन्हा पाठवले',
  closed: 'पूर्ण झाले',
};

export const STEPS: typeof English.STEPS = {
  requested: 'रिप्लेसमेंट मागवले',
  waiting: 'आम्ही पाहत आहोत',
};

export const FAULTS: typeof English.FAULTS = {
  items: 'किमान एक वस्तू निवडा',
  otherItems: 'याच ऑर्डरमधल्या वस्तू निवडा, आणि ऑर्डर केल्या त्यापेक्षा जास्त नकोत',
  reason: 'कारण निवडा',
  description: 'अडचण किमान 10 अक्षरांत लिहा',
  tooLong: (most) => `जास्तीत जास्त ${most} अक्षरे`,
};
