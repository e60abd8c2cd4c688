import { expect, test } from 'vitest';
import { isHashedName, jpegCopy, pictureName, pictureSize, pictureVariants } from './pictures.ts';

test('a name contains the size and the hash of the content', () => {
  const name = pictureName('anjeer-2', { width: 1000, height: 800 }, '9f86d081884c7d659a2feaa0');
  expect(name).toBe('anjeer-2-1000x800-9f86d081.webp');
  expect(pictureSize(`/media/products/${name}`)).toEqual({ width: 1000, height: 800 });
  expect(isHashedName(name)).toBe(true);
});

test.each(['/media/products/anjeer-2.webp', '/media/a-1000x800-9F86D081.webp', '/media/a-1000x800-9f86d081.png', ''])(
  '%j is no stored picture',
  (url) => {
    expect(pictureSize(url)).toBeNull();
    expect(pictureVariants(url)).toEqual([]);
  },
);

test('copies are never wider than the picture', () => {
  const widths = (size: string) =>
    pictureVariants(`a-${size}-9f86d081.webp`).map(({ format, width }) => `${format} ${width}`);
  expect(widths('1000x1000')).toEqual(['avif 320', 'avif 480', 'avif 640', 'avif 960', 'webp 480']);
  expect(widths('480x480')).toEqual(['avif 320', 'avif 480']);
  expect(widths('1920x860')).toContain('avif 1920');
  expect(widths('300x300')).toEqual([]);
});

test('a copy is named after its picture', () => {
  expect(pictureVariants('/media/site/hero-1-640x300-9f86d081.webp').at(-1)).toEqual({
    url: '/media/site/hero-1-640x300-9f86d081-480.webp',
    format: 'webp',
    width: 480,
  });
});

test.each([
  ['/media/products/a-1000x1000-9f86d081-640.avif', true],
  ['brand-loop-9f86d081.mp4', true],
  ['/media/products/a-1.webp', false],
  ['a-9f86d08.webp', false],
])('%s is immutable: %j', (path, immutable) => {
  expect(isHashedName(path)).toBe(immutable);
});

test.each([
  ['/media/a-1500x750-9f86d081.webp', { url: '/media/a-1500x750-9f86d081-1200.jpg', width: 1200, height: 600 }],
  ['a-400x400-9f86d081.webp', { url: 'a-400x400-9f86d081-400.jpg', width: 400, height: 400 }],
  ['/media/a.webp', null],
  ['https://pictures.example/a.jpg', null],
])('the JPEG copy of %s', (url, copy) => {
  expect(jpegCopy(url)).toEqual(copy);
});
