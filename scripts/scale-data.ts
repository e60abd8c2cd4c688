import type { Kysely } from 'kysely';
import { type Database, unlimited } from '#server/database/connect.ts';
import { fillCustomers } from '#server/database/migrations/039-customers.ts';
import { seedContent } from '#server/demo/seed.ts';
import { sha256 } from '#server/ids.ts';
import { searchText, wholeOrder } from '#server/orders/rows/orders.queries.ts';
import { KEEP_DAYS, KEEP_WORDS_DAYS, MOST_WORDS, VISIT_STEPS } from '#shop/dashboard/insight.ts';
import { isoDay } from '#shop/india/dates.ts';
import { appCounts, coupons, creditOf, gstinOf, ledger, statementImports } from './scale-ledger.ts';
import { Writer } from './scale-writer.ts';

/**
 * Generates a large shop with random but reproducible data for `scripts/scale.ts`. Rows are
 * inserted directly into the tables, in batches. They have the same shape as those that the shop
 * writes, but the orders do not change stock.
 */
export interface Amounts {
  products: number;
  orders: number;
  contacts: number;
}

const DAY = 86_400_000;
/** Orders are spread over this many days, with more in the later ones. */
const DAYS = 500;
const FIRST =
  'Aarav Aditi Akash Ananya Anjali Arjun Asha Bhavna Chetan Deepa Divya Farhan Gauri Harish Ishaan Jaya Kabir Kavya Lakshmi Manoj Meera Nikhil Nisha Omkar Pooja Pranav Priya Rahul Rekha Rohan Sana Sanjay Shreya Sunita Tara Uma Varun Vidya Yash Zoya'.split(
    ' ',
  );
const LAST =
  'Agarwal Ahmed Banerjee Bhat Chatterjee Das Desai Fernandes Ghosh Gupta Iyer Jain Joshi Kapoor Khan Kulkarni Kumar Menon Mehta Mishra Nair Naidu Pandey Patel Pillai Rao Reddy Roy Saxena Shah Sharma Singh Sinha Thakur Trivedi Varma Verma Yadav'.split(
    ' ',
  );
const CITIES: [string, string, string][] = [
  ['Mumbai', 'Maharashtra', '400001'],
  ['Pune', 'Maharashtra', '411001'],
  ['Chennai', 'Tamil Nadu', '600020'],
  ['Bengaluru', 'Karnataka', '560001'],
  ['Kolkata', 'West Bengal', '700001'],
  ['Jaipur', 'Rajasthan', '302001'],
  ['Srinagar', 'Jammu and Kashmir', '190001'],
  ['Kochi', 'Kerala', '682001'],
];
const NUTS = 'Almonds Cashews Pistachios Walnuts Raisins Figs Dates Apricots Hazelnuts Pecans Makhana Prunes'.split(
  ' ',
);
const KINDS = 'Roasted Salted Smoked Raw Organic Peppered Honeyed Jumbo Premium Kashmiri Californian Iranian'.split(
  ' ',
);

