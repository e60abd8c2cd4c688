import type { Product, ProductCard } from '#shop/catalogue/catalogue.ts';
import { isCombo, isTrueOfCombos, toCard } from '#shop/catalogue/sections.ts';
import { faqPage, organization, pageMeta, siteOf, website } from '#web/lib/seo.ts';
import { getServices } from '#web/services.server.ts';
import { lastGood } from '../last-good.ts';
import { toPlainCard } from '../plain-card.ts';
import { Blurs } from '../site-picture.tsx';
import type { Route } from './+types/home';
import { Blog } from './blog.tsx';
import { Facts } from './facts.tsx';
import { Faq } from './faq.tsx';
import { Film } from './film.tsx';
import { Hero } from './hero.tsx';
import { CombosBand, ProductSection } from './product-sections.tsx';
import { Quality } from './quality.tsx';
import { SpecialOffer } from './special-offer.tsx';
import { Story } from './story.tsx';
import { useHomeRefresh } from './use-home-refresh.ts';

/** Cards of a home grid; the rest of a section is behind its link. Combos have their own section, so they come last. */
const BEST_SELLERS = 12;
const YOU_MAY_LIKE = 8;
/** Characters that fill the large combo card's three lines; the rest would be clipped. */
const LINES_OF_TEXT = 280;

const ALL_PRODUCTS = { label: 'All Products', to: '/all-products' };
const ALL_BEST_SELLERS = { label: 'All best sellers', to: '/all-products?section=bestSellers' };

export async function loader({ context }: Route.LoaderArgs) {
  const { catalogue, content, settings } = getServices(context);
  const [sections, page, shop] = await Promise.all([catalogue.sections(), content.all(), settings.shop()]);
  const { sections: headings, doYouKnow, brandStory, qualityBanner, blog, faq, specialOffer } = page.homepage;
  const isTrue = (text = '') => isTrueOfCombos(text, sections.valueCombos);
  return {
    shop: { brandName: shop.brandName, tagline: shop.tagline },
    hero: {
      ...page.hero,
      slides: page.hero.slides.filter(({ title, ctaLink }) => ctaLink !== '/combos' || isTrue(title)),
    },
    blurs: content.blurs([
      ...page.hero.slides.map((slide) => slide.backgroundImage),
      brandStory.image,
      qualityBanner.image,
      ...blog.cards.map((card) => card.image),
    ]),
    headings: {
      ...headings,
      valueCombos: {
        ...headings.valueCombos,
        subtitle: isTrue(headings.valueCombos.subtitle) ? headings.valueCombos.subtitle : '',
      },
    },
    moreBestSellers: sections.bestSellers.length > BEST_SELLERS,
    bestSellers: combosLast(sections.bestSellers).slice(0, BEST_SELLERS).map(toPlainCard),
    valueCombos: sections.valueCombos.map((product, index) => (index === 0 ? withText(product) : toPlainCard(product))),
    youMayAlsoLike: combosLast(sections.youMayAlsoLike).slice(0, YOU_MAY_LIKE).map(toPlainCard),
    texts: { doYouKnow, brandStory, qualityBanner, blog, faq },
    specialOffer: isTrue(specialOffer.text) ? specialOffer : null,
    promise: page.contactPage.responsePromise,
  };
}

const home = lastGood<Awaited<ReturnType<Route.ClientLoaderArgs['serverLoader']>>>();

/** A failed refresh keeps the current page (R1.8), also offline. */
export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return home.load(request, serverLoader, () => 'Failed to load products');
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { brandName, tagline } = loaderData.shop;
  const slide = loaderData.hero.slides[0];
  const site = siteOf(matches);
  return pageMeta(site, {
    title: `${brandName}: dry fruits, nuts and snacks`,
    description: slide ? `${tagline} ${slide.subtitle}` : tagline,
    path: '/',
    jsonLd: [organization(site), website(site), faqPage(loaderData.texts.faq.items)],
  });
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { shop, hero, headings, bestSellers, valueCombos, youMayAlsoLike, texts, promise } =
    home.usePageData(loaderData);
  const refreshing = useHomeRefresh();
  return (
    <Blurs value={loaderData.blurs}>
      <h1 className="sr-only">
        {shop.brandName}: {shop.tagline}
      </h1>
      <Hero hero={hero} />
      <ProductSection
        id="best-sellers"
        className="py-section"
        heading={headings.bestSellers}
        more={loaderData.moreBestSellers ? ALL_BEST_SELLERS : ALL_PRODUCTS}
        products={bestSellers}
      />
      <CombosBand heading={headings.valueCombos} products={valueCombos} />
      <Film {...headings.brandVideo} />
      <Story story={texts.brandStory} />
      <Quality quality={texts.qualityBanner} />
      <Blog blog={texts.blog} />
      <Faq faq={texts.faq} promise={promise} />
      <ProductSection
        id="you-may-also-like"
        className="pb-section"
        heading={headings.youMayAlsoLike}
        products={youMayAlsoLike}
      />
      <Facts content={texts.doYouKnow} refreshing={refreshing} />
      {loaderData.specialOffer && <SpecialOffer offer={loaderData.specialOffer} />}
    </Blurs>
  );
}

function combosLast(products: readonly Product[]): Product[] {
  return [...products.filter((product) => !isCombo(product)), ...products.filter(isCombo)];
}

/** The large combo card has three lines of its description, more than other cards. */
function withText(product: Product): ProductCard {
  return { ...toCard(product), description: product.description.slice(0, LINES_OF_TEXT) };
}
