import { expect, test } from 'vitest';
import { imageUrl } from '#shop/media/pictures.ts';
import { imageSources } from './picture.tsx';

const ALMONDS = '/media/products/california-almonds-1-1000x1000-9f86d081.webp';

test('a stored picture is offered in both formats, with its size', () => {
  const at = (width: number, format: string) => `${ALMONDS.replace('.webp', `-${width}.${format}`)} ${width}w`;
  expect(imageSources(ALMONDS)).toEqual({
    src: ALMONDS,
    avif: [at(320, 'avif'), at(480, 'avif'), at(640, 'avif'), at(960, 'avif')].join(', '),
    webp: `${at(480, 'webp')}, ${ALMONDS} 1000w`,
    width: 1000,
    height: 1000,
  });
});

test('a path without a leading slash resolves to /media', () => {
  expect(imageUrl('site/hero-1.webp')).toBe('/media/site/hero-1.webp');
  expect(imageSources('site/a-1920x860-9f86d081.webp').avif).toMatch(/^\/media\/site\/a-.* 1920w$/);
});

test('a picture narrower than every copy has only itself', () => {
  const url = '/media/uploads/a-200x200-9f86d081.webp';
  expect(imageSources(url)).toEqual({ src: url, avif: undefined, webp: `${url} 200w`, width: 200, height: 200 });
});

test.each([
  '/media/products/a-1.webp',
  '/assets/placeholder-a1b2c3d4.svg',
  `https://pictures.example${ALMONDS}`,
  `//cdn.example${ALMONDS}`,
])('%s has no copies', (url) => expect(imageSources(url)).toEqual({ src: url }));
