import type { Database } from '#server/database/connect.ts';
import { api } from '#shop/api.ts';
import { CONTACT_PRIORITIES, CONTACT_STATUSES } from '#shop/contacts/contacts.ts';
import type { Endpoint } from '#shop/contract.ts';
import { isoDay } from '#shop/india/dates.ts';
import { ORDER_STATUSES, ORDER_VIEW_NAMES, PAYMENT_STATUSES } from '#shop/orders/order-status.ts';
import { BANK_MESSAGE_STATUSES } from '#shop/orders/payments/bank-messages-api.ts';
import { CREDIT_STATUSES } from '#shop/orders/payments/credit.ts';
import { REPLACEMENT_STATUSES } from '#shop/orders/replacements.ts';

/**
 * The requests that `scripts/scale.ts` measures: every list, filter, search and detail of the
 * admin, and the public pages' own lists.
 */

/** Of the shop that issued the invoices. */
export const SELLER_GSTIN = '27ABCDE1234F1Z5';

/** A name, and the URL of the nth repetition: other words, pages and filters each time. */
export type Call = [name: string, urlOf: (index: number) => string];

/** Records to ask for, at random. */
export interface Sample {
  orders: { order_number: string; name: string; phone: string; email: string; utr: string | null }[];
  contacts: { id: string; name: string; email: string }[];
  products: { id: string; name: string }[];
  customers: { id: string }[];
  replacements: { id: string }[];
  /** The product with the longest stock history. */
  counted: string;
  /** The number of orders, contacts and credits; for the last pages. */
  amounts: { orders: number; contacts: number; credits: number };
  /** Epoch ms. */
  now: number;
}

const DAY = 86_400_000;
/** Parts of the contract that are no lists: they check disks, servers and mailboxes. */
const NO_LISTS: readonly string[] = ['GET /admin/doctor'];

/**
 * Every GET endpoint of staff that returns JSON and needs no id. Files are left out: they are rare
 * and read everything.
 */
export const LISTS: readonly string[] = Object.entries<Endpoint>(api).flatMap(([key, { access, responses }]) =>
  key.startsWith('GET ') &&
  ['staff', 'admin'].includes(access) &&
  !(responses[200] && 'contentType' in responses[200]) &&
  !key.includes(':') &&
  !NO_LISTS.includes(key)
    ? [key]
    : [],
);

export async function readSample({ db }: Pick<Database, 'db'>, times: number, now: number): Promise<Sample> {
  const count = async (table: 'orders' | 'contacts' | 'credits') => {
    const query = db.selectFrom(table).select((eb) => eb.fn.countAll<number>().as('count'));
    return Number((await query.executeTakeFirstOrThrow()).count);
  };
  const counted = await db
    .selectFrom('stock_changes')
    .select('product_id')
    .groupBy('product_id')
    .orderBy((eb) => eb.fn.countAll(), 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    orders: await db
      .selectFrom('orders')
      .select(['order_number', 'name', 'phone', 'utr', 'email'])
      .where('status', '!=', 'draft')
      .orderBy('access_token_hash')
      .limit(times)
      .execute(),
    contacts: await db.selectFrom('contacts').select(['id', 'name', 'email']).orderBy('message').limit(times).execute(),
    products: await db.selectFrom('products').select(['id', 'name']).orderBy('name').limit(times).execute(),
    customers: await db.selectFrom('customers').select('id').orderBy('search_text').limit(times).execute(),
    replacements: await db.selectFrom('replacements').select('id').limit(times).execute(),
    counted: counted?.product_id ?? '',
    amounts: { orders: await count('orders'), contacts: await count('contacts'), credits: await count('credits') },
    now,
  };
}

/**
 * All calls: the typical ones below, then the lists that have no filters and are not among them.
 */
