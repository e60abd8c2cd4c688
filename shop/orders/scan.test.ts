import { expect, test } from 'vitest';
import { ORDER_STATUSES } from './order-status.ts';
import { packingFault, scannedOrder } from './scan.ts';

test.each([
  ['ORD1795113600037', 'ORD1795113600037'],
  ['ord1795113600037\r\n', 'ORD1795113600037'],
  [' #ORD 1795113600037 ', 'ORD1795113600037'],
  ['\u200eORD1795113600037', 'ORD1795113600037'],
  ['AWB1490812345678', null],
  ['1795113600037', null],
  ['ORD12', null],
  ['', null],
])('a scan of %o is the order %s', (text, number) => expect(scannedOrder(text)).toBe(number));

test('only paid orders that have not been sent are packed', () => {
  const packed = ORDER_STATUSES.filter((status) => packingFault({ status, paid: 'completed' }) === null);
  expect(packed).toEqual(['draft', 'pending', 'confirmed', 'processing']);
  for (const status of ORDER_STATUSES) {
    for (const paid of ['pending', 'failed'] as const) expect(packingFault({ status, paid })).toMatch(/^Do not pack/);
  }
});
