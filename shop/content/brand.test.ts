import { expect, test } from 'vitest';
import { renamed } from './brand.ts';

test.each([
  ['About | Kishmish', 'About | Mewa House'],
  ['The Kishmish story: Kishmish, made here.', 'The Mewa House story: Mewa House, made here.'],
  ['Kishmish’s promise', 'Mewa House’s promise'],
  ['© 2024 Kishmish. All rights reserved.', '© 2024 Mewa House. All rights reserved.'],
  // Other words, addresses and the fruit.
  ['Kishmishes, Pakishmish', 'Kishmishes, Pakishmish'],
  ['care@Kishmish.example', 'care@Kishmish.example'],
  ['Kishmish@mail.example', 'Kishmish@mail.example'],
  ['kishmish in kheer', 'kishmish in kheer'],
])('%j reads %j for the new name', (text, after) => {
  expect(renamed(text, 'Kishmish', 'Mewa House')).toBe(after);
});

test('texts are renamed at any depth, addresses are not', () => {
  const before = {
    logo: { image: '/media/Kishmish.svg', alt: 'Kishmish' },
    links: [{ label: 'About Kishmish', href: '/Kishmish' }],
    page: { heroImage: '/media/Kishmish.webp', category: 'Kishmish', products: ['Kishmish', 'Kishmish-250'] },
  };
  expect(renamed(before, 'Kishmish', 'Mewa & $1')).toEqual({
    logo: { image: '/media/Kishmish.svg', alt: 'Mewa & $1' },
    links: [{ label: 'About Mewa & $1', href: '/Kishmish' }],
    page: before.page,
  });
});

test('a name with signs of regular expressions is taken as it is', () => {
  expect(renamed('Nuts+ (Pune) and Nuts', 'Nuts+ (Pune)', 'Mewa')).toBe('Mewa and Nuts');
});
