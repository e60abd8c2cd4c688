import { expect, test } from 'vitest';
import { atLimit, moved, pinched, WHOLE, zoomed } from './zoom-view.ts';

const SIDE = 400;

test('limits the scale to 1–5', () => {
  expect(zoomed(WHOLE, 0.2, SIDE)).toEqual(WHOLE);
  expect(zoomed(WHOLE, 99, SIDE).scale).toBe(5);
  expect(atLimit(WHOLE)).toEqual({ least: true, most: false });
  expect(atLimit(zoomed(WHOLE, 5, SIDE))).toEqual({ least: false, most: true });
});

test('keeps the point under the pointer in place', () => {
  const at = { x: 50, y: -80 };
  const close = zoomed(WHOLE, 2, SIDE, at);
  // The point of the picture under the pointer, before and after.
  expect([(at.x - close.x) / close.scale, (at.y - close.y) / close.scale]).toEqual([50, -80]);
  expect(zoomed(close, 1, SIDE, at)).toEqual(WHOLE);
});

test('keeps the frame covered by the picture', () => {
  expect(moved(WHOLE, { x: 30, y: 30 }, SIDE)).toEqual(WHOLE);
  const close = zoomed(WHOLE, 2, SIDE);
  expect(moved(close, { x: 1000, y: -1000 }, SIDE)).toEqual({ scale: 2, x: 200, y: -200 });
});

test('pinching zooms around the middle of both fingers and pans', () => {
  const middle = { x: 200, y: 200 };
  const before: [{ x: number; y: number }, { x: number; y: number }] = [
    { x: 150, y: 200 },
    { x: 250, y: 200 },
  ];
  const apart: typeof before = [
    { x: 100, y: 200 },
    { x: 300, y: 200 },
  ];
  expect(pinched(WHOLE, before, apart, middle, SIDE)).toEqual({ scale: 2, x: 0, y: 0 });
  const close = zoomed(WHOLE, 2, SIDE);
  const beside: typeof before = [
    { x: 170, y: 210 },
    { x: 270, y: 210 },
  ];
  expect(pinched(close, before, beside, middle, SIDE)).toEqual({ scale: 2, x: 20, y: 10 });
});
