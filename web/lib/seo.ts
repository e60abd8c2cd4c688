import type { MetaDescriptor } from 'react-router';
import type { Homepage } from '#shop/content/content.ts';
import { imageUrl } from '#web/ui/picture.tsx';
import { isOwnLogo } from '#web/ui/shop-logo.tsx';

/**
 * How the shop is found and shared (R3.3): titles, canonical links, Open Graph and Twitter cards, JSON-LD. React
 * Router writes JSON-LD with `<`, `>` and `&` escaped, so no text of a product can end the script it stands in.
 */

/** What the head of every page needs to know of the shop; loaded by the shop layout. */
export interface Site {
  /** PUBLIC_URL, or null: then no absolute address is written at all. Pages are kept for everyone, so it is never a request's host. */
  origin: string | null;
  brandName: string;
  tagline: string;
  /** Stored address of the logo, as the navbar's content keeps it. */
  logo: string;
}

type Step = { label: string; to?: string };
/** A JSON-LD object; keys without a value are left out when it is written. */
export type Json = Record<string, unknown>;

interface PageHead {
  title: string;
  description: string;
  /** Path and the part of the query that makes this page another one; begins with '/'. */
  path: string;
  /** Stored address of the page's own picture. */
  image?: string;
  imageAlt?: string;
  type?: 'website' | 'article' | 'product';
  /** A page that must not be listed: no canonical link, no cards. */
  hidden?: boolean;
  jsonLd?: (Json | null)[];
  more?: MetaDescriptor[];
}

const UNKNOWN: Site = { origin: null, brandName: '', tagline: '', logo: '' };
/** Where search engines cut a description. */
const LONGEST = 160;
/** The picture for links without one of their own, in a shop without a logo of its own (scripts/icons.ts). */
const SHARED = { image: '/share.png', width: 1200, height: 630 };

/** The site as the layout's loader sent it, for a `meta` function. */
export function siteOf(matches: readonly unknown[]): Site {
  for (const match of matches) {
    const { site } = ((match as { loaderData?: unknown } | undefined)?.loaderData ?? {}) as { site?: Site };
    if (site) return site;
  }
  return UNKNOWN;
}

/** Everything that stands in the head of a public page about the page itself. */
export function pageMeta(site: Site, page: PageHead): MetaDescriptor[] {
  const { title, path, hidden, type = 'website', jsonLd = [], more = [] } = page;
  const description = shorten(page.description);
  const text = [{ title }, ...(description ? [{ name: 'description', content: description }] : [])];
  if (hidden) return [...text, { name: 'robots', content: 'noindex' }];

  const url = absolute(site, path);
  const own = page.image ? absolute(site, imageUrl(page.image)) : undefined;
  const logo = isOwnLogo(site.logo) ? absolute(site, imageUrl(site.logo)) : undefined;
  const image = own ?? logo ?? absolute(site, SHARED.image);
  return [
    ...text,
    ...(url ? [{ tagName: 'link', rel: 'canonical', href: url }] : []),
    ...properties({
      'og:site_name': site.brandName,
      'og:type': type,
      'og:locale': 'en_IN',
      'og:title': title,
      'og:description': description,
      'og:url': url,
      'og:image': image,
      'og:image:alt': own ? page.imageAlt : image && site.brandName,
      ...(image && !own && !logo ? { 'og:image:width': SHARED.width, 'og:image:height': SHARED.height } : {}),
    }),
    ...names({
      'twitter:card': image && image !== logo ? 'summary_large_image' : 'summary',
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

/** The company. Only what is no sample: a demonstration shop has a name and a sentence. */
export function organization(site: Site): Json {
  return {
    '@type': 'Organization',
    name: site.brandName,
    description: site.tagline || undefined,
    url: absolute(site, '/'),
    logo: absolute(site, isOwnLogo(site.logo) ? imageUrl(site.logo) : '/icon-512.png'),
  };
}

/** The shop as a site with a search of its own; null without an address to search at. */
export function website(site: Site): Json | null {
  if (!site.origin) return null;
  return {
    '@type': 'WebSite',
    name: site.brandName,
    url: absolute(site, '/'),
    inLanguage: 'en-IN',
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${site.origin}/all-products?q={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  };
}

/** The way to this page, as shown above it. The last step is the page itself. */
export function breadcrumbList(site: Site, trail: readonly Step[]): Json {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ label, to }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: label,
      // A path is read against the page's own address when the shop does not know it.
      item: to && (absolute(site, to) ?? to),
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

/** The whole address of a path or of a linked picture; undefined when the shop does not know its own. */
export function absolute(site: Site, address: string): string | undefined {
  if (/^https?:\/\//.test(address)) return address;
  return site.origin ? `${site.origin}${address}` : undefined;
}

/** Cut at a sentence or a word, so that nothing is cut off in a list of results. */
function shorten(text: string): string {
  const whole = text.replace(/\s+/g, ' ').trim();
  if (whole.length <= LONGEST) return whole;
  const start = whole.slice(0, LONGEST);
  const sentence = Math.max(start.lastIndexOf('. '), start.lastIndexOf('! '), start.lastIndexOf('? '));
  if (sentence >= 60) return start.slice(0, sentence + 1);
  return `${start.slice(0, start.lastIndexOf(' ', LONGEST - 2)).replace(/[\s,;:]+$/, '')}…`;
}

type Values = Record<string, string | number | undefined>;

/** `<meta property>` elements, those without a value left out. */
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
