import { expect, test } from 'vitest';
import { parseTemplate } from '../grammar.ts';
import type { Wording } from './layouts.ts';
import { readNarration, saysBack } from './narration.ts';

const A = '630829814940';
const B = '631058251507';
const wordingOf = (text: string, channel: Wording['channel'] = 'upi', side: Wording['side'] = 'in'): Wording => ({
  text,
  parts: parseTemplate(text),
  channel,
  side,
});
const WORDINGS = [
  wordingOf('UPI/CR/{rrn}/{payer}/{vpa}/{note}'),
  wordingOf('UPI/DR/{rrn}/{payer}', 'upi', 'out'),
  wordingOf('IMPS/{rrn}/{payer}', 'imps', 'both'),
  wordingOf('NEFT-{ref}-{payer} {time}', 'neft'),
];
const read = (texts: string[], own: string | null = null, wordings = WORDINGS) =>
  readNarration(texts, { wordings }, 'credit', own);

test('a narration says who paid, how and when', () => {
  const none = { ref: null, time: null, payerVpa: null, note: null };
  expect(read([`UPI/CR/${A}/RAVI/Ravi@OK/tea`])).toEqual({
    ...none,
    channel: 'upi',
    rrn: A,
    payerName: 'RAVI',
    payerVpa: 'ravi@ok',
    note: 'tea',
  });
  expect(read([`UPI/CR/${A}/RAVI/ravi_ok/tea`])?.payerVpa).toBeNull();
  expect(read(['NEFT-exmpn52026111234-RAVI 18:16:09'])).toEqual({
    ...none,
    channel: 'neft',
    rrn: null,
    ref: 'EXMPN52026111234',
    time: '18:16:09',
    payerName: 'RAVI',
  });
});

test.each([
  ['of its own side', 'credit', `UPI/CR/${A}/RAVI/r@ok/`, A],
  ['of the other side', 'credit', `UPI/DR/${A}/RAVI`, null],
  ['of its own side, out', 'debit', `UPI/DR/${A}/RAVI`, A],
  ['of the other side, out', 'debit', `UPI/CR/${A}/RAVI/r@ok/`, null],
  ['of both sides', 'credit', `IMPS/${A}/RAVI`, A],
  ['of both sides, out', 'debit', `IMPS/${A}/RAVI`, A],
  ['of no known wording', 'credit', `PAID ${A} RAVI`, null],
] as const)('a wording %s', (_, direction, text, rrn) =>
  expect(readNarration([text], { wordings: WORDINGS }, direction, null)?.rrn ?? null).toBe(rrn),
);

const LOOSE = [wordingOf('UPI/{rrn}/{note}'), wordingOf('UPI/{note}/{rrn}')];
const OTHER_CHANNEL = [wordingOf('UPI/{rrn}/{note}'), wordingOf('UPI/{note}/{rrn}', 'imps')];
const PAYER = [wordingOf('UPI/{rrn}/{payer}'), wordingOf('UPI/{note}/{rrn}')];

test.each([
  // title, narration, own, wordings, rrn
  ['the number of the column', [`UPI/CR/${A}/RAVI/r@ok/`], A, WORDINGS, A],
  ['a number that contradicts it', [`UPI/CR/${A}/RAVI/r@ok/`], B, WORDINGS, null],
  ['two numbers, of which the payer wrote one', [`UPI/${A}/${B}`], null, LOOSE, null],
  ['two numbers, of which the column tells the first', [`UPI/${A}/${B}`], A, LOOSE, A],
  ['two numbers, of which the column tells the second', [`UPI/${A}/${B}`], B, LOOSE, B],
  ['two numbers, and the column has a third', [`UPI/${A}/${B}`], '632400000001', LOOSE, null],
  ['two ways, of which one has a number for a name', [`UPI/${A}/${B}`], null, PAYER, null],
  ['two channels, of which the column tells one', [`UPI/${A}/${B}`], A, OTHER_CHANNEL, A],
  ['two channels', [`UPI/${A}/x`], null, [...LOOSE, wordingOf('UPI/{rrn}/{note}', 'imps')], null],
  ['two rows that agree', [`UPI/${A}/tea`, `UPI/${A}/t ea`], null, LOOSE, A],
  ['two rows that do not', [`UPI/${A}/tea`, `UPI/${B}/tea`], null, LOOSE, null],
  ['one of two rows', [`UPI/${A}/tea`, `UPI/${A.slice(0, 6)} ${A.slice(6)}/tea`], null, LOOSE, A],
  ['money that goes back', [`UPI/${A}/CRADJ`], null, LOOSE, null],
  ['a text made to confuse', [`UPI/${'/'.repeat(900)}`], null, [wordingOf('UPI/{note}/{note}/{payer}')], null],
] as const)('reads %s', (_, texts, own, wordings, rrn) =>
  expect(read([...texts], own, [...wordings])?.rrn ?? null).toBe(rrn),
);

test('what cannot be read is null', () => {
  expect(read(['X'])).toBeNull();
  expect(read([`UPI/${A}/${B}`], null, LOOSE)).toBeNull();
  expect(read([`UPI/${'/'.repeat(900)}`], null, [wordingOf('UPI/{note}/{note}/{payer}')])).toBeNull();
});

test.each([
  `UPI/REV/${A}/RAVI`,
  `UPI/CRADJ/${A}`,
  `REV-UPI/${A}/RAVI`,
  `REVERSAL OF UPI ${A}`,
  `UPI/${A}/REVERSAL OF CREDIT`,
  `UPI/${A}//REVERSAL OF CREDIT`,
  '//REV',
  `CHARGEBACK ${A}`,
])('%s says that money goes back', (text) => expect(saysBack(text)).toBe(true));

test.each([
  `UPI/CR/${A}/RAVI/REV`,
  `UPI/RAVI/REV/${A}`,
  `UPI/${A}/REV`,
  `UPI/${A}/REVERSAL`,
  `UPI/REV RAVI/${A}`,
  `RAVI/REVERSAL OF CREDIT`,
  `UPI/RAVI REVERSAL OF CREDIT/${A}`,
  `UPI/${A}/REVERSAL OF RAVI`,
  `REVATHI/UPI/${A}`,
  'UPI/CR',
  '',
])('%s does not: a payer may write it', (text) => expect(saysBack(text)).toBe(false));
