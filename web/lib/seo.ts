import type { MetaDescriptor } from 'react-router';
import type { Homepage } from '#shop/content/content.ts';
import { alternatesOf, currentLanguage, type Language, tagOf } from '#shop/language.ts';
import { isOwnLogo, jpegCopy } from '#shop/media/pictures.ts';
import { imageUrl } from '#web/ui/picture.tsx';
import { otherLanguages, pagePath } from './language.ts';

/**
 * Metadata for search engines and link previews (R3.3): titles, canonical links, Open Graph and
 * Twitter cards, JSON-LD. React Router escapes `<`, `>` and `&` in JSON-LD, so product text cannot
 * close the script element.
 */

/** The shop data used in the head of every page; loaded by the shop layout. */
export interface Site {
  /**
   * PUBLIC_URL; null writes no absolute URLs. Never the request's host, because pages are cached
   * for all visitors.
   */
  origin: string | null;
  brandName: string;
  tagline: string;
  /** Stored address of the logo, from the navbar's content. */
  logo: string;
  /** The number for WhatsApp; empty without one. */
  whatsapp?: string;
}

type Step = { label: string; to?: string };
/** A JSON-LD object; keys with the value undefined are not serialized. */
export type Json = Record<string, unknown>;

interface PageHead {
  title: string;
  description: string;
  /**
   * Path plus the query parameters that identify the page, without the language; begins with '/'.
   */
  path: string;
  /** Stored address of the page's own picture. */
  image?: string;
  imageAlt?: string;
  type?: 'website' | 'article' | 'product';
  /** Not indexed: no canonical link, no cards. */
  hidden?: boolean;
  jsonLd?: (Json | null)[];
  more?: MetaDescriptor[];
}

const UNKNOWN: Site = { origin: null, brandName: '', tagline: '', logo: '' };
/** Characters after which search engines cut a description. */
const LONGEST = 160;
/**
 * The picture of a link preview when neither the page nor the shop has its own (scripts/icons.ts).
 */
const SHARED = { path: '/share.png', width: 1200, height: 630, type: 'image/png' };

/** Finds the site in the loader data of the matches, for a `meta` function. */
export function siteOf(matches: readonly unknown[]): Site {
  for (const match of matches) {
    const { site } = ((match as { loaderData?: unknown } | undefined)?.loaderData ?? {}) as { site?: Site };
    if (site) return site;
  }
  return UNKNOWN;
}

/** The metadata of a public page. */
export function pageMeta(site: Site, page: PageHead): MetaDescriptor[] {
  const { title, path, hidden, type = 'website', jsonLd = [], more = [] } = page;
  const description = shorten(page.description);
  const text = [{ title }, ...(description ? [{ name: 'description', content: description }] : [])];
  if (hidden) return [...text, { name: 'robots', content: 'noindex' }];

  const url = pageUrl(site, path);
  const own = page.image ? preview(site, page.image) : undefined;
  const logo = isOwnLogo(site.logo) ? preview(site, site.logo) : undefined;
  const { url: image, ...facts } = own ?? logo ?? { ...SHARED, url: absolute(site, SHARED.path) };
  return [
    ...text,
    ...(url ? [{ tagName: 'link', rel: 'canonical', href: url }] : []),
    ...alternates(site, path),
    ...properties({
      'og:site_name': site.brandName,
      'og:type': type,
      'og:locale': ogLocale(currentLanguage()),
      'og:title': title,
      'og:description': description,
      'og:url': url,
      'og:image': image,
      'og:image:alt': own ? page.imageAlt : image && site.brandName,
      'og:image:type': image && facts.type,
      'og:image:width': image && facts.width,
      'og:image:height': image && facts.height,
    }),
    ...otherLanguages().flatMap((language) => properties({ 'og:locale:alternate': ogLocale(language) })),
    ...names({
      'twitter:card': image && image !== logo?.url ? 'summary_large_image' : 'summary',
      'twitter:title': title,
      'twitter:description': description,
      'twitter:image': image,
    }),
    ...more,
    ...jsonLd.flatMap((data) =>
      data ? [{ 'script:ld+json': { '@context': 'https://schema.org', ...data } as Record<string, string> }] : [],
    ),
  ];
}

