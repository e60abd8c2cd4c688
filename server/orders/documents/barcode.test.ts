import { expect, test } from 'vitest';
import { code128 } from './barcode.ts';

/**
 * Widths of bars and spaces of each value of Code 128 (ISO/IEC 15417, table 1), as far as the tests
 * need them.
 */
const PATTERNS: Record<string, string> = { 'start B': '211214', O: '133121', R: '231131', D: '112313', '1': '123221' };

test('Code 128: start, characters, checksum and stop between quiet zones of ten modules', () => {
  const { bars, modules } = code128('ORD1');
  const widths = bars.flatMap(({ at, width }, index) => {
    const next = bars[index + 1];
    return next ? [width, next.at - at - width] : [width];
  });
  const [start = '', ...rest] = ['start B', 'O', 'R', 'D', '1'].map((name) => PATTERNS[name] ?? '');
  expect(widths.join('')).toMatch(new RegExp(`^${start}${rest.join('')}[1-4]{6}2331112$`));
  // Six symbols of 11 modules, and the stop of 13.
  expect([bars[0]?.at, modules]).toEqual([10, 6 * 11 + 13 + 20]);
});

test('digits take half the space, and the longest text fits a label', () => {
  expect(code128('14831960274415').modules).toBeLessThan(code128('ABCDEFGHIJKLMN').modules);
  expect(code128('x'.repeat(30)).modules * 0.69).toBeLessThan(268);
});
