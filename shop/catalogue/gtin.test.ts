import { expect, test } from 'vitest';
import { gtinFault } from './gtin.ts';

test.each([
  ['8901030865237'],
  ['4006381333931'],
  // UPC of 12 digits, EAN of 8, a carton of 14.
  ['036000291452'],
  ['96385074'],
  ['18901030865234'],
])('%s is a GTIN', (gtin) => {
  expect(gtinFault(gtin)).toBeNull();
});

test.each([
  ['', 'digits'],
  ['890103086523', 'typing error'],
  ['8901030865238', 'typing error'],
  // Two digits in each other's place.
  ['8901030856237', 'typing error'],
  ['89010308652', 'digits'],
  ['890103086523X', 'digits'],
  ['८९०१०३०८६५२३७', 'digits'],
  ['2000000000008', 'inside one shop'],
  ['200000000004', 'inside one shop'],
  ['0200000000004', 'inside one shop'],
  ['9800000000007', 'inside one shop'],
  ['00000000', 'inside one shop'],
])('%s is none', (gtin, why) => {
  expect(gtinFault(gtin)).toContain(why);
});