/**
 * The organization. Leaves out contact details, which are example values in a demonstration shop.
 */
export function organization(site: Site): Json {
  return {
    '@type': 'Organization',
    name: site.brandName,
    description: site.tagline || undefined,
    url: absolute(site, '/'),
    logo: absolute(site, isOwnLogo(site.logo) ? imageUrl(site.logo) : '/icon-512.png'),
  };
}

/** The website with its search; null without PUBLIC_URL. */
export function website(site: Site): Json | null {
  if (!site.origin) return null;
  return {
    '@type': 'WebSite',
    name: site.brandName,
    url: pageUrl(site, '/'),
    inLanguage: tagOf(currentLanguage()),
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${pageUrl(site, '/all-products')}?q={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  };
}

/** The breadcrumbs of this page. The last step is the page itself. */
export function breadcrumbList(site: Site, trail: readonly Step[]): Json {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ label, to }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: label,
      // Without PUBLIC_URL, search engines resolve the path against the page's URL.
      item: to && (pageUrl(site, to) ?? pagePath(to)),
    })),
  };
}

export function faqPage(items: Homepage['faq']['items']): Json | null {
  if (items.length === 0) return null;
  return {
    '@type': 'FAQPage',
    mainEntity: items.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
}

interface Preview {
  url: string;
  /** Pixels and media type, as far as they are known. */
  width?: number;
  height?: number;
  type?: string;
}

/** A stored picture for link previews, as JPEG: WhatsApp and others show no WebP. */
function preview(site: Site, stored: string): Preview | undefined {
  const address = imageUrl(stored);
  const copy = address.startsWith('/media/') ? jpegCopy(address) : null;
  const url = absolute(site, copy?.url ?? address);
  if (url === undefined || copy === null) return url === undefined ? undefined : { url };
  return { url, width: copy.width, height: copy.height, type: 'image/jpeg' };
}

/** The absolute URL of a path or linked picture; undefined for a path without PUBLIC_URL. */
export function absolute(site: Site, address: string): string | undefined {
  if (/^https?:\/\//.test(address)) return address;
  return site.origin ? `${site.origin}${address}` : undefined;
}

/** The absolute URL of a page in the language of this build; undefined without PUBLIC_URL. */
export function pageUrl(site: Site, path: string): string | undefined {
  return absolute(site, pagePath(path));
}

/**
 * Links to the page in each language, as search engines want them on every version. None without
 * PUBLIC_URL.
 */
function alternates(site: Site, path: string): MetaDescriptor[] {
  if (!site.origin) return [];
  return Object.entries(alternatesOf(path)).map(([hrefLang, href]) => ({
    tagName: 'link',
    rel: 'alternate',
    hrefLang,
    href: absolute(site, href),
  }));
}

/** 'en-IN' as Open Graph writes it. */
function ogLocale(language: Language): string {
  return tagOf(language).replace('-', '_');
}

/** Shortens a text at the end of a sentence or word. */
function shorten(text: string): string {
  const whole = text.replace(/\s+/g, ' ').trim();
  if (whole.length <= LONGEST) return whole;
  const start = whole.slice(0, LONGEST);
  const sentence = Math.max(start.lastIndexOf('. '), start.lastIndexOf('! '), start.lastIndexOf('? '));
  if (sentence >= 60) return start.slice(0, sentence + 1);
  return `${start.slice(0, start.lastIndexOf(' ', LONGEST - 2)).replace(/[\s,;:]+$/, '')}…`;
}

type Values = Record<string, string | number | undefined>;

/** `<meta property>` elements; empty values are left out. */
export function properties(values: Values): MetaDescriptor[] {
  return filled(values).map(([property, content]) => ({ property, content }));
}

function names(values: Values): MetaDescriptor[] {
  return filled(values).map(([name, content]) => ({ name, content }));
}

function filled(values: Values): [string, string][] {
  return Object.entries(values).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  );
}
