import { randomBytes } from 'node:crypto';
import type { Database } from '#server/database/connect.ts';

/**
 * What shoppers ask for, as `scripts/scale.ts` measures it: every public page, list and search,
 * tracking, and an order from draft to end.
 */

/** A request, as for Fastify's `inject`. The response must have the status, 200 by default. */
export interface ShopperCall {
  method?: 'GET' | 'POST';
  url: string;
  payload?: object;
  headers?: Record<string, string>;
  status?: number;
  /** Receives the body; a later call may need what it says. */
  read?: (body: string) => void;
}

/** Records to ask for; the same kinds in a small and a large shop. */
export interface ShopperSample {
  /** Active, with stock. */
  products: { id: string; name: string; size: string; price: number }[];
  /** Slugs. */
  categories: string[];
  /** Of landing pages, with a slash. */
  routes: string[];
  /** Mobile numbers that have ordered. */
  phones: string[];
  /** The start of the range of UTRs that no order has. */
  freeUtr: number;
}

export async function readShopperSample({ db }: Pick<Database, 'db'>, routes: string[]): Promise<ShopperSample> {
  const products = await db
    .selectFrom('products')
    .innerJoin('product_sizes', 'product_sizes.product_id', 'products.id')
    .select(['products.id', 'products.name', 'product_sizes.size', 'product_sizes.price'])
    .where('products.status', '=', 'Active')
    .where('products.deleted_at', 'is', null)
    .where('product_sizes.position', '=', 0)
    .where('product_sizes.removed_at', 'is', null)
    .orderBy('products.name')
    .execute();
  const categories = await db.selectFrom('categories').select('slug').orderBy('slug').execute();
  const phones = await db
    .selectFrom('orders')
    .select('phone')
    .where('status', '!=', 'draft')
    .orderBy('access_token_hash')
    .limit(200)
    .execute();
  return {
    // Not neighbours: spread over all products.
    products: Array.from({ length: 200 }, (_, index) => products[(index * 7919) % products.length]).filter(
      (product) => product !== undefined,
    ),
    categories: categories.map(({ slug }) => slug),
    routes,
    phones: [...new Set(phones.map(({ phone }) => phone))],
    freeUtr: 600_000_000_000 + (randomBytes(4).readUInt32BE() % 300_000_000) * 1_000,
  };
}

/** A name, and the nth call. Calls with the same `index` may build on each other, in this order. */
export type ShopperCalls = [name: string, of: (index: number) => ShopperCall][];

const of = <T>(list: readonly T[], index: number) => list[index % list.length] as T;
const text = encodeURIComponent;

export function shopperCalls(sample: ShopperSample): ShopperCalls {
  return [...pageCalls(sample), ...dataCalls(sample), ...listCalls(sample), ...orderCalls(sample)];
}

