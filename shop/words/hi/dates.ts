import type * as English from '../en/dates.ts';

export const MONTHS: typeof English.MONTHS = 'जनवरी फ़रवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर'.split(' ');

export const WEEKDAYS: typeof English.WEEKDAYS = 'रविवार सोमवार मंगलवार बुधवार गुरुवार शुक्रवार शनिवार'.split(' ');

/** 'शाम 4:33 बजे'. */
export const timeOfDay: typeof English.timeOfDay = (hours, minutes) =>
  `${partOfDay(hours)} ${hours % 12 || 12}:${String(minutes).padStart(2, '0')} बजे`;

function partOfDay(hours: number): string {
  if (hours < 4 || hours >= 20) return 'रात';
  if (hours < 12) return 'सुबह';
  return hours < 16 ? 'दोपहर' : 'शाम';
}
