import { expect, test } from 'vitest';
import { dateAt, timeAt } from './dates.ts';

test.each([
  ['10:11', 5, '10:11'],
  ['10:11:12 IST', 12, '10:11:12'],
  ['10:11:12.123456 hrs.', 19, '10:11:12'],
  ['9:05', 4, '09:05'],
  ['09.46', 5, '09:46'],
  ['9.46.10', 7, '09:46:10'],
  ['9.46 pm', 7, '21:46'],
  ['11:59 PM', 8, '23:59'],
  ['12:05 p.m. today', 10, '12:05'],
  ['12:05 am', 8, '00:05'],
  ['11:05 am', 8, '11:05'],
  ['00:05', 5, '00:05'],
])('the time %s', (text, end, value) => expect(timeAt(text, 0)).toEqual({ end, value }));

test.each([
  ['an amount', '9.46'],
  ['a longer number', '10:111'],
  ['four numbers', '10:11:12:13'],
  ['no such hour', '24:00'],
  ['no such minute', '10:60'],
  ['a word', 'noon'],
])('%s is no time: %s', (_, text) => expect(timeAt(text, 0)).toBeNull());

test.each([
  ['17-11-26', 8, '2026-11-17'],
  ['17/11/2026', 10, '2026-11-17'],
  ['2026-11-17', 10, '2026-11-17'],
  ['17-Nov-2026', 11, '2026-11-17'],
  ['17th of November 2026', 21, '2026-11-17'],
  ['Nov 17, 2026', 12, '2026-11-17'],
  ['171126', 6, '2026-11-17'],
  ['29-02-28', 8, '2028-02-29'],
])('the date %s', (text, end, value) => expect(dateAt(text, 0, '')).toEqual({ end, value }));

test.each([
  ['no such day', '31-02-2026'],
  ['no such month', '11-17-2026'],
  ['29 February of another year', '29-02-2027'],
  ['no year, and nobody knows when it was received', '17 Nov'],
  ['a number', '17'],
])('%s is no date: %s', (_, text) => expect(dateAt(text, 0, '')).toBeNull());

test('neither begins within a number', () => {
  expect([dateAt('117-11-26', 1, ''), timeAt('110:11', 1)]).toEqual([null, null]);
  expect([dateAt('x17-11-26', 1, '')?.value, timeAt('x10:11', 1)?.value]).toEqual(['2026-11-17', '10:11']);
});
