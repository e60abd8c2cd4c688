import { ShopSettings } from '../../settings/settings.ts';
import { creditNoteNumber, type InvoiceOrder, invoiceNumber, invoiceOf } from '../invoice.ts';
import type { BookDocument } from './document.ts';

/** Documents for the tests of the books. */

const AT = Date.UTC(2026, 10, 20, 6, 30);
const PLACES = {
  'Tamil Nadu': { city: 'Chennai', state: 'Tamil Nadu', pincode: '600020', country: 'India' },
  Maharashtra: { city: 'Pune', state: 'Maharashtra', pincode: '411001', country: 'India' },
  abroad: { city: 'Leeds', state: 'Yorkshire', pincode: 'LS1', country: 'UK' },
};

type Line = InvoiceOrder['lines'][number];

export const line = (price: number, more: Partial<Line> = {}): Line => ({
  name: 'Almonds',
  size: '250g',
  quantity: 1,
  price,
  ownDiscount: 0,
  rateBp: 500,
  hsn: '0802',
  ...more,
});

interface More extends Partial<Omit<BookDocument, 'invoice'>> {
  count?: number;
  name?: string;
  gstin?: string;
  place?: keyof typeof PLACES;
  lines?: Line[];
  /** The discount of the order, paise. */
  off?: number;
  /** Of the shop; '' for one that is not registered. */
  sellerGstin?: string;
}

/** An invoice of ₹299 to a consumer in Tamil Nadu, from Maharashtra; `more` changes it. */
export function document(more: More = {}): BookDocument {
  const { count = 1, kind = 'invoice', place = 'Tamil Nadu', lines = [line(29_900)], off = 0, gstin } = more;
  const buyer = { name: more.name ?? 'Ananya Iyer', phone: '9876543210', address: '12/4, Adyar', ...PLACES[place] };
  const order: InvoiceOrder = {
    orderNumber: `ORD${count}`,
    orderedAt: AT,
    buyer: { ...buyer, ...(gstin ? { gstin } : {}) },
    total: lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0) - off,
    discounts: [],
    lines,
  };
  const { sellerGstin = '27DEMCK0000D1ZV' } = more;
  const shop = ShopSettings.parse({ state: 'Maharashtra', stateCode: '27', gstin: sellerGstin });
  const invoice = invoiceOf(order, shop, invoiceNumber('Kishmish', '2026-27', count), AT);
  return {
    kind,
    number: kind === 'invoice' ? invoice.number : creditNoteNumber('2026-27', count),
    issuedAt: more.issuedAt ?? AT,
    invoice,
    cancelled: more.cancelled ?? false,
    payment: more.payment === undefined ? { status: 'completed', utr: '032500000777', refunded: 0 } : more.payment,
  };
}
