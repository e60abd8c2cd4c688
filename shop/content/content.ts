import { z } from 'zod';
import type { FieldError } from '../errors.ts';
import { imageAddress, safeLink } from '../text/links.ts';
import { cleanText, isOneLine, trimmed } from '../text/text.ts';

/**
 * Page content (R1.3): structured text, lists, links and images, never HTML (D46). Each page id has
 * one schema for requests and responses: values are only trimmed, unknown keys are dropped.
 */
export { imageAddress, safeLink } from '../text/links.ts';
export { parseFact } from './facts.ts';

const paragraph = z.string().overwrite(cleanText).max(10_000, 'At most 10000 characters');
const line = z
  .string()
  .overwrite(trimmed)
  .max(400, 'At most 400 characters')
  .refine(isOneLine, 'This must be on one line');
const title = line.min(1, 'A title is required');
const icon = z.string().trim().max(60);

/** A link in the content (D46). */
const SafeLink = z
  .string()
  .trim()
  .refine(
    (link) => safeLink(link) !== null,
    'A link must begin with https://, mailto:, tel: or / (a page of the shop)',
  );

/** An image in the content; empty means none. */
const ContentImage = z
  .string()
  .trim()
  .refine(
    (address) => address === '' || imageAddress(address) !== null,
    'An image must be uploaded or an https:// address',
  );

