import { expect, test } from 'vitest';
import { inOrderOf, isProductId, MAX_IDS, parseIds, recentBeside, withFirst, without } from './id-lists.ts';

test('an id is letters, digits, - and _', () => {
  expect(['cashews-w240', 'A_1', '', 'a b', '<b>', 7, null, 'x'.repeat(101)].map(isProductId)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
    false,
    false,
  ]);
});

test('a stored list keeps its valid ids, without duplicates, at most 100', () => {
  expect(parseIds('["a","b","a",3,null,"c d"]')).toEqual(['a', 'b']);
  for (const text of [null, '', '{oops', '"a"', '{"0":"a","length":1}', '5', 'null'])
    expect(parseIds(text)).toEqual([]);
  expect(parseIds(JSON.stringify(Array.from({ length: 130 }, (_, n) => `p${n}`)))).toHaveLength(MAX_IDS);
});

test('the newest comes first, once', () => {
  expect(withFirst(['a', 'b', 'c'], 'b')).toEqual(['b', 'a', 'c']);
  expect(withFirst(['a', 'b', 'c'], 'd', 2)).toEqual(['d', 'a']);
  expect(without(['a', 'b'], 'a')).toEqual(['b']);
});

test('recently viewed: not the current one, at most eight', () => {
  const seen = Array.from({ length: 12 }, (_, n) => `p${n}`);
  expect(recentBeside(seen, 'p2')).toEqual(['p0', 'p1', 'p3', 'p4', 'p5', 'p6', 'p7', 'p8']);
  expect(recentBeside(['a'], 'a')).toEqual([]);
});

test('products are in the order of their ids; missing ones are left out', () => {
  expect(inOrderOf(['c', 'x', 'a'], [{ id: 'a' }, { id: 'b' }, { id: 'c' }])).toEqual([{ id: 'c' }, { id: 'a' }]);
});
