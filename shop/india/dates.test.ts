import { describe, expect, test } from 'vitest';
import m from '#messages/dates';
import { speaking } from '#server/language.ts';
import { financialYear, formatDate, formatDateTime, formatTime, isoDay, startOfDay } from './dates.ts';

describe('Indian dates', () => {
  test.each([
    [Date.UTC(2026, 10, 20, 11, 3), '20 Nov 2026, 4:33 pm'],
    [Date.UTC(2026, 10, 19, 18, 30), '20 Nov 2026, 12:00 am'],
    [Date.UTC(2026, 10, 19, 18, 29), '19 Nov 2026, 11:59 pm'],
    [Date.UTC(2026, 11, 31, 6, 30), '31 Dec 2026, 12:00 pm'],
    [Date.UTC(2026, 11, 31, 18, 30), '1 Jan 2027, 12:00 am'],
  ])('%d', (ms, text) => {
    expect(formatDateTime(ms)).toBe(text);
    expect(`${formatDate(ms)}, ${formatTime(ms)}`).toBe(text);
  });

  test.each([
    [Date.UTC(2026, 10, 20, 11, 3), '20 नवंबर 2026, शाम 4:33 बजे'],
    [Date.UTC(2026, 10, 19, 18, 30), '20 नवंबर 2026, रात 12:00 बजे'],
    [Date.UTC(2026, 10, 19, 22, 29), '20 नवंबर 2026, रात 3:59 बजे'],
    [Date.UTC(2026, 10, 19, 22, 30), '20 नवंबर 2026, सुबह 4:00 बजे'],
    [Date.UTC(2026, 0, 31, 6, 30), '31 जनवरी 2026, दोपहर 12:00 बजे'],
    [Date.UTC(2026, 0, 31, 10, 30), '31 जनवरी 2026, शाम 4:00 बजे'],
    [Date.UTC(2026, 0, 31, 14, 30), '31 जनवरी 2026, रात 8:00 बजे'],
  ])('%d in Hindi', (ms, text) => expect(speaking('hi', () => formatDateTime(ms))).toBe(text));

  test.each([
    ['en', 'Dec', 'Sunday', 'Saturday'],
    ['hi', 'दिसंबर', 'रविवार', 'शनिवार'],
    ['mr', 'डिसेंबर', 'रविवार', 'शनिवार'],
  ] as const)('have twelve months and seven days: %s', (language, december, sunday, saturday) => {
    const [months, days] = speaking(language, () => [m.months().split(' '), m.weekdays().split(' ')]);
    expect([months?.length, days?.length]).toEqual([12, 7]);
    expect([months?.[11], days?.[0], days?.[6]]).toEqual([december, sunday, saturday]);
  });

  test('match Intl in the Asia/Kolkata time zone', () => {
    for (let ms = Date.UTC(2024, 0, 1); ms < Date.UTC(2028, 0, 1); ms += 13 * 3_600_000) {
      const parts = new Intl.DateTimeFormat('en-GB', {
        timeZone: 'Asia/Kolkata',
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
      });
      expect(isoDay(ms)).toBe(parts.format(ms).split('/').reverse().join('-'));
    }
  });

  test.each([
    [Date.UTC(2026, 2, 31, 18, 29), '2025-26'],
    [Date.UTC(2026, 2, 31, 18, 30), '2026-27'],
    [Date.UTC(2027, 0, 5), '2026-27'],
    [Date.UTC(2099, 5, 1), '2099-00'],
  ])('the financial year of %d is %s', (ms, year) => expect(financialYear(ms)).toBe(year));

  test('a day begins at midnight in India', () => {
    expect(startOfDay(Date.UTC(2026, 10, 20, 6, 30))).toBe(Date.UTC(2026, 10, 19, 18, 30));
    expect(startOfDay(Date.UTC(2026, 10, 19, 18, 30))).toBe(Date.UTC(2026, 10, 19, 18, 30));
  });
});
