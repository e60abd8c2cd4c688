import type { z } from 'zod';
import { type Actor, writeAudit } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import { transact } from '#server/database/transact.ts';
import { redirectMails } from '#server/mail/mail.queries.ts';
import { ShopError } from '#shop/errors.ts';
import { isStateUnknown } from '#shop/india/supply-state.ts';
import { isPlaceholderAddress } from '#shop/orders/address.ts';
import { addressClosedSentence, canCorrectAddress, type ShippingAddressInput } from '#shop/orders/orders.ts';
import * as queries from '../queries.ts';
import { attentionOf } from '../wire.ts';
import { attentionColumns } from './attention.ts';
import { lockOrder, statusOf } from './manage.ts';

/** The columns of an address, with the words that the timeline has for them. */
const FIELDS = {
  name: 'Name',
  phone: 'Phone',
  email: 'Email',
  address: 'Address',
  city: 'City',
  state: 'State',
  pincode: 'Pincode',
  country: 'Country',
  address_type: 'Address type',
} as const;
type Field = keyof typeof FIELDS;
type Columns = Record<Field, string>;

/**
 * Puts right where an order goes to and whom to ask, until it is shipped (D36). Slip, mails, tracking and search follow; an
 * invoice that has been given does not: it stays as it was issued, and one that is still to come takes the new address and state.
 * Mails that have not gone out yet go to the new e-mail address. The timeline names the fields, never their words.
 *
 * @throws ShopError order_not_found, stale, wrong_move (shipped already)
 */
export async function correctAddress(
  context: ServiceContext,
  orderNumber: string,
  given: z.output<typeof ShippingAddressInput>,
  version: number | undefined,
  actor: Actor,
): Promise<void> {
  await transact(context, async ({ trx }) => {
    const at = context.now();
    const order = await lockOrder(trx, context, orderNumber, version);
    const status = statusOf(order);
    if (!canCorrectAddress(status)) {
      throw new ShopError('wrong_move', { message: addressClosedSentence(status) });
    }
    const { name, phone, email, address, city, state, pincode, country } = given;
    const columns: Columns = {
      name,
      phone,
      email,
      address,
      city,
      state,
      pincode,
      country,
      address_type: given.addressType,
    };
    const changed = (Object.keys(FIELDS) as Field[]).filter((field) => columns[field] !== order[field]);
    if (changed.length === 0) return;
    const before = attentionOf(order);
    const reasons = before.filter(
      (reason) =>
        (reason !== 'placeholder_address' || isPlaceholderAddress(columns)) &&
        (reason !== 'state_unknown' || isStateUnknown(columns)),
    );
    await queries.updateOrder(trx, order, {
      ...columns,
      ...attentionColumns(reasons),
      search_text: queries.searchText({ ...order, ...columns }),
      updated_at: at,
    });
    if (email !== '' && email !== order.email) {
      await redirectMails(trx, orderNumber, email);
    }
    const names = changed.map((field) => FIELDS[field]);
    await queries.insertEvents(trx, [
      { orderNumber, kind: 'address', status: null, at, author: actor.name, note: names.join(', ') },
    ]);
    const attention = reasons.length < before.length;
    await writeAudit(trx, {
      at,
      actor,
      action: 'order.address',
      entity: 'order',
      entityId: orderNumber,
      before: { ...written(order, changed), ...(attention ? { needsAttention: before } : {}) },
      after: { ...written(columns, changed), ...(attention ? { needsAttention: reasons } : {}), changed: names },
    });
  });
}

/** The changed fields as the audit log keeps them: of phone and e-mail only as much as tells one from another (D47). */
function written(columns: Columns, changed: Field[]): Partial<Columns> {
  return Object.fromEntries(
    changed.map((field) => {
      const text = columns[field];
      if (field === 'phone') return [field, text && `••••••${text.slice(-4)}`];
      if (field === 'email') return [field, text && `${text.slice(0, 1)}•••${text.slice(text.lastIndexOf('@'))}`];
      return [field, text];
    }),
  );
}
