import { expect, test } from 'vitest';
import { takeAt } from './slots.ts';

const amountOf = (text: string) => takeAt('amount', text, 0, '2026-12-01')?.value;

test.each([
  ['Rs..60', 60],
  ['Rs..6 Credited', 60],
  ['Rs. .50', 50],
  ['Rs.60', 6000],
  ['Rs. 60', 6000],
  ['Rs.60.50', 6050],
])('%s is %d paise', (text, paise) => expect(amountOf(text)).toBe(paise));

test.each(['CRADJ', 'REV', 'RVSL', 'TCC', 'DRC', 'RET', 'RETURN', 'REFUND', 'CBK', 'DR', 'FAILED'])(
  '%s in a path is no bank',
  (word) => expect(takeAt('code', `${word}/632242200033/`, 0, '2026-12-01')).toBeNull(),
);

test.each(['AXIS', 'FDRL', 'IPOS', 'DRBK'])('%s may be one', (word) =>
  expect(takeAt('code', `${word}/632242200033/`, 0, '2026-12-01')?.end).toBe(4),
);

test.each([
  ['28 Nov', '2026-11-28', '2026-11-28'],
  ['29 Nov', '2026-11-28', '2026-11-29'],
  ['30 Nov', '2026-11-28', '2025-11-30'],
  ['01 Jan', '2026-12-31', '2027-01-01'],
  ['31 Dec', '2027-01-01', '2026-12-31'],
])('%s in a message that a phone received on %s is %s: its clock may be late', (text, receivedDay, day) =>
  expect(takeAt('date', text, 0, receivedDay)?.value).toBe(day),
);
