import { describe, expect, test } from 'vitest';
import { ProofSettings } from '../../settings/proof.ts';
import { type CreditSource, sameAccount } from './credit.ts';
import { joinReport, type KnownCredit, type Report, turnsAside } from './join.ts';
import {
  type CreditFacts,
  differsInOneDigit,
  matchCredit,
  type OrderFacts,
  type SourceFacts,
  suggestOrder,
} from './match.ts';
import { isDayOfUtr } from './utr.ts';

const UTR = '632400000001';
/** Reports of the credit, each with its UTR. */
const from = (...sources: CreditSource[]): SourceFacts[] =>
  sources.map((source) => ({ source, refs: [UTR], noteOrder: null, mayConfirm: true, at: 1 }));
const credit = (given: Partial<CreditFacts> = {}): CreditFacts => ({
  id: 'crd_1',
  amount: 29_900,
  day: '2026-11-20',
  refs: [UTR],
  account: '6298',
  bank: 'HDFC',
  payer: 'Ananya',
  status: 'open',
  unmatched: false,
  sources: from('statement'),
  at: 0,
  minute: null,
  ...given,
});
const order = (given: Partial<OrderFacts> = {}): OrderFacts => ({
  orderNumber: 'ORD1',
  total: 29_900,
  utr: UTR,
  name: 'Ananya Iyer',
  status: 'pending',
  payment: 'pending',
  paid: null,
  decidedAt: null,
  proven: false,
  unknownItem: false,
  created: '2026-11-20',
  lapsed: false,
  paymentCode: 0,
  ...given,
});
const [LINE, PASTED] = from('statement', 'text') as [SourceFacts, SourceFacts];
const FAILED = { payment: 'failed', decidedAt: 2 } as const;
const rules = (given: object = {}) => ProofSettings.parse(given);
const confirm = { policy: 'confirm', limitPerOrder: null, limitPerDay: null };