export function callsOf(sample: Sample): Call[] {
  const typical = [
    ...orderCalls(sample),
    ...paymentCalls(sample),
    ...dashboardCalls(sample),
    ...catalogueCalls(sample),
    ...peopleCalls(sample),
    ...auditCalls(sample),
  ];
  const measured = new Set(typical.map(([, urlOf]) => new URL(urlOf(0), 'http://shop').pathname));
  const rest = LISTS.map((key) => key.replace('GET ', '/api')).filter((url) => !measured.has(url));
  return [...typical, ...rest.map((url): Call => [`GET ${url}`, () => url])];
}

const of = <T>(list: readonly T[], index: number) => list[index % list.length] as T;
const text = encodeURIComponent;
const part = (name: string, which: number) => text(name.split(' ')[which] ?? name);

function orderCalls({ orders, replacements, amounts, now }: Sample): Call[] {
  const list = '/api/orders?limit=50';
  const lastPage = Math.max(1, Math.floor(amounts.orders / 100));
  const statuses = ORDER_STATUSES.filter((status) => status !== 'draft');
  return [
    ['orders: newest', () => list],
    ['orders: any page', (i) => `/api/orders?limit=100&page=${1 + ((i * 7919) % lastPage)}`],
    ['orders: last page', () => `/api/orders?limit=100&page=${lastPage}`],
    ['orders: by status', (i) => `${list}&status=${of(statuses, i)}`],
    ['orders: by status, deep', (i) => `${list}&status=delivered&page=${1 + ((i * 37) % Math.ceil(lastPage * 1.5))}`],
    ['orders: drafts', (i) => `${list}&status=draft&page=${1 + (i % 10)}`],
    ['orders: by view', (i) => `${list}&view=${of(ORDER_VIEW_NAMES, i)}&page=${1 + (i % 20)}`],
    [
      'orders: by view, search a name',
      (i) => `${list}&view=${of(ORDER_VIEW_NAMES, i)}&search=${part(of(orders, i).name, 0)}`,
    ],
    ['orders: by payment', (i) => `${list}&payment=${of(PAYMENT_STATUSES, i)}`],
    ['orders: by payment, deep', (i) => `${list}&payment=completed&page=${1 + ((i * 61) % lastPage)}`],
    ['orders: needing attention', (i) => `${list}&attention=true&page=${1 + (i % 10)}`],
    ['orders: by dates', (i) => `${list}&from=${now - (i + 30) * DAY}&to=${now - i * DAY}`],
    ['orders: by dates and status', (i) => `${list}&status=delivered&from=${now - (i + 90) * DAY}`],
    ['orders: by dates and payment', (i) => `${list}&payment=completed&from=${now - (i + 90) * DAY}`],
    ['orders: search a number', (i) => `${list}&search=${of(orders, i).order_number}`],
    ['orders: search a mobile number', (i) => `${list}&search=${of(orders, i).phone}`],
    ['orders: search a UTR', (i) => `${list}&search=${of(orders, i).utr ?? '400000000000'}`],
    ['orders: search a name', (i) => `${list}&search=${text(of(orders, i).name)}`],
    ['orders: search a first name', (i) => `${list}&search=${part(of(orders, i).name, 0)}`],
    ['orders: search a first name, deep', (i) => `${list}&search=${part(of(orders, i).name, 0)}&page=${20 + i}`],
    ['orders: search an email', (i) => `${list}&search=${text(of(orders, i).email)}`],
    ['orders: search a city', (i) => `${list}&search=${of(['Mumbai', 'pune', '600020', 'srinagar'], i)}`],
    ['orders: search what nobody is called', (i) => `${list}&search=zzyzx${i}`],
    ['orders: search part of a UTR', (i) => `${list}&search=${(of(orders, i).utr ?? '400000000000').slice(3, 10)}`],
    ['orders: search two letters', (i) => `${list}&search=${text(of(orders, i).name.slice(0, 2))}`],
    ['orders: search among the pending', (i) => `${list}&status=pending&search=${text(of(orders, i).name)}`],
    ['orders: search among the paid', (i) => `${list}&payment=completed&search=${part(of(orders, i).name, 1)}`],
    ['orders: search in 30 days', (i) => `${list}&from=${now - 30 * DAY}&search=${part(of(orders, i).name, 1)}`],
    ['orders: one', (i) => `/api/orders/${of(orders, i).order_number}`],
    ['orders: known customer', (i) => `/api/orders/by-staff/customer?phone=${of(orders, i).phone}`],
    ['orders: track (public)', (i) => `/api/orders/track/${of(orders, i).phone}`],
    ['replacements: by status', (i) => `/api/replacements?status=${of(REPLACEMENT_STATUSES, i)}`],
    ['replacements: any page', (i) => `/api/replacements?limit=50&page=${1 + (i % 30)}`],
    ['replacements: search', (i) => `/api/replacements?search=${text(of(orders, i).name)}`],
    ['replacements: one', (i) => `/api/replacements/${of(replacements, i).id}`],
  ];
}

