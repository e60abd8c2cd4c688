import type { Product } from '#shop/catalogue/catalogue.ts';
import { FIND_FROM, type Found } from '#shop/dashboard/finder.ts';
import { toRupees } from '#shop/money/money.ts';
import { canonicalUtr } from '#shop/money/upi.ts';
import { type Wanted, wantedBy } from '#shop/orders/wanted.ts';
import type { CatalogueService } from '../catalogue/products/service.ts';
import type { ServiceContext } from '../context.ts';
import { searchWords } from '../database/trigrams.ts';
import { findContacts, findContactsBySender, findOrders, findOrdersByCustomer } from './finder.queries.ts';

const EACH = 6;

export type FinderService = ReturnType<typeof createFinderService>;

/**
 * The search of the admin. Finds orders by number, mobile number, UTR and words of name and email,
 * products by name, and contacts by ticket, words of the name, email and phone.
 */
export function createFinderService({ database }: ServiceContext, { catalogue }: { catalogue: CatalogueService }) {
  async function orders({ text, utr }: Wanted, digits: string): Promise<Found['orders']> {
    const numbered = /^ORD\d/.test(text);
    // Also as the order stores it, with other leading zeros.
    const utrs = digits ? new Set([digits, canonicalUtr(digits), utr ?? digits]) : [];
    const searches = [
      ...(numbered ? [findOrders(database.db, 'order_number', text, EACH)] : []),
      ...(digits ? [findOrders(database.db, 'order_number', `ORD${digits}`, EACH)] : []),
      ...(digits ? [findOrders(database.db, 'phone', digits, EACH)] : []),
      ...[...utrs].map((one) => findOrders(database.db, 'utr', one, EACH)),
      ...(digits || numbered ? [] : [findOrdersByCustomer(database.db, searchWords(text), EACH)]),
    ];
    const rows = new Map((await Promise.all(searches)).flat().map((row) => [row.order_number, row]));
    return [...rows.values()].slice(0, EACH).map((row) => ({
      orderNumber: row.order_number,
      name: row.name,
      phone: row.phone,
      status: row.status,
      total: toRupees(row.total),
      createdAt: row.created_at,
    }));
  }

  async function contacts(text: string, digits: string): Promise<Found['contacts']> {
    const searches = [
      ...(digits ? [findContacts(database.db, 'phone', digits, EACH)] : []),
      ...(/^k-/i.test(text) ? [findContacts(database.db, 'id', text.toUpperCase(), EACH)] : []),
      ...(digits ? [] : [findContactsBySender(database.db, searchWords(text), EACH)]),
      findContacts(database.db, 'lower(email)', text.toLowerCase(), EACH),
    ];
    const rows = new Map((await Promise.all(searches)).flat().map((row) => [row.id, row]));
    return [...rows.values()].slice(0, EACH).map((row) => ({
      id: row.id,
      name: row.name,
      subject: row.subject,
      status: row.status,
      createdAt: row.created_at,
    }));
  }

  return {
    /**
     * Finds records by prefix and by words. Returns nothing for a text shorter than `FIND_FROM`
     * characters.
     */
    async find(text: string): Promise<Found> {
      if (Array.from(text).length < FIND_FROM) return { orders: [], products: [], contacts: [] };
      const wanted = wantedBy(text);
      const digits = /^\d+$/.test(wanted.text) ? wanted.text : '';
      return {
        orders: await orders(wanted, digits),
        products: products(await catalogue.all(), text),
        contacts: await contacts(wanted.text, digits),
      };
    },
  };
}

/**
 * Products that contain every word in their name or id. Names that begin with the text come first.
 */
function products(all: readonly Product[], text: string): Found['products'] {
  const lower = text.toLowerCase();
  const words = lower.split(/\s+/);
  const hits = all.filter((product) => {
    const searched = `${product.name} ${product.id}`.toLowerCase();
    return words.every((word) => searched.includes(word));
  });
  const first = (product: Product) => (product.name.toLowerCase().startsWith(lower) ? 0 : 1);
  return hits
    .sort((a, b) => first(a) - first(b) || a.name.localeCompare(b.name, 'en'))
    .slice(0, EACH)
    .map(({ id, name, category, status }) => ({ id, name, category, status }));
}
