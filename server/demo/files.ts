import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Category, Product } from '#shop/catalogue/catalogue.ts';
import type { initialValues } from '#shop/catalogue/fields.ts';
import type { Translation } from '#shop/language.ts';
import type { AttentionReason } from '#shop/orders/order-status.ts';
import { ROOT } from '../root.ts';

/**
 * Types of the JSON files in demo/: money in rupees, images relative to demo/media/, times relative
 * to today.
 */

const FOLDER = path.join(ROOT, 'demo');

interface DemoCategory {
  slug: string;
  name: string;
  icon: string;
  description: string;
  landingPage: boolean;
  translations: Category['translations'];
}

/** A product in the file. Omitted plain fields get their initial value. */
export interface DemoProduct extends Partial<ReturnType<typeof initialValues>> {
  id: string;
  name: string;
  description: string;
  hsnCode: string;
  gstRate: number;
  tags: string[];
  ingredients: string[];
  /** The category's slug. */
  category: string;
  sizes: {
    size: string;
    price: number;
    originalPrice: number;
    stock: number;
    netQuantityGrams?: number;
    contents?: { productId: string; size: string; quantity: number }[];
  }[];
  badges: Product['badges'];
  status: Product['status'];
  displaySections: Product['displaySections'];
  popularitySettings: Omit<Product['popularitySettings'], 'deliveryCutoff'>;
  nutrition: Product['nutrition'];
  images: { url: string; alt: string; packGrams?: number }[];
  translations: Product['translations'];
}

export interface DemoReview {
  id: string;
  productId: string;
  customerName: string;
  customerEmail: string;
  rating: number;
  title: string;
  comment: string;
  /** ISO 8601 with offset, relative to the reference date of the orders. */
  date: string;
  verified: boolean;
  helpful: number;
  status: 'pending' | 'approved' | 'rejected';
}

/** A time in the shop's time zone, relative to today. */
export interface DemoMoment {
  daysAgo: number;
  hour: number;
  minute?: number;
}

export interface DemoContact {
  name: string;
  email: string;
  phone: string;
  subject: string;
  message: string;
  status: 'new' | 'read' | 'replied' | 'closed';
  priority: 'low' | 'medium' | 'high' | 'urgent';
  adminNotes: string;
  createdAt: DemoMoment;
}

export interface DemoOrder {
  orderNumber: string;
  status: string;
  createdAt: DemoMoment;
  items: {
    product: string;
    name: string;
    size: string;
    quantity: number;
    price: number;
    originalPrice: number;
    image: string;
  }[];
  shippingAddress: {
    name: string;
    phone: string;
    email: string;
    address: string;
    city: string;
    state: string;
    pincode: string;
    country: string;
    addressType: string;
  };
  paymentMethod: string;
  payment: {
    method: string;
    app: string;
    status: 'pending' | 'completed' | 'failed';
    utrNumber: string | null;
    paidAmount?: number;
    failureReason?: string;
  };
  orderNote: string;
  pricing: { subtotal: number; shippingCharges: number; discount: number; total: number };
  needsAttention: AttentionReason[];
  events: (DemoMoment & { status: string; by: string; note: string })[];
}

/** In the file of a language: the English texts of the built-in content with their translation. */
export interface DemoFiles extends Record<Translation, Record<string, string>> {
  catalogue: { categories: DemoCategory[]; products: DemoProduct[] };
  reviews: { reviews: DemoReview[] };
  contacts: { contacts: DemoContact[] };
  /**
   * `referenceDate` is the date of `daysAgo: 0`, and the dates of the reviews are relative to it.
   */
  orders: { referenceDate: string; orders: DemoOrder[] };
  /** Page content by page id, validated by shop/content/content.ts where it is used. */
  content: Record<string, unknown>;
  pages: {
    productPages: ({ name: string; route: string } & Record<string, unknown>)[];
    staticPages: ({ slug: string } & Record<string, unknown>)[];
  };
  settings: { shop: unknown; payment: unknown; config: unknown };
}

/**
 * The output of scripts/pictures.ts for one source image of demo/media, such as
 * `products/x-1.webp`.
 */
export interface DemoPicture {
  /** `products/x-1-1000x1000-9f86d081.webp`. */
  file: string;
  /** A tiny placeholder as a `data:` URL. Only for images of the page content. */
  blur?: string;
}

let pictures: Record<string, DemoPicture> | undefined;

/** The files of demo/media by source name (demo/pictures.json). */
export function demoPictures(): Readonly<Record<string, DemoPicture>> {
  pictures ??= JSON.parse(readFileSync(path.join(FOLDER, 'pictures.json'), 'utf8')) as Record<string, DemoPicture>;
  return pictures;
}

/**
 * Reads one file of the demo shop. Replaces the source names of images with their URLs in the shop:
 * `products/x-1.webp` becomes `/media/products/x-1-1000x1000-9f86d081.webp`.
 */
export function readDemo<Name extends keyof DemoFiles>(name: Name): DemoFiles[Name] {
  const text = readFileSync(path.join(FOLDER, `${name}.json`), 'utf8');
  return JSON.parse(text, (_key, value: unknown) =>
    typeof value === 'string' ? mediaAddress(value) : value,
  ) as DemoFiles[Name];
}

/**
 * The file that replaced a demo picture or one of its copies: shops that were filled by an earlier
 * version have its former name in products, orders and page content. Null when the name is current
 * or no picture of the demo.
 *
 * @param name under demo/media: `products/x-1-1000x1000-8a2271ff-640.avif`
 */
export function replacementOf(name: string): string | null {
  const [, stem, width = '', ending] = /^(.+?)(?:-\d+x\d+)?-[0-9a-f]{8}(-\d+)?\.([a-z0-9]+)$/.exec(name) ?? [];
  const current = demoPictures()[`${stem}.${ending === 'avif' ? 'webp' : ending}`]?.file;
  if (!current) return null;
  const file = current.replace(/\.\w+$/, `${width}.${ending}`);
  return file === name ? null : file;
}

function mediaAddress(text: string): string {
  const picture = demoPictures()[text === 'logo.svg' ? 'site/logo.svg' : text];
  return picture ? `/media/${picture.file}` : text;
}

/** The built-in content by page id (`OriginalContent` of the content area). */
export const originalContent = {
  content(): Record<string, unknown> {
    const { staticPages } = readDemo('pages');
    return { ...readDemo('content'), ...Object.fromEntries(staticPages.map((page) => [page.slug, page])) };
  },

  blurs(): Map<string, string> {
    return new Map(
      Object.values(demoPictures()).flatMap(({ file, blur }): [string, string][] =>
        blur ? [[`/media/${file}`, blur]] : [],
      ),
    );
  },

  translation: (language: Translation) => readDemo(language),
};
