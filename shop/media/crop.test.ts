import { expect, test } from 'vitest';
import { centred, mayBePhoto, moved, needsCrop, resized, sideAt, turned, uploadSide, zoomOf } from './crop.ts';

const PHONE = { width: 4000, height: 3000 };
const file = { name: 'PXL_20261128.jpg', type: 'image/jpeg', size: 4_600_000 };

test.each([
  ['a phone’s photo', file, PHONE, true],
  ['a square one within the limits', file, { width: 1200, height: 1200 }, false],
  ['a square one that is too heavy', { ...file, size: 5_000_001 }, { width: 1200, height: 1200 }, true],
  ['an oblong one', file, { width: 1000, height: 700 }, true],
  ['HEIC, also when it is square', { ...file, name: 'IMG_2041.HEIC', type: '' }, { width: 800, height: 800 }, true],
  // The specified sentence stays.
  ['one that is too small', file, { width: 4000, height: 399 }, false],
])('%s must be cropped: %#', (_name, given, size, crop) => {
  expect(needsCrop(given, size)).toBe(crop);
});

test.each([
  [file, true],
  [{ ...file, size: 30_000_000 }, true],
  [{ ...file, size: 60_000_001 }, false],
  [{ ...file, type: 'application/pdf' }, false],
  [{ ...file, name: 'IMG_2041.heic', type: '' }, true],
  [{ ...file, type: '' }, false],
])('%o may be a photo', (given, may) => {
  expect(mayBePhoto(given)).toBe(may);
});

test('the square begins in the middle, as large as it fits, and stays inside', () => {
  const square = centred(PHONE);
  expect(square).toEqual({ x: 500, y: 0, side: 3000 });
  expect(moved(PHONE, square, { x: -9000, y: 50 })).toEqual({ x: 0, y: 0, side: 3000 });
  expect(moved(PHONE, square, { x: 200, y: 0 })).toEqual({ x: 700, y: 0, side: 3000 });
  expect(resized(PHONE, square, 1000)).toEqual({ x: 1500, y: 1000, side: 1000 });
  // At an edge, zooming out moves it in.
  expect(resized(PHONE, { x: 0, y: 0, side: 1000 }, 2000)).toEqual({ x: 0, y: 0, side: 2000 });
  expect(resized(PHONE, square, 10).side).toBe(400);
  expect(resized(PHONE, square, 99_999).side).toBe(3000);
});

test('four turns lead back, and each keeps what is in the square', () => {
  let now = { photo: PHONE, square: { x: 100, y: 200, side: 1000 } };
  now = turned(now.photo, now.square);
  expect(now).toEqual({ photo: { width: 3000, height: 4000 }, square: { x: 1800, y: 100, side: 1000 } });
  for (let turn = 0; turn < 3; turn++) now = turned(now.photo, now.square);
  expect(now).toEqual({ photo: PHONE, square: { x: 100, y: 200, side: 1000 } });
});

test('the slider goes from the whole height to 400 px', () => {
  expect([0, 50, 100].map((zoom) => Math.round(sideAt(PHONE, zoom)))).toEqual([3000, 1095, 400]);
  expect([3000, 400].map((side) => zoomOf(PHONE, { x: 0, y: 0, side }))).toEqual([0, 100]);
  expect(zoomOf({ width: 400, height: 700 }, { x: 0, y: 0, side: 400 })).toBe(0);
});

test('what is uploaded has at most 1200 px a side and is never enlarged', () => {
  expect([3000, 1200, 870.6, 400].map((side) => uploadSide({ x: 0, y: 0, side }))).toEqual([1200, 1200, 870, 400]);
});