function paymentCalls({ amounts, now, orders }: Sample): Call[] {
  const list = '/api/payments/credits?limit=50';
  const pages = Math.max(1, Math.floor(amounts.credits / 50));
  const month = (ago: number) => isoDay(now - ago * 30 * DAY).slice(0, 7);
  return [
    ['payments: review', () => '/api/payments/review'],
    ['payments: credits', (i) => `${list}&page=${1 + i}`],
    ['payments: credits, any page', (i) => `${list}&page=${1 + ((i * 7919) % pages)}`],
    ['payments: credits by status', (i) => `${list}&status=${of(CREDIT_STATUSES, i)}`],
    [
      'payments: credits by status, deep',
      (i) => `${list}&status=matched&page=${1 + ((i * 61) % Math.ceil(pages * 0.9))}`,
    ],
    ['payments: credits by days', (i) => `${list}&from=${isoDay(now - (i + 30) * DAY)}&to=${isoDay(now - i * DAY)}`],
    [
      'payments: open credits by days',
      (i) => `${list}&status=open&from=${isoDay(now - (i + 7) * DAY)}&to=${isoDay(now)}`,
    ],
    [
      'payments: bank messages',
      (i) =>
        `/api/payments/bank-messages?status=${of(BANK_MESSAGE_STATUSES, i)}&sender=HDFCBK&limit=50&page=${1 + (i % 5)}`,
    ],
    ['payments: refunds due', () => '/api/payments/refunds?status=due'],
    ['payments: refunds sent', () => '/api/payments/refunds?status=sent'],
    ['payments: refunds of an order', (i) => `/api/payments/refunds?status=sent&order=${of(orders, i).order_number}`],
    // The first reading of a month after a start reads all its documents: it is the worst, not the
    // p95.
    ...[0, 1, 6].map(
      (ago): Call => [`GST: ${ago} months ago`, () => `/api/reports/gst?month=${month(ago)}&gstin=${SELLER_GSTIN}`],
    ),
    ...['month', 'quarter', 'year'].map(
      (span): Call => [`GST: a ${span}`, () => `/api/reports/gst?month=${month(1)}&span=${span}&gstin=${SELLER_GSTIN}`],
    ),
    ...['month', 'quarter', 'year'].map(
      (span): Call => [`margin: a ${span}`, () => `/api/reports/margin?month=${month(1)}&span=${span}`],
    ),
    ['GST: as a demo', () => `/api/reports/gst?month=${month(1)}&gstin=${SELLER_GSTIN}&demo=true`],
  ];
}

