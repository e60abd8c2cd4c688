import { type Actor, writeAudit } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import { BYTE_ORDER_MARK, csvLines } from '#server/http/csv.ts';
import type { Attachment } from '#server/mail/delivery.ts';
import type { MailService } from '#server/mail/mail.service.ts';
import { ShopError } from '#shop/errors.ts';
import { isoDay } from '#shop/india/dates.ts';
import { PICKUP } from '#shop/orders/address.ts';
import { COURIER_FILE_NAMES, type CourierFile, type CourierParcel, courierRows } from '#shop/orders/courier-files.ts';
import { isOrderStatus } from '#shop/orders/order-status.ts';
import {
  contentsGrams,
  hasPapers,
  noPapersSentence,
  notByCourierSentence,
  type Paper,
  type ReplacementPaper,
} from '#shop/orders/papers.ts';
import type { TermsSource } from '../order-terms.ts';
import type { InvoiceRow } from '../rows/invoices.queries.ts';
import { type DeliveredImport, importDelivered } from './delivered-import.ts';
import { issueDue } from './issue-due.ts';
import { handedOverOf, invoicesOf, type PackedOrder, readPaperOrders } from './papers.queries.ts';
import { replacementParcel } from './replacement-parcel.ts';
import { importTracking, type TrackingImport } from './tracking-import.ts';

const sheets = () => import('./sheets.ts');
const MAKE = {
  labels: async () => (await import('./labels.ts')).labelsPdf,
  'packing-slips': async () => (await sheets()).packingSlipsPdf,
  'pick-list': async () => (await sheets()).pickListPdf,
};

export type PapersService = ReturnType<typeof createPapersService>;

/**
 * What staff print or send to couriers for orders to be packed, and the couriers' files that come
 * back.
 */
export function createPapersService(context: ServiceContext, deps: { orders: TermsSource; mail: MailService }) {
  const { database, now } = context;

  /** @throws ShopError order_not_found, wrong_move (an order with nothing to pack) */
  async function packable(numbers: string[]): Promise<PackedOrder[]> {
    const orders = await readPaperOrders(database.db, numbers);
    if (orders.length < numbers.length) {
      throw new ShopError('order_not_found');
    }
    for (const { row } of orders) {
      if (isOrderStatus(row.status) && !hasPapers(row.status)) {
        throw new ShopError('wrong_move', { message: noPapersSentence(row.order_number, row.status) });
      }
    }
    return orders;
  }

  /** @throws ShopError see `packable`; wrong_move (orders that no courier takes) */
  async function parcelsOf(numbers: string[]): Promise<PackedOrder[]> {
    const orders = await packable(numbers);
    const handedOver = await handedOverOf(database.db, numbers);
    const fetched = orders.filter(({ row }) => row.address_type === PICKUP || handedOver.has(row.order_number));
    if (fetched.length > 0) {
      const message = notByCourierSentence(fetched.map(({ row }) => row.order_number));
      throw new ShopError('wrong_move', { message });
    }
    return orders;
  }

  return {
    /** A PDF for these orders, in their sequence. @throws ShopError order_not_found, wrong_move */
    async print(paper: Paper, numbers: string[]): Promise<Attachment> {
      const orders = await (paper === 'labels' ? parcelsOf(numbers) : packable(numbers));
      const { issuer } = await deps.orders.terms();
      const content = await (await MAKE[paper]())(orders, issuer.shop, now());
      const filename = `${paper}-${isoDay(now())}-${orders.length}.pdf`;
      return { filename, contentType: 'application/pdf', content };
    },

    /**
     * A PDF for the parcel of a replacement that is approved or sent.
     *
     * @throws ShopError replacement_not_found, wrong_move
     */
    async printReplacement(paper: ReplacementPaper, id: string): Promise<Attachment> {
      const parcel = await replacementParcel(database.db, id);
      const { issuer } = await deps.orders.terms();
      const content = await (await MAKE[paper]())([parcel], issuer.shop, now());
      const filename = `replacement-${paper}-${parcel.row.order_number}.pdf`;
      return { filename, contentType: 'application/pdf', content };
    },

    /**
     * The parcels of these orders as a courier takes them: CSV, UTF-8 with a byte order mark. Each
     * file has an audit entry, since it contains personal data.
     *
     * @throws ShopError order_not_found, wrong_move
     */
    async courierFile(courier: CourierFile, numbers: string[], actor: Actor): Promise<{ name: string; text: string }> {
      const orders = await parcelsOf(numbers);
      const { issuer } = await deps.orders.terms();
      const { shop } = issuer;
      await writeAudit(database.db, {
        at: now(),
        actor,
        action: 'order.export',
        entity: 'order',
        entityId: '',
        after: { courier: COURIER_FILE_NAMES[courier], orders: numbers },
      });
      await issueDue(context, deps.orders);
      const invoices = await invoicesOf(database.db, numbers);
      const parcels = orders.map(({ row, lines }) => ({
        orderNumber: row.order_number,
        orderedAt: row.created_at,
        name: row.name,
        phone: row.phone,
        email: row.email,
        address: row.address,
        city: row.city,
        state: row.state,
        pincode: row.pincode,
        country: row.country,
        total: row.total,
        grams: contentsGrams(lines),
        invoice: invoiceOf(invoices.get(row.order_number)),
        // All discounts together.
        discount: row.subtotal + row.shipping - row.total,
        items: lines.map((line) => ({
          productId: line.product_id,
          name: line.name,
          size: line.size,
          quantity: line.quantity,
          price: line.price,
          hsn: line.hsn_code,
          rateBp: line.gst_rate_bp,
        })),
      }));
      const sender = { ...shop, name: shop.brandName, company: shop.legalName || shop.brandName };
      const rows = courierRows(courier, parcels, sender);
      const text = `${BYTE_ORDER_MARK}${csvLines(rows)}`;
      return { name: `${courier}-${isoDay(now())}-${orders.length}.csv`, text };
    },

    /**
     * Reads a courier's file with tracking numbers. A dry run returns what each line would do and
     * writes nothing.
     *
     * @throws ShopError validation (not such a file)
     */
    async importTracking(
      input: { courier: CourierFile; file: string; dryRun: boolean },
      actor: Actor,
    ): Promise<TrackingImport> {
      return importTracking(context, { mail: deps.mail, terms: await deps.orders.terms() }, input, actor);
    },

    /** As `importTracking`, with a courier's report of delivered parcels. */
    async importDelivered(input: { bytes: Buffer; dryRun: boolean }, actor: Actor): Promise<DeliveredImport> {
      return importDelivered(context, { mail: deps.mail, terms: await deps.orders.terms() }, input, actor);
    },
  };
}

function invoiceOf(row: InvoiceRow | undefined): CourierParcel['invoice'] {
  return row ? { number: row.number, issuedAt: row.issued_at } : null;
}