const color = z
  .string()
  .trim()
  .regex(/^#([0-9a-f]{3}|[0-9a-f]{6})$/i, 'A colour must be written like #166534');

const Link = z.object({ label: title, href: SafeLink });

/** A bar at the top of the page: the offer bar and the scrolling banner. */
export const OfferBar = z.object({
  text: line,
  backgroundColor: color,
  textColor: color,
  isVisible: z.boolean(),
});
export type OfferBar = z.infer<typeof OfferBar>;

const HeroSlide = z.object({
  title: line,
  subtitle: line.default(''),
  ctaText: line.default(''),
  ctaLink: SafeLink.default('/shop'),
  backgroundImage: ContentImage,
  alt: line.default(''),
});

/** The hero slider; the specification sets `intervalMs` to 4000. */
export const Hero = z.object({
  intervalMs: z.number().int().min(1000).max(60_000).default(4000),
  slides: z.array(HeroSlide).min(1, 'The hero needs a slide').max(10, 'At most 10 slides'),
});
export type Hero = z.infer<typeof Hero>;

export const Navbar = z.object({
  logo: z.object({ image: ContentImage, alt: line }),
  searchPlaceholder: line,
  navigation: z.array(Link.extend({ shortLabel: line.optional() })).max(12, 'At most 12 links'),
  trackOrder: Link.default({ label: 'Track Order', href: '/track-order' }),
});
export type Navbar = z.infer<typeof Navbar>;

/** A fact as an object. It may also be a text 'Title: description', see `parseFact`. */
const FactObject = z.object({
  id: z.string().trim().max(100),
  icon,
  title: line,
  description: paragraph,
  source: paragraph.optional(),
});

const FooterSection = z.object({
  title,
  text: paragraph.optional(),
  links: z.array(Link).max(30, 'At most 30 links').default([]),
});

const Heading = z.object({ title: line, subtitle: line.optional(), caption: line.optional() });

export const Homepage = z.object({
  sections: z.object({
    bestSellers: Heading,
    valueCombos: Heading,
    brandVideo: Heading,
    youMayAlsoLike: Heading,
  }),
  doYouKnow: z.object({
    title: line,
    subtitle: line,
    facts: z.array(z.union([FactObject, paragraph])).max(30, 'At most 30 facts'),
  }),
  brandStory: z.object({
    title: line,
    image: ContentImage,
    alt: line,
    readMoreText: line,
    readLessText: line,
    short: paragraph,
    long: z.array(paragraph).max(30),
  }),
  qualityBanner: z.object({
    title: line,
    text: paragraph,
    image: ContentImage,
    alt: line,
    points: z.array(z.object({ icon, title: line, text: paragraph })).max(12),
  }),
  blog: z.object({
    title: line,
    subtitle: line,
    cards: z
      .array(
        z.object({
          id: z.string().trim().max(100),
          title: line,
          excerpt: paragraph,
          image: ContentImage,
          alt: line,
          tag: line,
          readTime: line,
          ctaText: line,
          ctaLink: SafeLink,
        }),
      )
      .max(12),
  }),
  faq: z.object({
    title: line,
    items: z.array(z.object({ id: z.string().trim().max(100), question: line, answer: paragraph })).max(50),
  }),
  specialOffer: z.object({ text: line, ctaText: line, ctaLink: SafeLink }),
  footer: z.object({
    trackOrder: FooterSection,
    terms: FooterSection,
    updates: FooterSection,
    help: FooterSection,
    about: FooterSection,
  }),
  newsletter: z.object({
    title: line,
    text: paragraph,
    placeholder: line,
    buttonText: line,
    successMessage: line,
    duplicateMessage: line,
    errorMessage: line,
    consentText: paragraph,
  }),
  socialLinks: z.array(z.object({ name: title, icon, handle: line, url: SafeLink })).max(12),
  paymentMethodNames: z.array(title).max(12),
  copyright: line,
});
export type Homepage = z.infer<typeof Homepage>;

export const ContactPage = z.object({
  pageTitle: line,
  metaDescription: line,
  title: line,
  subtitle: paragraph,
  shopDetails: z.object({
    title: line,
    name: line,
    addressLines: z.array(line).max(12),
    phone: line,
    email: line,
    hours: line,
  }),
  grievance: z.object({ title: line, text: paragraph, name: line, email: line }),
  whyChoose: z.object({ title: line, items: z.array(line).max(30) }),
  responsePromise: line,
  form: z.object({
    title: line,
    nameLabel: line,
    emailLabel: line,
    phoneLabel: line,
    subjectLabel: line,
    messageLabel: line,
    submitText: line,
    submittingText: line,
  }),
});
export type ContactPage = z.infer<typeof ContactPage>;

/** Tiles such as '7-Day Replacement' and 'No Cash On Delivery'. */
export const Announcements = z
  .array(z.object({ id: z.string().trim().max(100), icon, title, text: paragraph, link: SafeLink.optional() }))
  .max(20, 'At most 20 announcements');
export type Announcements = z.infer<typeof Announcements>;

/** A path with one segment: '/privacy-policy'. */
const route = z
  .string()
  .trim()
  .max(100)
  .regex(/^\/[a-z0-9]+(-[a-z0-9]+)*$/, 'A route is made of small letters, digits and hyphens, such as /date-bites');

/** About and the four policies. */
export const StaticPage = z.object({
  slug: z.string().trim().min(1).max(100),
  route,
  title,
  pageTitle: line,
  metaDescription: line,
  blocks: z
    .array(
      z.object({
        heading: line,
        image: ContentImage.optional(),
        alt: line.optional(),
        paragraphs: z.array(paragraph).max(50),
        list: z.array(paragraph).max(100),
      }),
    )
    .max(100),
});
export type StaticPage = z.infer<typeof StaticPage>;

/**
 * The content record of a product page (a category landing page, D9); `products` are product ids.
 */
export const ProductPage = z.object({
  name: title,
  category: line,
  route,
  description: paragraph,
  pageTitle: line,
  metaDescription: line,
  heroImage: ContentImage,
  heroImageAlt: line.default(''),
  educationalContent: paragraph,
  pageHeader: line,
  pageSubtitle: line,
  benefits: z.array(paragraph).max(30, 'At most 30 benefits'),
  usageInstructions: paragraph,
  storageInstructions: paragraph,
  nutritionalInfo: paragraph,
  ctaText: line,
  products: z.array(z.string().trim().max(100)).max(1000, 'At most 1000 products'),
});
export type ProductPage = z.infer<typeof ProductPage>;

/** A product page in a request: only the name is required; the route is derived from it (R1.2). */
export const ProductPageInput = z.object({
  name: title,
  ...ProductPage.partial().omit({ name: true, route: true }).shape,
  // Without a default, so that an update can omit it.
  heroImageAlt: line.optional(),
  route: route.optional(),
});
export type ProductPageInput = z.infer<typeof ProductPageInput>;

/**
 * Page ids of GET and PUT /page-content/{pageId} with their schema. Static pages have their slug as
 * id.
 */
export const CONTENT = {
  offerBar: OfferBar,
  banner: OfferBar,
  hero: Hero,
  navbar: Navbar,
  homepage: Homepage,
  contactPage: ContactPage,
  announcements: Announcements,
  about: StaticPage,
  'terms-of-service': StaticPage,
  'privacy-policy': StaticPage,
  'shipping-policy': StaticPage,
  'return-refund-policy': StaticPage,
} as const;
export type PageId = keyof typeof CONTENT;
/** The content of each page id. */
export type PageContent = { [Id in PageId]: z.infer<(typeof CONTENT)[Id]> };

export const STATIC_PAGES = [
  'about',
  'terms-of-service',
  'privacy-policy',
  'shipping-policy',
  'return-refund-policy',
] as const;

export function isPageId(id: string): id is PageId {
  return Object.hasOwn(CONTENT, id);
}

export type ContentCheck<Id extends PageId> =
  | { ok: true; content: PageContent[Id] }
  | { ok: false; errors: FieldError[] };

/** Validates the content of a page. Returns the parsed content or the errors. */
export function checkContent<Id extends PageId>(id: Id, value: unknown): ContentCheck<Id> {
  const result = CONTENT[id].safeParse(value);
  if (result.success) {
    return { ok: true, content: result.data as PageContent[Id] };
  }
  return {
    ok: false,
    errors: result.error.issues.map((issue) => ({ path: issue.path.join('.'), msg: issue.message })),
  };
}

/** Routes of the shop that product pages cannot use (D9). */
export const RESERVED_ROUTES: ReadonlySet<string> = new Set(
  [
    'all-products combos contact-us about product cart address payment payment-success order-review order-confirmation',
    'order-details orders saved-order track-order shop wishlist search offline terms-of-service privacy-policy shipping-policy',
    'return-refund-policy admin admin-login kingadminlogin api assets media uploads fonts healthz readyz login account hi',
  ].flatMap((paths) => paths.split(' ').map((path) => `/${path}`)),
);