describe('what a credit proves', () => {
  test.each<[string, Partial<CreditFacts>, Partial<OrderFacts>, string, string]>([
    ['reference, amount and date', {}, {}, 'confirm', 'exact'],
    ['a date 30 days later', { day: '2026-12-20' }, {}, 'confirm', 'exact'],
    ['a date 31 days later', { day: '2026-12-21' }, {}, 'review', 'date_differs'],
    ['the day before', { day: '2026-11-19' }, {}, 'confirm', 'exact'],
    ['two days before', { day: '2026-11-18' }, {}, 'review', 'date_differs'],
    ['no date', { day: '' }, {}, 'review', 'date_differs'],
    ['a paisa more', { amount: 29_901 }, {}, 'review', 'amount_differs'],
    ['a paisa less', { amount: 29_899 }, {}, 'review', 'amount_differs'],
    ['an order that another credit proves', {}, { payment: 'completed', proven: true }, 'review', 'already_paid'],
    ['an order that staff accepted', {}, { payment: 'completed' }, 'none', 'already_paid'],
    ['… with another amount', { amount: 1 }, { payment: 'completed' }, 'review', 'already_paid'],
    ['an order whose payment was not found', {}, { payment: 'failed' }, 'confirm', 'exact'],
    ['… found in the bank before', {}, { payment: 'failed', decidedAt: 1 }, 'suggest', 'not_received'],
    ['… and found since', {}, { payment: 'failed', decidedAt: 0 }, 'confirm', 'exact'],
    [
      '… and since in a pasted text',
      { sources: [...from('statement'), { ...PASTED, at: 3 }] },
      FAILED,
      'suggest',
      'pasted',
    ],
    [
      'the amount that staff accepted',
      { amount: 30_000 },
      { payment: 'completed', paid: 30_000 },
      'none',
      'already_paid',
    ],
    ['the total, where staff accepted more', {}, { payment: 'completed', paid: 30_000 }, 'review', 'already_paid'],
    ['a statement line that names no UTR', { sources: [{ ...LINE, refs: [] }, PASTED] }, {}, 'suggest', 'pasted'],
    ['a statement line of another UTR', { sources: [{ ...LINE, refs: ['x'] }, PASTED] }, {}, 'suggest', 'pasted'],
    ['a report of an earlier version', { sources: [{ ...LINE, refs: null }] }, {}, 'confirm', 'exact'],
    ['an item that the shop does not sell', {}, { unknownItem: true }, 'review', 'unknown_item'],
    ['a cancelled order', {}, { status: 'cancelled' }, 'review', 'cancelled'],
    ['a returned order', {}, { status: 'returned' }, 'review', 'cancelled'],
    ['a reversed credit', { status: 'reversed' }, {}, 'none', 'reversed'],
    ['a dismissed credit', { status: 'dismissed' }, {}, 'none', 'dismissed'],
    ['a conflict', { status: 'conflict' }, {}, 'review', 'conflict'],
    ['a credit of another order', { status: 'matched' }, {}, 'none', 'matched'],
    ['a credit that a person took off', { unmatched: true }, {}, 'suggest', 'unmatched'],
    ['a pasted text only', { sources: from('text') }, {}, 'suggest', 'pasted'],
    ['an SMS without an own account', { sources: from('sms') }, {}, 'suggest', 'no_account'],
    ['an SMS, then a statement', { sources: from('sms', 'statement') }, {}, 'confirm', 'exact'],
  ])('with %s', (_title, given, about, decision, reason) => {
    expect(matchCredit(credit(given), [order(about)], rules())).toMatchObject({ decision, reason });
  });

  test('with an SMS under the default policy', () => {
    const accounts = [{ bank: 'HDFC', tail: '6298' }];
    const given = credit({ sources: from('sms'), account: '6298', bank: 'HDFC' });
    expect(matchCredit(given, [order()], rules({ accounts }))).toMatchObject({ decision: 'suggest', reason: 'policy' });
  });

  test.each([
    [298, 0, 'suggest', 'limit_per_order'],
    [299, 0, 'confirm', 'exact'],
    [null, 0, 'confirm', 'exact'],
    [0, 0, 'suggest', 'limit_per_order'],
  ])('an order of ₹299 with a limit of %s', (limitPerOrder, _today, decision, reason) => {
    const limited = rules({ sources: { statement: { ...confirm, limitPerOrder } } });
    expect(matchCredit(credit(), [order()], limited)).toMatchObject({ decision, reason });
  });

  test('the limit of the day counts what the source has confirmed', () => {
    const limited = rules({ sources: { statement: { ...confirm, limitPerDay: 598 } } });
    const decide = (statement: number) => matchCredit(credit(), [order()], limited, { statement }).reason;
    expect([decide(0), decide(29_900), decide(29_901)]).toEqual(['exact', 'exact', 'limit_per_day']);
  });

  test('two orders with the UTR, and no order', () => {
    expect(matchCredit(credit(), [order(), order({ orderNumber: 'ORD2' })], rules()).reason).toBe('several_orders');
    expect(matchCredit(credit(), [], rules())).toEqual({ decision: 'none', orderNumber: null, reason: 'no_order' });
  });

  test.each([
    ['6298', 'HDFC', 'confirm'],
    ['298', 'HDFC', 'confirm'],
    ['6299', 'HDFC', 'review'],
    [null, 'HDFC', 'confirm'],
    [null, 'SBI', 'review'],
    [null, null, 'confirm'],
  ])('own account 6298 of HDFC, credit of %s at %s', (account, bank, decision) => {
    const own = rules({ accounts: [{ bank: 'HDFC Bank', tail: '6298' }] });
    expect(matchCredit(credit({ account, bank }), [order()], own).decision).toBe(decision);
  });

  test.each([
    ['Bank of Baroda', 'BOB', 'confirm'],
    ['State Bank of India', 'SBI', 'confirm'],
    ['Punjab National Bank', 'PNB', 'confirm'],
    ['Punjab National Bank', 'SBI', 'review'],
    ['My village bank', 'SBI', 'review'],
  ])('an account of %s, credit at %s without account number', (written, bank, decision) => {
    const own = rules({ accounts: [{ bank: written, tail: '6298' }] });
    expect(matchCredit(credit({ account: null, bank }), [order()], own).decision).toBe(decision);
  });
});

