import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CONTENT, StaticPage } from './content.ts';
import { withPageInput } from './page-routes.ts';
import { sectionsOf, sectionsOfProductPage } from './page-sections.ts';

const read = (name: string) => JSON.parse(readFileSync(new URL(`../../demo/${name}.json`, import.meta.url), 'utf8'));
const content = read('content');

test('home lists its sections, including doYouKnow (R1.7)', () => {
  const sections = sectionsOf('homepage', CONTENT.homepage.parse(content.homepage));
  expect(sections.map(({ id }) => id)).toContain('doYouKnow');
  expect(sections.find(({ id }) => id === 'doYouKnow')?.title).toBe('Do You Know?');
});

test('static pages list their blocks, the hero its slides, other pages one section', () => {
  const about = StaticPage.parse(read('pages').staticPages.find(({ slug }: { slug: string }) => slug === 'about'));
  expect(sectionsOf('about', about).map(({ title }) => title)).toEqual(about.blocks.map(({ heading }) => heading));
  expect(sectionsOf('hero', CONTENT.hero.parse(content.hero)).map(({ id }) => id)).toEqual([
    'slide-1',
    'slide-2',
    'slide-3',
  ]);
  expect(sectionsOf('offerBar', CONTENT.offerBar.parse(content.offerBar))).toMatchObject([{ id: 'offerBar' }]);
});

test('a product page lists its non-empty sections', () => {
  const page = withPageInput(null, { name: 'Date Bites', description: 'Soft', benefits: ['Sweet'] });
  expect(sectionsOfProductPage(page).map(({ id }) => id)).toEqual(['description', 'benefits']);
});
