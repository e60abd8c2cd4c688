import { expect, test } from 'vitest';
import { goesWellWith, packedTogether } from './goes-well.ts';

const pack = (...ids: string[]) => ({
  size: 'Pack',
  price: 1,
  originalPrice: 1,
  stock: 1,
  contents: ids.map((productId) => ({ productId, size: '250g', quantity: 1 })),
});

test('what combos pack together, once for each product', () => {
  const plain = { id: 'almonds', sizes: [{ size: '250g', price: 1, originalPrice: 1, stock: 1 }] };
  const combo = { id: 'daily', sizes: [pack('almonds', 'cashews'), pack('cashews', 'raisins')] };
  expect(packedTogether([plain, combo])).toEqual([{ combo: 'daily', products: ['almonds', 'cashews', 'raisins'] }]);
});

const card = (id: string, categorySlug: string) => ({ id, categorySlug });
/** Best sellers first. */
const pool = [
  card('almonds', 'nuts'),
  card('walnuts', 'nuts'),
  card('butter', 'peanut-butter'),
  card('figs', 'dry-fruits'),
  card('chia', 'seeds'),
  card('makhana', 'snacks'),
  card('raisins', 'dry-fruits'),
];
const packed = [
  { combo: 'daily', products: ['almonds', 'cashews', 'raisins'] },
  { combo: 'fitness', products: ['mix', 'pumpkin'] },
];

test.each<[string, [string, string?][], string[]]>([
  ['nothing: the first of the pool', [], ['almonds', 'walnuts', 'butter', 'figs']],
  ['a part of a combo: the other parts first', [['cashews', 'nuts']], ['almonds', 'raisins', 'butter', 'figs']],
  ['no part of a combo: other categories', [['walnuts', 'nuts']], ['butter', 'figs', 'chia', 'makhana']],
  ['a combo: what is inside is there already', [['daily', 'combos']], ['walnuts', 'butter', 'figs', 'chia']],
  [
    'several categories',
    [
      ['walnuts', 'nuts'],
      ['butter', 'peanut-butter'],
      ['dates', 'dry-fruits'],
    ],
    ['chia', 'makhana'],
  ],
  ['an unknown category', [['figs']], ['almonds', 'walnuts', 'butter', 'chia']],
])('a cart with %s', (_, cart, expected) => {
  const lines = cart.map(([id, categorySlug]) => ({ id, categorySlug }));
  expect(goesWellWith(lines, pool, packed).map(({ id }) => id)).toEqual(expected);
});