describe('a suggestion', () => {
  test.each<[string, Partial<CreditFacts>, Partial<OrderFacts>[], string | null, string]>([
    ['one digit differs', { refs: ['632400000002'] }, [{}], 'ORD1', 'digit_differs'],
    ['the same amount', { refs: [] }, [{ utr: null }], 'ORD1', 'same_amount'],
    [
      'the payer’s name',
      { refs: [], payer: 'IYER A' },
      [{ name: 'Ravi' }, { orderNumber: 'ORD2' }],
      'ORD2',
      'same_amount',
    ],
    ['the latest before the credit', { refs: [], payer: null }, [{}, { orderNumber: 'ORD2' }], 'ORD2', 'same_amount'],
    ['another amount', { refs: [] }, [{ total: 1 }], null, 'no_order'],
    ['an order with another UTR', { refs: ['632499999999'] }, [{}], null, 'no_order'],
    ['a paid order', { refs: [] }, [{ payment: 'completed' }], null, 'no_order'],
  ])('by %s', (_title, given, orders, orderNumber, reason) => {
    const match = suggestOrder(credit(given), orders.map(order));
    expect(match).toMatchObject({ orderNumber, reason, decision: orderNumber ? 'suggest' : 'none' });
  });

  test.each([
    ['632400000001', '632400000002', true],
    ['632400000012', '632400000021', true],
    ['632400000001', '632400000001', false],
    ['632400000001', '632400000032', false],
    ['632400000001', '63240000001', false],
  ])('%s and %s differ in one digit: %s', (one, other, differs) => {
    expect(differsInOneDigit(one, other)).toBe(differs);
  });
});

