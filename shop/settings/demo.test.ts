import { expect, test } from 'vitest';
import { type DemoReason, type DemoRecord, planRemoval, same, withoutDemo } from './demo.ts';

const record = (
  kind: DemoRecord['kind'],
  id: string,
  reason: DemoReason | null = null,
  needs: DemoRecord['needs'] = [],
): DemoRecord => ({ kind, id, name: id, reason, needs });

const nuts = { kind: 'category', id: 'nuts' } as const;
const almonds = { kind: 'product', id: 'almonds' } as const;

test.each<[string, DemoRecord[], string[], [string, string][]]>([
  [
    'nothing was used',
    [record('category', 'nuts'), record('product', 'almonds', null, [nuts])],
    ['nuts', 'almonds'],
    [],
  ],
  [
    'an edited record',
    [record('message', 'a', 'edited'), record('message', 'b')],
    ['b'],
    [['a', 'You have changed it.']],
  ],
  [
    'what it needs, over two steps',
    [
      record('category', 'nuts'),
      record('product', 'almonds', null, [nuts]),
      record('order', 'ORD1', 'papers', [almonds]),
    ],
    [],
    [
      ['nuts', 'almonds needs it.'],
      ['almonds', 'ORD1 needs it.'],
      ['ORD1', 'It has an invoice, a refund, a replacement or a bank credit.'],
    ],
  ],
  [
    'its own reason before that of another',
    [record('product', 'almonds', 'ordered'), record('review', 'r', 'edited', [almonds])],
    [],
    [
      ['almonds', 'A shopper has ordered it.'],
      ['r', 'You have changed it.'],
    ],
  ],
  [
    'the same id in another kind',
    [record('category', 'almonds'), record('product', 'almonds', 'reviewed')],
    ['almonds'],
    [['almonds', 'A shopper has reviewed it.']],
  ],
  [
    'a need that is no record of the demo',
    [record('product', 'x', 'edited', [nuts])],
    [],
    [['x', 'You have changed it.']],
  ],
  [
    'needs in a circle',
    [
      record('product', 'a', null, [{ kind: 'product', id: 'b' }]),
      record('product', 'b', 'edited', [{ kind: 'product', id: 'a' }]),
    ],
    [],
    [
      ['a', 'b needs it.'],
      ['b', 'You have changed it.'],
    ],
  ],
])('the removal of the demo with %s', (_, records, goes, stays) => {
  const plan = planRemoval(records);
  expect(plan.goes.map(({ id }) => id)).toEqual(goes);
  expect(plan.removal.stays.map(({ id, why }) => [id, why])).toEqual(stays);
  expect(Object.values(plan.removal.goes).reduce((sum, count) => sum + count, 0)).toBe(goes.length);
});

test('what goes is counted by kind', () => {
  const { removal } = planRemoval([
    record('review', 'a'),
    record('review', 'b'),
    record('page', 'hero'),
    record('order', 'o', 'edited'),
  ]);
  expect(removal.goes).toMatchObject({ review: 2, page: 1, order: 0, product: 0 });
});

const DEMO = { name: 'Kishmish', story: { title: 'Ours', long: ['a', 'b'] }, links: ['x'] };
const NEUTRAL = { name: 'Kishmish', story: { title: '', long: [] }, links: [] };

test.each([
  [DEMO, NEUTRAL],
  [
    { ...DEMO, name: 'Mewa' },
    { ...NEUTRAL, name: 'Mewa' },
  ],
  [
    { ...DEMO, story: { title: 'Mine', long: ['a', 'b'] } },
    { ...NEUTRAL, story: { title: 'Mine', long: [] } },
  ],
  // A list of which one entry is the owner's stays whole.
  [
    { ...DEMO, story: { title: 'Ours', long: ['a', 'mine'] } },
    { ...NEUTRAL, story: { title: '', long: ['a', 'mine'] } },
  ],
  [
    { ...DEMO, own: 1 },
    { ...NEUTRAL, own: 1 },
  ],
])('%j without the demo is %j', (value, expected) => {
  expect(withoutDemo<unknown>(value, DEMO, NEUTRAL)).toEqual(expected);
});

test.each([
  [{ a: 1, b: [1, { c: 2 }] }, { b: [1, { c: 2 }], a: 1 }, true],
  [{ a: 1, b: undefined }, { a: 1 }, true],
  [[1, 2], [2, 1], false],
  [[1], [1, 2], false],
  [{ a: null }, {}, false],
  ['1', 1, false],
])('%j and %j: %s', (a, b, expected) => {
  expect(same(a, b)).toBe(expected);
  expect(same(b, a)).toBe(expected);
});
