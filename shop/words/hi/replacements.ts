import type * as English from '../en/replacements.ts';

export const REASON_LABELS: typeof English.REASON_LABELS = {
  damaged: 'टूटा-फूटा आया',
  wrong_item: 'गलत सामान आया',
  quality: 'क्वालिटी पसंद नहीं आई',
  missing: 'कोई सामान कम आया',
  expired: 'एक्सपायर हो गया या होने वाला है',
  other: 'कुछ और',
};

export const STATUS_LABELS: typeof English.STATUS_LABELS = {
  requested: 'माँगा गया',
  approved: 'मंज़ूर हुआ',
  rejected: 'मंज़ूर नहीं हुआ',
  shipped: 'दोबारा भेजा गया',
  closed: 'पूरा हुआ',
};

export const STEPS: typeof English.STEPS = {
  requested: 'रिप्लेसमेंट माँगा गया',
  waiting: 'हम देख रहे हैं',
};

export const FAULTS: typeof English.FAULTS = {
  items: 'कम से कम एक सामान चुनें',
  otherItems: 'इसी ऑर्डर का सामान चुनें, और उतना ही जितना इसमें है',
  reason: 'कोई वजह चुनें',
  description: 'दिक्कत के बारे में कम से कम 10 अक्षर लिखें',
  tooLong: (most) => `ज़्यादा से ज़्यादा ${most} अक्षर`,
};
