import { BUILT_IN_BRAND } from './brand.ts';
import { CONTENT, type PageContent } from './content.ts';

/** Page content by page id, parsed. @throws ZodError for content that is missing or not valid */
export function contentOf(given: Record<string, unknown>): PageContent {
  return Object.fromEntries(
    Object.entries(CONTENT).map(([id, schema]) => [id, schema.parse(given[id])]),
  ) as unknown as PageContent;
}

/**
 * The built-in content of a shop that has none of its own: what is true of every shop on this
 * software. A shop's story, its offers, what it says about its goods, its address and its people
 * are its own: without them their places stay empty.
 *
 * @param pages the content of the demo shop
 */
export function neutralContent(pages: PageContent): PageContent {
  const { about, banner, contactPage, hero, homepage } = pages;
  return {
    ...pages,
    banner: { ...banner, isVisible: false },
    // The slides after the first are about combos and a gift box of the demo.
    hero: { ...hero, slides: hero.slides.slice(0, 1) },
    homepage: {
      ...homepage,
      sections: {
        ...homepage.sections,
        bestSellers: { title: homepage.sections.bestSellers.title },
        valueCombos: { title: homepage.sections.valueCombos.title },
        brandVideo: { title: '' },
        youMayAlsoLike: { title: homepage.sections.youMayAlsoLike.title },
      },
      doYouKnow: {
        ...homepage.doYouKnow,
        subtitle: 'A few things worth knowing about nuts and dry fruits.',
        facts: homepage.doYouKnow.facts.filter((fact) => typeof fact === 'string' || fact.id !== 'gst'),
      },
      brandStory: { ...homepage.brandStory, title: '', image: '', alt: '', short: '', long: [] },
      qualityBanner: { title: '', text: '', image: '', alt: '', points: [] },
      blog: { ...homepage.blog, cards: [] },
      specialOffer: { ...homepage.specialOffer, text: '' },
      footer: {
        ...homepage.footer,
        help: { ...homepage.footer.help, text: contactPage.responsePromise },
      },
      socialLinks: [],
    },
    contactPage: {
      ...contactPage,
      metaDescription: `Write to ${BUILT_IN_BRAND}. ${contactPage.responsePromise}`,
      shopDetails: { ...contactPage.shopDetails, addressLines: [], phone: '', email: '', hours: '' },
      grievance: { ...contactPage.grievance, name: '', email: '' },
      whyChoose: {
        ...contactPage.whyChoose,
        items: contactPage.whyChoose.items.filter((item) => !/grades|allergens/.test(item)),
      },
    },
    about: {
      ...about,
      metaDescription: `${BUILT_IN_BRAND} sells dry fruits, nuts, seeds and snacks online in India.`,
      blocks: [
        {
          heading: 'What we sell',
          paragraphs: ['Dry fruits, nuts, seeds and snacks, delivered across India.'],
          list: [],
        },
        ...about.blocks
          .filter(({ heading }) => heading === 'Our promise')
          .map((block) => ({ ...block, list: block.list.filter((item) => !/\d:\d\d/.test(item)) })),
      ],
    },
  };
}
