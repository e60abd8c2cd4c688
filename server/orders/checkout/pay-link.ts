import chat from '#messages/pay-link';
import type { ServiceContext } from '#server/context.ts';
import { type Reader, transact } from '#server/database/transact.ts';
import { sha256 } from '#server/ids.ts';
import { speaking } from '#server/language.ts';
import { sizeLabel } from '#shop/catalogue/packs.ts';
import { whatsAppLink } from '#shop/contacts/whatsapp.ts';
import { ShopError } from '#shop/errors.ts';
import { formatDateTime } from '#shop/india/dates.ts';
import { internationalPhone } from '#shop/india/phones.ts';
import { type Language, pathIn } from '#shop/language.ts';
import { formatPaise } from '#shop/money/money.ts';
import { upiLink } from '#shop/money/upi.ts';
import { LATE_UTR_MS, type LinkedPayment, type PayLink } from '#shop/orders/by-staff.ts';
import { confirmsAtOnce, type ProofSettings } from '#shop/settings/proof.ts';
import type { PaymentSettings } from '#shop/settings/settings.ts';
import { giveOrderToken } from '../access/credentials.ts';
import { orderForShopper } from '../access/order-for-shopper.ts';
import type { OrderTerms } from '../order-terms.ts';
import { readPayLink } from '../rows/access.queries.ts';
import * as queries from '../rows/orders.queries.ts';
import { productNames } from '../rows/product-names.queries.ts';
import { toItem, toPricing } from '../rows/wire.ts';
import { placeDraft } from './place-draft.ts';
import type { PlaceDeps } from './write.ts';

/** The link to the payment of an order that staff have taken (D67). It opens no other order. */

/** What staff send to the customer. @param shop its terms, and where it is, without a trailing slash */
export async function payLinkOf(
  db: Reader,
  { terms, payment, url }: { terms: OrderTerms; payment: PaymentSettings; url: string },
  orderNumber: string,
  code: string,
): Promise<PayLink> {
  const row = await queries.readOrder(db, orderNumber);
  if (!row) throw new ShopError('order_not_found');
  const lines = await queries.readLines(db, [orderNumber]);
  const nameOf = await productNames(db, row.language, lines);
  const link = url + pathIn(row.language, `/pay/${code}`);
  const until = row.reserved_until ?? 0;
  const text = speaking(row.language, () =>
    chat.message({
      name: row.name,
      shop: terms.shops[row.language].brandName,
      order: orderNumber,
      items: lines.map((line) => `${nameOf(line.name)} ${sizeLabel(line.size)} × ${line.quantity}`).join(', '),
      total: formatPaise(row.total),
      link,
      until: formatDateTime(until),
    }),
  );
  const { upiId: pa, accountHolderName: pn } = payment;
  const upiUri = pa === '' ? null : upiLink({ pa, pn, am: row.total, orderNumber, returnUrl: link });
  return {
    url: link,
    until,
    text,
    whatsApp: whatsAppLink(internationalPhone(row.phone, row.country), text),
    upiUri,
    payee: pn,
  };
}

/** @throws ShopError order_not_found (also when the link is over) */
export async function linkedPayment(
  context: ServiceContext,
  proof: ProofSettings,
  code: string,
): Promise<LinkedPayment> {
  const { db } = context.database;
  const { row, late } = await openLink(context, code);
  const waits = row.status === 'draft';
  if (waits && late) throw linkOver();
  const lines = await queries.readLines(db, [row.order_number]);
  return {
    orderNumber: row.order_number,
    state: waits ? 'waiting' : row.payment_status === 'completed' ? 'received' : 'checking',
    items: lines.map(toItem),
    pricing: toPricing(row),
    until: waits ? row.reserved_until : null,
    canConfirm: confirmsAtOnce(proof, row),
  };
}

/**
 * The customer has paid and enters the UTR: the draft becomes an order, at its price. So it does for
 * a day after the link is over (D22).
 *
 * @returns whether this has made it one
 * @throws ShopError order_not_found
 */
export async function payByLink(
  context: ServiceContext,
  deps: PlaceDeps,
  code: string,
  { utr, app }: { utr: string; app: string },
): Promise<boolean> {
  const { row } = await openLink(context, code);
  const placed = await placeDraft(context, deps, row.order_number, utr, app);
  return placed?.created ?? false;
}

/** Opens the order on this device, once it is paid. @throws ShopError order_not_found */
export async function orderOfLink(context: ServiceContext, code: string, language: Language) {
  const { row } = await openLink(context, code);
  if (row.status === 'draft') throw new ShopError('order_not_found');
  const accessToken = await transact(context, ({ trx }) => giveOrderToken(trx, row.order_number, context.now()));
  return { order: await orderForShopper(context, row.order_number, accessToken, language), accessToken };
}

/** The order of a link. `late`: its hold is over. @throws ShopError order_not_found */
async function openLink({ database: { db }, now }: ServiceContext, code: string) {
  const link = await readPayLink(db, sha256(code));
  if (!link || link.expires_at + LATE_UTR_MS <= now()) throw linkOver();
  const row = await queries.readOrder(db, link.order_number);
  if (!row || row.status === 'cancelled') throw linkOver();
  return { row, late: link.expires_at <= now() };
}

const linkOver = () => new ShopError('order_not_found', { message: chat.over() });
