import { expect, test } from 'vitest';
import { mayConfirm, type StatementLine, withheldOf } from './statement.ts';

const lineOf = (read: boolean, chained: boolean, contradicted: boolean, accountTail: string | null) =>
  ({ read, chained, contradicted, accountTail }) as StatementLine;
const OWN = [{ tail: '1111' }, { tail: '4417' }];

test.each([
  // title, read, chained, contradicted, tail, may
  ['read, without a gap', true, true, false, null, true],
  ['not read', false, true, false, '4417', false],
  ['with a gap', true, false, false, null, false],
  ['of an own account, with a gap', true, false, false, '4417', true],
  ['of an own account shown by three digits', true, false, false, '417', true],
  ['of an own account shown by more', true, false, false, '884417', true],
  ['of an own account, contradicted', true, false, true, '4417', false],
  ['of another account', true, false, false, '9999', false],
  ['of an account of no digits', true, false, false, '', false],
] as const)('a line may confirm: %s', (_, read, chained, contradicted, tail, may) =>
  expect(mayConfirm(lineOf(read, chained, contradicted, tail), OWN)).toBe(may),
);

test('an own account without digits is nobody', () =>
  expect(mayConfirm(lineOf(true, false, false, '4417'), [{ tail: '' }])).toBe(false));

test.each([
  ['unknown layout', null, [lineOf(true, true, false, null)], 'layout'],
  ['no line that is read', 'SBI', [lineOf(false, false, false, null)], null],
  ['no line that may confirm', 'SBI', [lineOf(true, false, false, null)], 'gap'],
  ['one that may', 'SBI', [lineOf(true, false, false, null), lineOf(true, true, false, null)], null],
] as const)('why a statement confirms nothing: %s', (_, bank, lines, why) =>
  expect(withheldOf({ bank, lines: [...lines] }, [])).toBe(why),
);