/** Not from the cache of pages, in which a call costs the same whatever the size of the shop. */
function fresh(url: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}_t=1`;
}

/** Pages that show nothing of the catalogue or of an order; they render the same frame. */
const PLAIN_PAGES = [
  '/cart',
  '/wishlist',
  '/track-order',
  '/orders',
  '/saved-order',
  '/address',
  '/payment',
  '/payment-success',
  '/order-review',
  '/about',
  '/contact-us',
  '/terms-of-service',
  '/privacy-policy',
  '/shipping-policy',
  '/return-refund-policy',
];

function pageCalls({ products, categories, routes }: ShopperSample): ShopperCalls {
  const number = 'ORD1763900000000001';
  const word = (index: number) => text(of(products, index).name.split(' ').at(-1) ?? '');
  const page = (name: string, urlOf: (index: number) => string): ShopperCalls[number] => [
    `page: ${name}`,
    (index) => ({ url: fresh(urlOf(index)) }),
  ];
  return [
    page('home', () => '/'),
    page('home in Hindi', () => '/hi'),
    page('listing', () => '/all-products'),
    page('listing in Hindi', () => '/hi/all-products'),
    page('listing, second page', () => '/all-products?page=2'),
    page('listing by price', (index) => `/all-products?sort=price-asc&minPrice=${index}&inStock=true`),
    page('listing by pack size', () => '/all-products?sizes=250g&sizes=1kg&noAddedSugar=true'),
    page('listing of a category', (index) => `/all-products?category=${of(categories, index)}`),
    page('listing of a search', (index) => `/all-products?q=${word(index)}`),
    page('combos', () => '/combos'),
    page('landing', (index) => of(routes, index)),
    page('product', (index) => `/product/${of(products, index).id}`),
    page('product in Hindi', (index) => `/hi/product/${of(products, index).id}`),
    page('order', () => `/orders/${number}`),
    page('order details', () => `/order-details/${number}`),
    page('order confirmation', () => `/order-confirmation/${number}`),
    ...PLAIN_PAGES.map((url) => page(url, () => url)),
    ['page: /shop', () => ({ url: '/shop', status: 302 })],
    ['page: not there', (index) => ({ url: `/no/such-page-${index}`, status: 404 })],
    ['page: product, from the cache', (index) => ({ url: `/product/${of(products, index % 5).id}` })],
  ];
}

/** What a click in the shop loads. */
function dataCalls({ products, routes }: ShopperSample): ShopperCalls {
  const urls: [string, (index: number) => string][] = [
    ['home', () => '/_.data'],
    ['listing', (index) => `/all-products.data?page=${1 + (index % 2)}`],
    ['landing', (index) => `${of(routes, index)}.data`],
    ['product', (index) => `/product/${of(products, index).id}.data`],
    ['product in Hindi', (index) => `/hi/product/${of(products, index).id}.data`],
    ['cart', () => '/cart.data'],
    ['payment', () => '/payment.data'],
  ];
  return urls.map(([name, urlOf]) => [`data: ${name}`, (index) => ({ url: fresh(urlOf(index)) })]);
}

function listCalls({ products, categories, phones }: ShopperSample): ShopperCalls {
  const list = '/api/products?limit=12';
  const id = (index: number) => of(products, index).id;
  const word = (index: number, which: number) => text(of(products, index).name.split(' ').at(which) ?? '');
  const urls: [string, (index: number) => string][] = [
    ['products', (index) => `${list}&page=${1 + (index % 2)}`],
    ['products by price', (index) => `${list}&sort=price-asc&minPrice=${index}`],
    ['products of a category', (index) => `${list}&category=${of(categories, index)}&sort=rating`],
    ['products: search', (index) => `${list}&search=${word(index, -1)}`],
    ['products: search a name', (index) => `${list}&search=${text(of(products, index).name)}`],
    ['products: search two words of descriptions', (index) => `${list}&search=${apart(index)}`],
    ['products of a wishlist', (index) => `${list}&ids=${id(index)},${id(index + 1)}`],
    ['featured', () => '/api/products/featured'],
    ['best sellers', () => '/api/products/best-sellers'],
    ['suggestions', (index) => `/api/products/search?q=${word(index, 0).slice(0, 4)}`],
    ['suggestions: two letters', (index) => `/api/products/search?q=${word(index, 0).slice(0, 2)}`],
    ['suggestions: a typing error', (index) => `/api/products/search?q=${typo(of(products, index).name)}`],
    ['suggestions: nothing', (index) => `/api/products/search?q=zzyzx${index}`],
    ['product', (index) => `/api/products/${id(index)}`],
    ['reviews', (index) => `/api/reviews/product/${id(index)}`],
    ['reviews by stars', (index) => `/api/reviews/product/${id(index)}?sort=highest&stars=${1 + (index % 5)}`],
    ['categories', () => '/api/categories'],
    ['categories of products', () => '/api/products/categories'],
    ['category', (index) => `/api/categories/${of(categories, index)}`],
    ['config', () => '/api/config'],
    ['payment settings', () => '/api/payment-settings'],
    ['content', () => '/api/page-content'],
    ['content of a page', () => '/api/page-content/homepage'],
    ['landing pages', () => '/api/pages/products'],
    ['track', (index) => `/api/orders/track/${of(phones, index)}`],
    ['track a number without orders', (index) => `/api/orders/track/${9_111_000_000 + index}`],
    ['robots.txt', () => '/robots.txt'],
    ['manifest', () => '/manifest.webmanifest'],
  ];
  return urls.map(([name, urlOf]) => [`list: ${name}`, (index) => ({ url: fresh(urlOf(index)) })]);
}

/** A word with two letters swapped. */
function typo(name: string): string {
  const word = name.split(' ').at(-2) ?? name;
  return text(`${word.slice(0, 2)}${word[3] ?? ''}${word[2] ?? ''}${word.slice(4)}`);
}

/**
 * Two words that most descriptions have, but never together; another text each time, since results
 * are kept.
 */
function apart(index: number): string {
  return text(`fresh ${'.'.repeat(index % 16)}${'-'.repeat((index >> 4) % 16)} packed`);
}

/** With a UTR from the start, or at last. */
type Which = 'paid' | 'unpaid';

/** One order with a UTR and one that is cancelled, of another phone and network each time. */
function orderCalls({ products, freeUtr }: ShopperSample): ShopperCalls {
  const orders = new Map<string, { orderNumber: string; accessToken: string }>();
  const common = (index: number, which: Which) => {
    const { id, size, price } = of(products, index);
    const phone = String(9_222_000_000 + (freeUtr % 9_973) * 1_000 + 2 * index + (which === 'paid' ? 0 : 1));
    const shippingAddress = {
      name: 'Asha Rao',
      phone,
      email: `asha${index}@example.com`,
      address: '1 Test Road',
      city: 'Pune',
      state: 'Maharashtra',
      pincode: '411001',
      country: 'India',
    };
    const items = [{ product: id, size, quantity: 1, price: price / 100 }];
    return { items, shippingAddress, paymentMethod: 'upi', shipping: 0 };
  };
  const post = (url: string, payload: object, more: Partial<ShopperCall> = {}): ShopperCall => ({
    method: 'POST',
    url,
    payload,
    ...more,
  });
  const named = (index: number, which: Which) => {
    const order = orders.get(`${which}${index}`);
    if (!order) throw new Error(`no draft ${which}${index}`);
    return { ...order, headers: { 'x-order-token': order.accessToken } };
  };
  const draft = (which: Which) => (index: number) =>
    post('/api/orders/draft', common(index, which), {
      status: 201,
      read: (body) => void orders.set(`${which}${index}`, JSON.parse(body).order),
    });
  const place = (which: Which, utrNumber?: number) => (index: number) => {
    const { orderNumber, accessToken } = named(index, which);
    const paymentDetails = utrNumber ? { utrNumber: String(utrNumber + index), method: 'upi' } : {};
    const body = { ...common(index, which), orderNumber, accessToken, paymentDetails };
    return post('/api/orders', body, { status: 201 });
  };
  return [
    ['order: price of a cart', (index) => post('/api/orders/price', { items: common(index, 'paid').items })],
    ['order: draft', draft('paid')],
    [
      'order: draft again',
      (index) => {
        const { orderNumber, accessToken } = named(index, 'paid');
        return post('/api/orders/draft', { ...common(index, 'paid'), orderNumber, accessToken }, { status: 201 });
      },
    ],
    ['order: place with a UTR', place('paid', freeUtr)],
    [
      'order: one',
      (index) => {
        const { orderNumber, headers } = named(index, 'paid');
        return { url: `/api/orders/${orderNumber}`, headers };
      },
    ],
    ['order: draft of another', draft('unpaid')],
    ['order: place without a UTR', place('unpaid')],
    [
      'order: send the UTR',
      (index) => {
        const { orderNumber, headers } = named(index, 'unpaid');
        return post(`/api/orders/${orderNumber}/utr`, { utrNumber: String(freeUtr + 500 + index) }, { headers });
      },
    ],
    [
      'order: cancel',
      (index) => {
        const { orderNumber, headers } = named(index, 'unpaid');
        return post(`/api/orders/${orderNumber}/cancel`, {}, { headers });
      },
    ],
  ];
}
