import type * as English from '../en/money.ts';

// A narrow tile breaks the line after the slash.
const UNITS = { '100 g': '\u200b100\u00a0ग्रॅम', kg: '\u200bकिलो', g: '\u200bग्रॅम' };

export const perUnit: typeof English.perUnit = (price, unit) => `${price}/${UNITS[unit]}`;