/** A seeded random number generator, from 0 to 1. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Fills an empty, migrated shop with orders up to `now`. @returns how long it took, ms */
export async function fillShop(database: Database, amounts: Amounts, now: number): Promise<number> {
  const started = performance.now();
  const random = dice(7);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const writer = new Writer(database);

  for (const [position, name] of NUTS.entries()) {
    const slug = name.toLowerCase();
    writer.add('categories', { id: slug, name, slug, position, created_at: now, updated_at: now });
  }
  await writer.flush();
  await database.db.transaction().execute((trx) => seedContent(trx, now));
  const products: { id: string; name: string; price: number }[] = [];
  for (let index = 0; index < amounts.products; index++) {
    const nut = NUTS[index % NUTS.length] as string;
    const name = `${pick(KINDS)} ${nut} ${index}`;
    const id = name.toLowerCase().replaceAll(' ', '-');
    const price = 9_900 + Math.floor(random() * 900) * 100;
    products.push({ id, name, price });
    writer.add('products', {
      id,
      name,
      description: `${name}, packed fresh.`.repeat(6),
      category_id: nut.toLowerCase(),
      position: index,
      status: pick(['Active', 'Active', 'Active', 'Active', 'Inactive', 'Out of Stock'] as const),
      hsn_code: '0802',
      features: '["Crunchy","Fresh"]',
      badges: '[]',
      ...sectionsOf(index),
      created_at: now - index * 60_000,
      updated_at: now - index * 60_000,
    });
  }
  await writer.flush();
  for (const { id, price } of products) {
    for (const [position, size] of ['250g', '500g'].entries()) {
      const money = { price: price * (position + 1), original_price: price * (position + 1) + 5_000 };
      const stock = Math.floor(random() * 60);
      writer.add('product_sizes', { product_id: id, size, position, ...money, stock, net_quantity_grams: 250 });
    }
    writer.add('product_images', { product_id: id, position: 0, url: '/media/products/almonds-1.webp' });
    writer.add('product_tags', { product_id: id, tag: 'premium', position: 0 });
    await writer.flushWhenFull();
  }
  await writer.flush();
  stockHistory(writer, products, now);
  await writer.flush();

  const person = (which: number) => {
    const own = dice(which);
    const name = `${FIRST[Math.floor(own() * FIRST.length)]} ${LAST[Math.floor(own() * LAST.length)]}`;
    const [city, state, pincode] = CITIES[Math.floor(own() * CITIES.length)] as [string, string, string];
    const email = `${name.toLowerCase().replace(' ', '.')}${which}@example.com`;
    return { name, email, phone: String(7_000_000_000 + which * 37), city, state, pincode };
  };
  const offers = coupons(writer, now);
  const books = ledger(writer);
  await writer.flush();
  for (let index = 0; index < amounts.orders; index++) {
    const at = Math.floor(now - DAYS * DAY * (1 - (index + random()) / amounts.orders) ** 1.4);
    const number = `ORD${at}${String(index % 1000).padStart(3, '0')}`;
    const who = person(Math.floor(random() * (amounts.orders / 3)));
    const age = (now - at) / DAY;
    const lot = random();
    const status =
      lot < 0.06
        ? 'cancelled'
        : age > 12
          ? lot > 0.99
            ? 'returned'
            : 'delivered'
          : lot < 0.35
            ? 'pending'
            : pick(['confirmed', 'processing', 'shipped', 'out_for_delivery', 'delivered'] as const);
    // Of the cancelled orders one in six had been paid; nearly all have their money back.
    const paid = status === 'cancelled' ? lot < 0.01 : status !== 'pending';
    const back = paid && ['cancelled', 'returned'].includes(status) && index % 20 !== 0;
    // Old orders without a payment are cancelled; of the new ones some still have no UTR, or one
    // that is not found.
    const utr = status === 'pending' && index % 5 === 1 ? null : String(400_000_000_000 + index * 13);
    const unpaid = status === 'pending' && index % 11 === 2 ? ('failed' as const) : ('pending' as const);
    const chosen = Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(products));
    const subtotal = chosen.reduce((sum, { price }) => sum + price, 0);
    const coupon = offers.couponOf(index);
    const off = coupon ? Math.floor((chosen[0]?.price ?? 0) / 20) : 0;
    const total = subtotal - off;
    const attention = random() < 0.02 ? '["amount_mismatch"]' : '[]';
    const row = wholeOrder({
      order_number: number,
      access_token_hash: sha256(number),
      status,
      ...who,
      address: `${index % 90} Station Road`,
      gstin: gstinOf(index),
      utr,
      payment_app: pick(['phonepe', 'googlepay', 'paytm']),
      payment_status: paid ? 'completed' : unpaid,
      paid_amount: paid ? total : null,
      payment_decided_at: paid ? at + 3_600_000 : null,
      ...creditOf(index, paid),
      refunded: back ? total : 0,
      subtotal,
      discount: off,
      total,
      coupon_id: coupon?.id ?? null,
      coupon_label: coupon?.name ?? '',
      coupon_discount: off,
      needs_attention: attention,
      attention_count: attention === '[]' ? 0 : 1,
      created_at: at,
      placed_at: at,
      updated_at: at,
      delivered_at: status === 'delivered' ? at + 4 * DAY : null,
    });
    const order = { ...row, search_text: searchText(row) };
    writer.add('orders', order);
    for (const [position, { id, name, price }] of chosen.entries()) {
      writer.add('order_lines', {
        order_number: number,
        position,
        product_id: id,
        name,
        size: '250g',
        quantity: 1,
        price,
        taken: 1,
        original_price: price,
        hsn_code: '0802',
        gst_rate_bp: 500,
        stock_size: '250g',
        coupon_discount: position === 0 ? off : 0,
      });
    }
    offers.use(order);
    books.add(
      index,
      order,
      chosen.map(({ id, name, price }) => ({ product_id: id, name, size: '250g', quantity: 1, price })),
    );
    if (attention !== '[]') {
      writer.add('order_attention', {
        id: `att_${index}`,
        order_number: number,
        reason: 'amount_mismatch',
      });
    }
    const event = { order_number: number, author: 'shop', note: '' };
    writer.add('order_events', { id: `evt_${index}_0`, kind: 'placed', status: 'pending', at, ...event });
    if (status !== 'pending') {
      writer.add('order_events', { id: `evt_${index}_1`, kind: 'status', status, at: at + 3_600_000, ...event });
    }
    if (['out_for_delivery', 'delivered'].includes(status)) {
      const shipped = { kind: 'status', status: 'shipped', at: at + 3_600_000 * (2 + (index % 90)) };
      writer.add('order_events', { id: `evt_${index}_2`, ...shipped, ...event });
    }
    if (index % 4 === 0) {
      writer.add('mail_outbox', {
        id: `mail_${index}`,
        message_id: `<${index}@example.com>`,
        kind: 'order_received',
        recipient: who.email,
        subject: 'Order received',
        text_body: 'Thank you',
        html_body: '<p>Thank you</p>',
        order_number: number,
        status: 'sent' as const,
        tries: 1,
        next_try_at: at,
        created_at: at,
        sent_at: at,
      });
    }
    if (status === 'delivered' && index % 100 === 0) {
      const open = index % 1000 === 0 ? ('requested' as const) : ('closed' as const);
      writer.add('replacements', {
        id: `rpl_${index}`,
        order_number: number,
        reason: 'damaged',
        status: open,
        description: 'The tin was dented.',
        created_at: at + 5 * DAY,
        updated_at: at + 5 * DAY,
      });
    }
    if (index % 8 === 0) {
      writer.add('reviews', {
        id: `rev_${index}`,
        product_id: chosen[0]?.id ?? '',
        customer_name: who.name,
        customer_email: who.email,
        rating: 1 + Math.floor(random() * 5),
        title: 'As described',
        comment: 'Crunchy, fresh and well packed.',
        date: at,
        created_at: at,
        updated_at: at,
        status: pick(['pending', 'approved', 'approved', 'rejected'] as const),
      });
    }
    await writer.flushWhenFull();
  }
  books.close();
  drafts(writer, products, now);
  appCounts(writer, now, DAYS);
  statementImports(writer, now, DAYS);
  await writer.flush();
  for (const { id, taken } of offers.taken()) {
    await database.db.updateTable('coupons').set({ taken }).where('id', '=', id).execute();
  }
  await database.db.transaction().execute(async (trx) => {
    // As in a migration: this takes longer than a statement of the shop may.
    await unlimited(trx);
    await fillCustomers(trx as unknown as Kysely<unknown>);
  });
  await tagCustomers(database, writer);

  for (let index = 0; index < amounts.contacts; index++) {
    const who = person(index);
    const at = Math.floor(now - (DAYS * DAY * (amounts.contacts - index)) / amounts.contacts);
    const subject = pick(['Bulk order', 'Where is my order', 'Wrong item', 'A compliment', 'Wedding gifts']);
    const message = `Dear shop, ${subject.toLowerCase()}: please write back about my parcel of ${pick(NUTS).toLowerCase()}.`;
    const code = index.toString(36).toUpperCase().padStart(8, '0');
    writer.add('contacts', {
      id: `K-${code.slice(0, 4)}-${code.slice(4)}`,
      name: who.name,
      email: who.email,
      phone: who.phone,
      subject,
      message,
      status: pick(['new', 'read', 'replied', 'closed'] as const),
      created_at: at,
      updated_at: at,
      priority: pick(['low', 'medium', 'high', 'urgent'] as const),
      ...complaint(index, at, now),
      search_text: [who.name, who.email, who.phone, subject, message].join(' ').toLowerCase(),
    });
    const wanted = pick(products);
    if (index % 10 === 0) {
      writer.add('stock_alerts', {
        id: `sal_${index}`,
        product_id: wanted.id,
        size: '250g',
        phone: index % 20 === 0 ? who.phone : '',
        email: index % 20 === 0 ? '' : who.email,
        network: `network-${index % 500}`,
        created_at: at,
        expires_at: now + 90 * DAY,
      });
    }
    writer.add('newsletter', { email: `reader${index}@example.com`, created_at: at });
    await writer.flushWhenFull();
  }
  for (let ago = 0; ago < KEEP_DAYS; ago++) {
    const day = isoDay(now - ago * DAY);
    for (const what of VISIT_STEPS) writer.add('insight_counts', { day, what, name: '', count: 1_000 });
    for (let word = 0; ago < KEEP_WORDS_DAYS && word < MOST_WORDS; word++) {
      writer.add('insight_counts', { day, what: 'search', name: `${pick(NUTS)} ${word}`.toLowerCase(), count: 1 });
    }
  }
  await writer.flush();
  return performance.now() - started;
}

