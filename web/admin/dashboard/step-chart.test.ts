import { expect, test } from 'vitest';
import { gridStep } from './step-chart.tsx';

test.each([
  [0, 1],
  [1, 1],
  [4, 1],
  [5, 2],
  [9, 3],
  [42, 15],
  [12_999, 4_000],
  [13_000_000, 4_000_000],
])('the grid lines of a chart up to %d are %d apart', (highest, step) => {
  expect(gridStep(highest)).toBe(step);
});
