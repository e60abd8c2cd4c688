import type * as English from '../en/dates.ts';

export const MONTHS: typeof English.MONTHS = 'जानेवारी फेब्रुवारी मार्च एप्रिल मे जून जुलै ऑगस्ट सप्टेंबर ऑक्टोबर नोव्हेंबर डिसेंबर'.split(
  ' ',
);

export const WEEKDAYS: typeof English.WEEKDAYS = 'रविवार सोमवार मंगळवार बुधवार गुरुवार शुक्रवार शनिवार'.split(' ');

/** 'संध्याकाळी 4:33'. The sentences add 'वाजता' or 'पर्यंत'. */
export const timeOfDay: typeof English.timeOfDay = (hours, minutes) =>
  `${partOfDay(hours)} ${hours % 12 || 12}:${String(minutes).padStart(2, '0')}`;

function partOfDay(hours: number): string {
  if (hours < 4 || hours >= 20) return 'रात्री';
  if (hours < 6) return 'पहाटे';
  if (hours < 12) return 'सकाळी';
  return hours < 16 ? 'दुपारी' : 'संध्याकाळी';
}