/** The home page has as many products in its rows as that of a small shop. */
function sectionsOf(index: number) {
  const row = index % 500 === 0 ? (index / 500) % 3 : null;
  return {
    is_best_seller: row === 0 ? 1 : 0,
    is_value_combo: row === 1 ? 1 : 0,
    is_you_may_like: row === 2 ? 1 : 0,
  };
}

type Made = { id: string; name: string; price: number };

/** What staff did to the stock: a few changes of each size, and thousands of one. */
function stockHistory(writer: Writer, products: readonly Made[], now: number): void {
  for (const [index, { id }] of products.entries()) {
    for (let n = 1; n <= (index === 0 ? 5_000 : 4); n++) {
      writer.add('stock_changes', {
        product_id: id,
        size: '250g',
        n,
        at: now - (5_000 - n) * 3_600_000,
        by_name: 'Owner',
        change: 10,
        stock: 20,
        reason: 'received',
      });
    }
  }
}

/** Drafts of the last day; older ones are deleted by the shop. */
function drafts(writer: Writer, products: readonly Made[], now: number): void {
  for (let index = 0; index < 500; index++) {
    const at = now - index * 120_000;
    const total = products[index % products.length]?.price ?? 0;
    const number = `ORD${at}999`;
    const hash = sha256(number);
    const row = { status: 'draft', created_at: at, updated_at: at, subtotal: total, total };
    writer.add('orders', wholeOrder({ order_number: number, access_token_hash: hash, ...row }));
  }
}

/** One message of fifty is a complaint. The old ones are closed, the new ones wait. */
function complaint(index: number, at: number, now: number) {
  const grievance = index % 50 === 0 ? 1 : 0;
  const closed = grievance === 1 && now - at > 20 * DAY;
  return { grievance, acknowledged_at: closed ? at + DAY : null, closed_at: closed ? at + 10 * DAY : null };
}

/** One customer of ten has a tag. */
async function tagCustomers({ db }: Database, writer: Writer): Promise<void> {
  const customers = await db.selectFrom('customers').select('id').orderBy('phone').execute();
  for (const [index, { id }] of customers.entries()) {
    if (index % 10 !== 0) continue;
    writer.add('customer_tags', { customer_id: id, tag: ['wholesale', 'family', 'gifts'][(index / 10) % 3] as string });
  }
  await writer.flush();
}
