import { Suspense } from 'react';
import m from '#messages/home';
import type { Category, Product, ProductCard } from '#shop/catalogue/catalogue.ts';
import { homeRows, isCombo, isTrueOfCombos, toCard } from '#shop/catalogue/sections.ts';
import { faqPage, organization, pageMeta, siteOf, website } from '#web/lib/seo.ts';
import { getServices } from '#web/services.server.ts';
import { lastGood } from '../last-good.ts';
import { toPlainCard } from '../plain-card.ts';
import { Blurs } from '../site-picture.tsx';
import type { Route } from './+types/home';
import { Blog } from './blog.tsx';
import { BuyAgain } from './buy-again.tsx';
import { CategoryStrip } from './category-strip.tsx';
import { Facts } from './facts-section.tsx';
import { Faq } from './faq.tsx';
import { Film } from './film.tsx';
import { Hero } from './hero.tsx';
import { CombosBand, ProductSection } from './product-sections.tsx';
import { Quality } from './quality.tsx';
import { SpecialOffer } from './special-offer.tsx';
import { Story } from './story.tsx';
import { useHomeRefresh } from './use-home-refresh.ts';

/** Of the strip below the hero: two rows of four on a phone. The last one is for combos. */
const CATEGORIES = 8;
/** Characters that fill the large combo card's three lines; the rest would be clipped. */
const LINES_OF_TEXT = 280;

const allProducts = () => ({ label: m.allProducts(), to: '/all-products' });
const allBestSellers = () => ({ label: m.allBestSellers(), to: '/all-products?section=bestSellers' });

export async function loader({ context }: Route.LoaderArgs) {
  const { catalogue, categories, content, settings } = getServices(context);
  const [sections, visible, allCategories, productPages, page, shop] = await Promise.all([
    catalogue.sections(),
    catalogue.visible(),
    categories.list(),
    content.productPages(),
    content.all(),
    settings.shop(),
  ]);
  const rows = homeRows(sections, visible);
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
      bestSellers: sections.bestSellers.length > 0 ? headings.bestSellers : { title: m.allProducts(), subtitle: '' },
      valueCombos: {
        ...headings.valueCombos,
        subtitle: isTrue(headings.valueCombos.subtitle) ? headings.valueCombos.subtitle : '',
      },
    },
    categories: stripOf(allCategories, productPages, visible),
    more: sections.bestSellers.length > rows.bestSellers.length ? allBestSellers() : allProducts(),
    bestSellers: rows.bestSellers.map(toPlainCard),
    valueCombos: rows.valueCombos.map((product, index) => (index === 0 ? withText(product) : toPlainCard(product))),
    youMayAlsoLike: rows.youMayAlsoLike.map(toPlainCard),
    texts: { doYouKnow, brandStory, qualityBanner, blog, faq },
    specialOffer: isTrue(specialOffer.text) ? specialOffer : null,
    promise: page.contactPage.responsePromise,
  };
}

const home = lastGood<Awaited<ReturnType<Route.ClientLoaderArgs['serverLoader']>>>();

/** A failed refresh keeps the current page (R1.8), also offline. */
export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return home.load(request, serverLoader, () => m.loadFailed());
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { brandName, tagline } = loaderData.shop;
  const slide = loaderData.hero.slides[0];
  const site = siteOf(matches);
  return pageMeta(site, {
    title: m.title({ brand: brandName }),
    description: slide ? `${tagline} ${slide.subtitle}` : tagline,
    path: '/',
    jsonLd: [organization(site), website(site), faqPage(loaderData.texts.faq.items)],
  });
}

/** A part of the page content that the shop has left empty is not shown. */
export default function Home({ loaderData }: Route.ComponentProps) {
  const { shop, hero, categories, headings, bestSellers, valueCombos, youMayAlsoLike, texts, promise } =
    home.usePageData(loaderData);
  const refreshing = useHomeRefresh();
  return (
    <Blurs value={loaderData.blurs}>
      <h1 className="sr-only">
        {shop.brandName}: {shop.tagline}
      </h1>
      <Suspense>
        <Hero hero={hero} />
      </Suspense>
      <Suspense>
        <CategoryStrip categories={categories} />
      </Suspense>
      <BuyAgain />
      <ProductSection
        id="best-sellers"
        className="later py-section"
        heading={headings.bestSellers}
        more={loaderData.more}
        products={bestSellers}
      />
      <CombosBand heading={headings.valueCombos} products={valueCombos} />
      <Suspense>
        {headings.brandVideo.title && <Film {...headings.brandVideo} />}
        {texts.brandStory.title && <Story story={texts.brandStory} />}
        {texts.qualityBanner.title && <Quality quality={texts.qualityBanner} />}
        {texts.blog.cards.length > 0 && <Blog blog={texts.blog} />}
        {texts.faq.items.length > 0 && <Faq faq={texts.faq} promise={promise} first={texts.blog.cards.length === 0} />}
      </Suspense>
      <ProductSection
        id="you-may-also-like"
        className="later pb-section"
        heading={headings.youMayAlsoLike}
        products={youMayAlsoLike}
        shelf
      />
      <Suspense>
        {texts.doYouKnow.facts.length > 0 && <Facts content={texts.doYouKnow} refreshing={refreshing} />}
        {loaderData.specialOffer?.text && <SpecialOffer offer={loaderData.specialOffer} />}
      </Suspense>
    </Blurs>
  );
}

/**
 * The categories with a landing page, or all when none has one, and the combos last; those without
 * products are left out. The picture is the second one of the first product, which shows the food
 * without its pack.
 */
function stripOf(
  categories: readonly Category[],
  pages: readonly { category: string; route: string }[],
  visible: readonly Product[],
) {
  const all = categories.flatMap(({ slug, name }) => {
    const product = visible.find(({ categorySlug }) => categorySlug === slug);
    if (!product) return [];
    const landing = pages.find(({ category }) => category === slug)?.route;
    const combo = isCombo(product);
    const to = combo ? '/combos' : (landing ?? `/all-products?category=${slug}`);
    return [{ slug, name, to, image: product.images[1]?.url ?? product.image, landing: landing !== undefined, combo }];
  });
  const single = all.filter(({ combo }) => !combo);
  const landing = single.filter((category) => category.landing);
  return [
    ...(landing.length > 0 ? landing : single).slice(0, CATEGORIES - 1),
    ...all.filter(({ combo }) => combo).slice(0, 1),
  ].map(({ slug, name, to, image }) => ({ slug, name, to, image }));
}

/** The large combo card has three lines of its description, more than other cards. */
function withText(product: Product): ProductCard {
  return { ...toCard(product), description: product.description.slice(0, LINES_OF_TEXT) };
}
