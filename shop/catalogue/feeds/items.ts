import { imageUrl, jpegCopy } from '../../media/pictures.ts';
import { type Paise, toPaise } from '../../money/money.ts';
import { priceOrder } from '../../money/pricing.ts';
import { cleanLine } from '../../text/text.ts';
import type { Product } from '../catalogue.ts';
import { gramsOf } from '../packs.ts';
import type { Feeds } from '../product-admin.ts';
import { type OfferedSize, offeredSizes, shortId, skuOf } from '../sku.ts';

/**
 * The catalogue as other companies read it: an item for each pack size of a product that shoppers
 * see. google.ts and meta.ts write it down.
 */

/** Items in one file; more are in further files. */
export const MOST_ITEMS = 5_000;
/** Pictures beside the first: as many as Google takes. */
const MORE_PICTURES = 10;

export interface FeedShop {
  /** PUBLIC_URL */
  origin: string;
  brandName: string;
  /** It takes no orders now. */
  closed: boolean;
}

export type FeedProduct = Pick<
  Product,
  | 'id'
  | 'name'
  | 'description'
  | 'brand'
  | 'category'
  | 'subcategory'
  | 'images'
  | 'sizes'
  | 'status'
  | 'stockCount'
  | 'price'
  | 'originalPrice'
  | 'weight'
>;

/** One size of one product. */
export interface FeedPart {
  product: FeedProduct;
  size: OfferedSize;
}

export interface FeedItem {
  id: string;
  /** The same of all sizes of a product; null of a product with one. */
  group: string | null;
  title: string;
  description: string;
  link: string;
  image: string;
  moreImages: string[];
  available: boolean;
  /** What checkout charges for one piece, GST included. */
  price: Paise;
  /** The MRP; null when it is not above the price. */
  mrp: Paise | null;
  /** What its delivery in India costs. */
  shipping: Paise;
  brand: string;
  gtin: string | null;
  size: string;
  /** Net weight, if it is known. */
  grams: number | null;
  /** 'Nuts > Walnuts' */
  productType: string;
}

/** The sizes that a feed lists. A product without a picture is left out: no catalogue takes it. */
export function feedParts(products: readonly FeedProduct[]): FeedPart[] {
  return products
    .filter(({ images }) => images.length > 0)
    .flatMap((product) => offeredSizes(product).map((size) => ({ product, size })));
}

/** The n-th file, from 1; null when there is none. An empty shop has one without items. */
export function partsOfFile(parts: readonly FeedPart[], file: number): readonly FeedPart[] | null {
  return file >= 1 && file <= filesOf(parts) ? parts.slice((file - 1) * MOST_ITEMS, file * MOST_ITEMS) : null;
}

export function filesOf(parts: readonly FeedPart[]): number {
  return Math.max(1, Math.ceil(parts.length / MOST_ITEMS));
}

export function feedItem({ product, size }: FeedPart, shop: FeedShop): FeedItem {
  const label = cut(size.size || product.weight, 100);
  const grams = size.netQuantityGrams || gramsOf(label);
  const price = toPaise(size.price);
  const mrp = toPaise(size.originalPrice);
  // The picture of this pack first, as on the page.
  const shown = product.images.find(({ packGrams }) => packGrams !== undefined && packGrams === grams);
  const images = [...new Set([shown, ...product.images].flatMap((image) => (image ? pictureOf(image.url, shop) : [])))];
  const query = size.size === '' ? '' : `?size=${encodeURIComponent(size.size.toWellFormed())}`;
  const ending = label ? `, ${label}` : '';
  return {
    id: skuOf(product.id, size.size),
    group: product.sizes.length > 1 ? shortId(product.id) : null,
    title: `${cut(product.name, 150 - ending.length)}${ending}`,
    description: cut(product.description.replace(/<[^<>]*>/g, ' '), 5_000) || product.name,
    link: `${shop.origin}/product/${product.id}${query}`,
    image: images[0] ?? '',
    moreImages: images.slice(1, 1 + MORE_PICTURES),
    available: size.available && !shop.closed,
    price,
    mrp: mrp > price ? mrp : null,
    shipping: priceOrder([{ price, quantity: 1 }]).shipping,
    brand: cut(product.brand || shop.brandName, 70),
    gtin: size.gtin ?? null,
    size: label,
    grams,
    productType: cut([product.category, product.subcategory].filter(Boolean).join(' > '), 750),
  };
}

/** The whole address of a picture: as JPEG, which everybody takes, unless it is another site's. */
function pictureOf(stored: string, { origin }: FeedShop): string {
  const address = imageUrl(stored);
  const own = address.startsWith('/media/') ? jpegCopy(address) : null;
  return new URL(own?.url ?? address, origin).href;
}

/** A text on one line, shortened at the end of a word. */
function cut(text: string, most: number): string {
  const whole = cleanLine(text.toWellFormed()).replace(/ {2,}/g, ' ');
  if (whole.length <= most) return whole;
  const start = whole.slice(0, most - 1);
  const end = start.lastIndexOf(' ');
  return `${(end > most / 2 ? start.slice(0, end) : start).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** What the owner reads of the feeds. @param origin PUBLIC_URL */
export function feedsOf(products: readonly FeedProduct[], origin: string | null): Feeds {
  const parts = feedParts(products);
  const numbers = Array.from({ length: origin ? filesOf(parts) : 0 }, (_, index) => index + 1);
  return {
    google: numbers.map((file) => `${origin}${feedPath('google', file)}`),
    meta: numbers.map((file) => `${origin}${feedPath('meta', file)}`),
    items: parts.length,
    withoutPicture: products.filter(({ images }) => images.length === 0).length,
  };
}

const ENDINGS = { google: 'xml', meta: 'csv' } as const;
export type FeedKind = keyof typeof ENDINGS;

/** '/feeds/google.xml', then '/feeds/google-2.xml'. `file` may be the pattern of a route. */
export function feedPath(kind: FeedKind, file: number | string): string {
  return `/feeds/${kind}${file === 1 ? '' : `-${file}`}.${ENDINGS[kind]}`;
}
