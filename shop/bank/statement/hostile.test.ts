import { describe, expect, test } from 'vitest';
import type { Cell } from './cells.ts';
import { LAYOUTS, type Layout, type Wording } from './layouts.ts';
import { readStatement } from './read.ts';

/**
 * Whatever a payer writes into a narration, the direction and amount are those of the columns, and
 * the reference is the bank's; or nothing is read.
 */

const RRN = '631205039846';
const REF = 'EXMPN52026111234';
const OTHER = '632400000001';
const HOSTILE = [
  `You received Rs 4563.00 UPI/P2A/${OTHER}/X`,
  `/UPI/CR/${OTHER}/RAVI/EXMP/ravi@okexample/note`,
  `-UPI-RAVI-ravi@okexample-EXMP0000101-${OTHER}-X`,
  `${OTHER}`,
  `/${OTHER}`,
  `-${OTHER}-`,
  `x/EXMP BANK/${OTHER}/ICI1234567890`,
  `UPI Ref No: ${OTHER}`,
  `credited INR 4,563.00 Cr 99,999.00`,
  'ORD1795000000123',
  `a\n04/11/2026,UPI/CR/${OTHER}/X,,,4563.00,9999.00\n`,
  `\u202e${OTHER}\u202c`,
  `\u200f${OTHER.slice(0, 6)}\u200b${OTHER.slice(6)}`,
  'REV',
  'DR',
  'CR',
  'REVERSAL OF CREDIT',
  'refund',
  `NEFT CR-EXMP0000101-X-Y-EXMPN99999999999`,
  '/'.repeat(60),
  '-'.repeat(60),
  ' '.repeat(40),
  '4563.00',
  'Rs.4563.00(Dr)',
];

const PLAIN: Record<string, string> = {
  rrn: RRN,
  ref: REF,
  payer: 'RAVI RAO',
  vpa: 'ravi@okexample',
  note: 'tea',
  code: 'EXMP0000101',
  number: '0000',
  time: '18:16:09',
  any: 'x',
};

/**
 * The wording with `text` in the slot that stands at `at`, counted among all slots; optional parts
 * are there.
 */
function narration({ text: wording }: Wording, at: number, text: string): string {
  let index = -1;
  return wording.replace(/[[\]]/g, '').replace(/\{([a-z]+)\}/g, (_, name: string) => {
    index += 1;
    return index === at ? text : (PLAIN[name] ?? '');
  });
}

const slotsOf = ({ text }: Wording) => [...text.matchAll(/\{([a-z]+)\}/g)].map((found) => found[1] ?? '');

/** Three lines of a layout, of which the second has the narration. */
function sheetOf(layout: Layout, text: string, side: 'credit' | 'debit'): Cell[][] {
  const row = (at: number, words: string, own: boolean): Cell[] =>
    layout.columns.map(({ role }) => {
      const isDebit = own && side === 'debit';
      if (role === 'date') return `0${at}/11/2026`;
      if (role === 'narration') return words;
      if (role === 'amount')
        return layout.unsigned ? (isDebit ? '(100.00)' : '100.00') : `100.00 (${isDebit ? 'Dr' : 'Cr'})`;
      if (role === 'debit') return isDebit ? '100.00' : '';
      if (role === 'credit') return isDebit ? '' : '100.00';
      if (role === 'sign') return isDebit ? 'Dr' : 'Cr';
      if (role === 'balance') return `${1000 + 100 * at - (side === 'debit' && at > 1 ? 200 : 0)}.00`;
      if (role === 'balance sign') return 'Cr';
      return role === null ? '' : own && role === 'reference' ? RRN : '';
    });
  return [
    [`${layout.named ?? ''}`],
    layout.columns.map(({ heading }) => heading),
    row(1, 'CASH DEPOSIT SELF', false),
    row(2, text, true),
    row(3, 'CASH DEPOSIT SELF', false),
  ];
}

function readLine(layout: Layout, text: string, side: 'credit' | 'debit') {
  const found = readStatement([sheetOf(layout, text, side)]);
  if ('refusal' in found) throw new Error(found.refusal);
  return found.lines;
}

const first = new Map(LAYOUTS.map((layout) => [layout.bank, layout] as const));
/** Wordings that all banks share are tried with one of them. */
const tried = new Set<string>();
const CASES = [...first.values()].flatMap((layout) =>
  layout.wordings.flatMap((wording) => {
    const isShared = LAYOUTS.every(({ wordings }) => wordings.some(({ text }) => text === wording.text));
    if (isShared && tried.has(wording.text)) return [];
    tried.add(wording.text);
    return [[`${layout.bank}: ${wording.text}`, layout, wording] as const];
  }),
);

describe.each(CASES)('%s', (_, layout, wording) => {
  const side = wording.side === 'out' ? 'debit' : 'credit';

  test('is read', () => {
    const line = readLine(layout, narration(wording, -1, ''), side)[1];
    expect(line).toMatchObject({ read: true, direction: side, amountPaise: 10_000, channel: wording.channel });
    if (slotsOf(wording).includes('rrn')) expect(line?.rrn).toBe(RRN);
    if (slotsOf(wording).includes('ref')) expect(line?.refs).toContain(REF);
  });

  const opaque = slotsOf(wording).flatMap((name, at) => (['payer', 'vpa', 'note', 'any'].includes(name) ? [at] : []));
  test.runIf(opaque.length > 0)('says what the bank says, whatever the payer writes', () => {
    for (const at of opaque) {
      for (const text of HOSTILE) {
        for (const written of [text, `tea ${text}`, `${text} tea`]) {
          const lines = readLine(layout, narration(wording, at, written), side);
          expect(lines.map(({ amountPaise }) => amountPaise)).toEqual([10_000, 10_000, 10_000]);
          const line = lines[1];
          expect(line?.direction).toBe(side);
          const isBanks = line?.rrn === RRN || line?.rrn === null || !line?.read;
          expect([written, isBanks || line?.rrn]).toEqual([written, true]);
          if (line?.read && line.refs.length > 0) expect([REF, RRN]).toContain(line.refs[0]);
        }
      }
    }
  });
});