function dashboardCalls({ orders, products }: Sample): Call[] {
  const search = '/api/admin/search?q=';
  return [
    // Every second call is for another period: figures that are kept for a while are computed
    // again.
    ...['overview', 'insight'].flatMap((name) =>
      [1, 7, 30, 90].map(
        (days): Call => [
          `${name}: ${days} days`,
          (i) => `/api/admin/${name}?days=${i % 2 === 0 ? days : days === 1 ? 7 : 1}`,
        ],
      ),
    ),
    ['finder: a name', (i) => `${search}${text(of(orders, i).name)}`],
    ['finder: a last name', (i) => `${search}${part(of(orders, i).name, 1)}`],
    ['finder: an email', (i) => `${search}${text(of(orders, i).email)}`],
    ['finder: what nobody is called', (i) => `${search}zzyzx${i}`],
    ['finder: two letters', (i) => `${search}${text(of(orders, i).name.slice(0, 2))}`],
    ['finder: a number', (i) => `${search}${of(orders, i).phone.slice(0, 6)}`],
    ['finder: an order', (i) => `${search}${of(orders, i).order_number.slice(0, 9)}`],
    ['finder: a product', (i) => `${search}${text(of(products, i).name)}`],
    ['compliance', (i) => `/api/admin/compliance?limit=100&page=${1 + (i % 20)}`],
  ];
}

function catalogueCalls({ products, orders, counted }: Sample): Call[] {
  const list = '/api/products?limit=50';
  const reviews = '/api/reviews?limit=50';
  return [
    ['products: newest', (i) => `${list}&sort=newest&_t=${i}`],
    ['products: any page', (i) => `${list}&page=${1 + i * 4}&_t=${i}`],
    ['products: search', (i) => `${list}&search=${text(of(products, i).name)}&_t=${i}`],
    ['products: search a word', (i) => `${list}&search=${part(of(products, i).name, 1)}&_t=${i}`],
    ['products: low stock', (i) => `${list}&status=Active&stock=low&_t=${i}`],
    ['products: lacking', (i) => `${list}&lacking=true&page=${1 + i}&_t=${i}`],
    [
      'products: by category and price',
      (i) => `${list}&category=almonds&minPrice=100&maxPrice=${300 + i}&sort=price-asc`,
    ],
    ['products: one', (i) => `/api/products/${of(products, i).id}?_t=${i}`],
    ['products: stock history', (i) => `/api/admin/products/${i % 2 === 0 ? counted : of(products, i).id}/stock`],
    ['products: by tag and section', (i) => `${list}&tags=premium&section=bestSellers&inStock=true&_t=${i}`],
    ['products: by country and rating', (i) => `${list}&country=India&rating=4&sort=rating&_t=${i}`],
    ['products: by pack size and sugar', (i) => `${list}&sizes=250g,1kg&noAddedSugar=true&_t=${i}`],
    ['products: of a wishlist', (i) => `${list}&ids=${of(products, i).id},${of(products, i + 1).id}&_t=${i}`],
    ['reviews: newest', () => `${reviews}&sort=createdAt&order=desc`],
    ['reviews: by status', (i) => `${reviews}&status=${of(['pending', 'approved', 'rejected'], i)}&page=${1 + i}`],
    ['reviews: by status and rating', (i) => `${reviews}&status=approved&rating=${1 + (i % 5)}`],
    ['reviews: by rating, lowest', () => `${reviews}&sort=rating&order=asc`],
    ['reviews: by date', (i) => `${reviews}&sort=date&order=${of(['asc', 'desc'], i)}`],
    ['reviews: of a product', (i) => `${reviews}&productId=${of(products, i).id}`],
    ['reviews: any page', (i) => `/api/reviews?limit=100&page=${1 + i * 5}`],
    ['reviews: search', (i) => `${reviews}&search=${text(of(orders, i).name)}`],
    ['reviews: search a product', (i) => `${reviews}&search=${text(of(products, i).name)}`],
  ];
}

