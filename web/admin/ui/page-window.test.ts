import { expect, test } from 'vitest';
import { pageWindow } from './page-window.ts';

test.each<[number, number, number[]]>([
  [1, 1, [1]],
  [2, 3, [1, 2, 3]],
  [1, 5000, [1, 2, 3, 4, 5]],
  [3, 5000, [1, 2, 3, 4, 5]],
  [4, 5000, [2, 3, 4, 5, 6]],
  [2500, 5000, [2498, 2499, 2500, 2501, 2502]],
  [4999, 5000, [4996, 4997, 4998, 4999, 5000]],
  [5000, 5000, [4996, 4997, 4998, 4999, 5000]],
])('page %i of %i has the buttons %o (R2.9: at most 5)', (page, pages, buttons) => {
  expect(pageWindow(page, pages)).toEqual(buttons);
});