describe('joining reports', () => {
  const report = (given: Partial<Report> = {}): Report => ({
    source: 'sms',
    fingerprint: 'f1',
    importId: '',
    amount: 29_900,
    day: '2026-11-20',
    minute: 600,
    rrn: UTR,
    refs: [UTR],
    account: '6298',
    returned: false,
    mayConfirm: true,
    ...given,
  });
  const known = (given: Partial<KnownCredit> = {}, sources: Partial<Report>[] = [{}]): KnownCredit => ({
    id: 'crd_1',
    status: 'open',
    amount: 29_900,
    day: '2026-11-20',
    minute: 600,
    rrn: UTR,
    refs: [UTR],
    account: '6298',
    flags: [],
    sources: sources.map(report),
    ...given,
  });
  const bare = { rrn: null, refs: [] };
  /** A statement line, which has no time. */
  const line = { source: 'statement' as const, fingerprint: 'f2', importId: 'a', minute: null };

  test.each<[string, Partial<Report>, KnownCredit[], string]>([
    ['nothing known', {}, [], 'new'],
    ['the same message again', {}, [known()], 'repeat'],
    ['another SMS with the reference', { fingerprint: 'f2' }, [known()], 'repeat'],
    ['a mail with the reference', { source: 'email', fingerprint: 'f2' }, [known()], 'join'],
    ['the reference with another amount', { fingerprint: 'f2', amount: 30_000 }, [known()], 'conflict'],
    ['… that an undone credit has', { fingerprint: 'f2', amount: 30_000 }, [known({ status: 'undone' }, [])], 'new'],
    ['an undone credit again', {}, [known({ status: 'undone' }, [])], 'join'],
    [
      'an undone credit again, of which another amount is known',
      { fingerprint: 'f2' },
      [known({ status: 'undone' }, []), known({ id: 'crd_2', amount: 30_000 })],
      'conflict',
    ],
    ['a second reference of a line', { source: 'statement', refs: ['7', UTR] }, [known()], 'join'],
    [
      'the line in a second import',
      { source: 'statement', importId: 'b' },
      [known({}, [{ source: 'statement', importId: 'a' }])],
      'join',
    ],
    [
      'the line in the same import',
      { source: 'statement', importId: 'a' },
      [known({}, [{ source: 'statement', importId: 'a' }])],
      'repeat',
    ],
    ['a mail without reference in the minute', { ...bare, source: 'email', fingerprint: 'f2' }, [known()], 'join'],
    ['… of another minute', { ...bare, source: 'email', fingerprint: 'f2', minute: 601 }, [known()], 'new'],
    ['… without a time', { ...bare, source: 'email', fingerprint: 'f2', minute: null }, [known()], 'join'],
    ['… of another account', { ...bare, source: 'email', fingerprint: 'f2', account: '1111' }, [known()], 'new'],
    ['… of another day', { ...bare, source: 'email', fingerprint: 'f2', day: '2026-11-21' }, [known()], 'new'],
    ['… of another amount', { ...bare, source: 'email', fingerprint: 'f2', amount: 1 }, [known()], 'new'],
    ['two SMS without reference in one minute', { ...bare, fingerprint: 'f2' }, [known(bare)], 'new'],
    ['another reference', { source: 'email', fingerprint: 'f2', rrn: '9', refs: ['9'] }, [known()], 'new'],
    ['a line without reference and time', { ...bare, ...line }, [known()], 'new'],
    ['… beside a mail without a reference', { ...bare, ...line }, [known(bare, [{ source: 'email' }])], 'join'],
    ['… beside one that was set aside', { ...bare, ...line }, [known({ ...bare, status: 'dismissed' })], 'new'],
    ['… beside an undone one', { ...bare, ...line }, [known({ ...bare, minute: null, status: 'undone' }, [])], 'join'],
    ['a line without reference in the minute', { ...bare, ...line, minute: 600 }, [known()], 'join'],
    ['a line with reference beside an SMS without', line, [known(bare)], 'join'],
    ['… beside one that was set aside', line, [known({ ...bare, status: 'dismissed' })], 'new'],
    ['… beside one that was taken back', line, [known({ ...bare, status: 'reversed' })], 'new'],
    ['an SMS beside a line without reference', {}, [known({ ...bare, minute: null }, [line])], 'new'],
    ['a mail in the minute of one set aside', { ...bare, source: 'email' }, [known({ status: 'dismissed' })], 'join'],
    [
      'a mail in the minute of an own payment that came back',
      { ...bare, source: 'email' },
      [known({ ...bare, status: 'dismissed', flags: ['returned'] })],
      'new',
    ],
    ['an own payment that came back, without reference', { ...bare, ...line, returned: true }, [known(bare)], 'new'],
    ['… with the reference of a known credit', { ...line, returned: true }, [known()], 'join'],
  ])('%s', (_title, given, credits, kind) => {
    expect(joinReport(report(given), credits).kind).toBe(kind);
  });

  test.each<[string, Partial<KnownCredit>, boolean]>([
    ['an open credit', {}, true],
    ['an undone one', { status: 'undone' }, true],
    ['one that staff have set aside', { status: 'dismissed' }, true],
    ['one of a conflict', { status: 'conflict' }, true],
    ['one that staff have opened again', { flags: ['unmatched'] }, false],
    ['one that proves an order', { status: 'matched' }, false],
    ['one that the bank has taken back', { status: 'reversed' }, false],
    ['one that is known to have come back', { status: 'dismissed', flags: ['returned'] }, false],
  ])('as an own payment that came back sets %s aside: %#', (_title, given, turns) => {
    expect(turnsAside(report({ returned: true }), known(given))).toBe(turns);
    expect(turnsAside(report(), known(given))).toBe(false);
  });

  test.each([
    ['298', '6298', true],
    ['6298', '298', true],
    ['6298', '1298', false],
    [null, '6298', true],
  ])('tails %s and %s can be one account: %s', (one, other, same) => {
    expect(sameAccount(one, other)).toBe(same);
  });
});

describe('the day in a UTR', () => {
  const at = Date.UTC(2026, 10, 20, 6, 30);
  test.each([
    ['632400000001', true],
    ['632300000001', true],
    ['632100000001', false],
    ['635400000001', true],
    ['635500000001', false],
    ['532400000001', false],
    ['AXIB0000632400001', true],
    ['6324', true],
  ])('%s fits the 20th of November 2026 (day 324): %s', (utr, fits) => {
    expect(isDayOfUtr(utr, at)).toBe(fits);
  });
});