function peopleCalls({ customers, contacts, orders, amounts }: Sample): Call[] {
  const people = '/api/customers?limit=50';
  const messages = '/api/contacts?limit=50';
  const pages = Math.max(1, Math.floor(amounts.orders / 300));
  const messagePages = Math.max(1, Math.floor(amounts.contacts / 50));
  return [
    ['customers: newest', () => people],
    ['customers: any page', (i) => `/api/customers?limit=100&page=${1 + ((i * 31) % pages)}`],
    ['customers: by value, deep', (i) => `${people}&sort=value&page=${1 + ((i * 97) % (pages * 2))}`],
    ['customers: a segment', (i) => `${people}&segment=${of(['new', 'returning', 'lapsed', 'top'], i)}`],
    ['customers: a segment, deep', (i) => `${people}&segment=lapsed&page=${1 + ((i * 31) % pages)}`],
    ['customers: a segment by value', (i) => `${people}&sort=value&segment=${of(['returning', 'lapsed'], i)}`],
    ['customers: a tag', (i) => `${people}&tag=${of(['wholesale', 'family', 'gifts'], i)}&page=${1 + i}`],
    ['customers: a tag in a segment', (i) => `${people}&tag=wholesale&segment=${of(['returning', 'lapsed'], i)}`],
    ['customers: search a name', (i) => `${people}&search=${text(of(orders, i).name)}`],
    ['customers: search a mobile number', (i) => `${people}&search=${of(orders, i).phone}`],
    ['customers: search a city', (i) => `${people}&search=${of(['mumbai', 'pune', 'kochi'], i)}&page=${1 + i}`],
    ['customers: search in a segment', (i) => `${people}&segment=lapsed&search=${part(of(orders, i).name, 1)}`],
    ['customers: search what nobody is called', (i) => `${people}&search=zzyzx${i}`],
    ['customers: one', (i) => `/api/customers/${of(customers, i).id}`],
    ['contacts: newest', () => messages],
    ['contacts: any page', (i) => `${messages}&page=${1 + ((i * 31) % messagePages)}`],
    ['contacts: by status', (i) => `${messages}&status=${of(CONTACT_STATUSES, i)}&page=${1 + i * 4}`],
    [
      'contacts: by status and priority',
      (i) => `${messages}&status=${of(CONTACT_STATUSES, i)}&priority=${of(CONTACT_PRIORITIES, i)}`,
    ],
    ['contacts: complaints', (i) => `${messages}&grievances=${of(['all', 'overdue'], i)}`],
    ['contacts: search a name', (i) => `${messages}&search=${text(of(contacts, i).name)}`],
    ['contacts: search an email', (i) => `${messages}&search=${text(of(contacts, i).email)}`],
    ['contacts: search what nobody wrote', (i) => `${messages}&search=zzyzx${i}`],
    ['contacts: one', (i) => `/api/contacts/${of(contacts, i).id}`],
    ['newsletter: any page', (i) => `/api/newsletter?limit=100&page=${1 + i * 10}`],
    ['newsletter: search', (i) => `/api/newsletter?search=reader${i * 997}`],
    ['stock alerts', (i) => `/api/stock-alerts?limit=50&page=${1 + i}`],
  ];
}

function auditCalls({ orders, now }: Sample): Call[] {
  const list = '/api/admin/audit';
  const day = (ago: number) => isoDay(now - ago * DAY);
  return [
    ['audit: newest', () => list],
    ['audit: older', (i) => `${list}?before=${now - i * 10 * DAY}_aud`],
    ['audit: by actor', (i) => `${list}?actor=nobody${i}`],
    ['audit: by subject', (i) => `${list}?subject=order&subjectId=${of(orders, i).order_number}`],
    ['audit: by action and day', (i) => `${list}?action=order.payment&from=${day(i + 20)}&to=${day(i + 10)}`],
    ['audit: by subject and action', (i) => `${list}?subject=order&action=order.status&from=${day(i + 400)}`],
    ['audit: search', (i) => `${list}?text=${of(orders, i).order_number}`],
    ['audit: search a rare word', (i) => `${list}?text=zzyzx${i}`],
  ];
}
