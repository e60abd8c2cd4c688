import { type Actor, writeAudit } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import { type Trx, transact } from '#server/database/transact.ts';
import { newId } from '#server/ids.ts';
import type { CustomerDetail } from '#shop/customers/customer-calls.ts';
import { MOST_TAGS } from '#shop/customers/customers.ts';
import { ShopError } from '#shop/errors.ts';
import { findCustomer, readDetail } from './customer.ts';
import * as queries from './customers.queries.ts';

/** @throws ShopError customer_not_found */
export function addNote(context: ServiceContext, id: string, note: string, actor: Actor): Promise<CustomerDetail> {
  return change(context, id, actor, 'note', async (trx) => {
    const row = { id: newId('cnt'), customer_id: id, note, author: actor.name, created_at: context.now() };
    await queries.insertNote(trx, row);
    return { note: row.id };
  });
}

/** @throws ShopError customer_not_found; not_found when there is no such note */
export function removeNote(context: ServiceContext, id: string, noteId: string, actor: Actor): Promise<CustomerDetail> {
  return change(context, id, actor, 'note.delete', async (trx) => {
    if (!(await queries.deleteNote(trx, id, noteId))) throw new ShopError('not_found');
    return { note: noteId };
  });
}

/** @throws ShopError customer_not_found; conflict when there are too many tags */
export function addTag(context: ServiceContext, id: string, tag: string, actor: Actor): Promise<CustomerDetail> {
  return change(context, id, actor, 'tag', async (trx) => {
    await queries.insertTag(trx, id, tag);
    if ((await queries.tagsOf(trx, [id])).length > MOST_TAGS) {
      throw new ShopError('conflict', { message: `A customer has at most ${MOST_TAGS} tags.` });
    }
    return { tag };
  });
}

/** @throws ShopError customer_not_found; not_found when the customer has no such tag */
export function removeTag(context: ServiceContext, id: string, tag: string, actor: Actor): Promise<CustomerDetail> {
  return change(context, id, actor, 'tag.delete', async (trx) => {
    if (!(await queries.deleteTag(trx, id, tag))) throw new ShopError('not_found');
    return { tag };
  });
}

/** Changes what staff have written about a customer, with an audit entry that does not repeat it. */
async function change(
  context: ServiceContext,
  id: string,
  actor: Actor,
  action: string,
  run: (trx: Trx) => Promise<Record<string, unknown>>,
): Promise<CustomerDetail> {
  await transact(context, async ({ trx }) => {
    await findCustomer(trx, id, 'for update');
    const after = await run(trx);
    await writeAudit(trx, { at: context.now(), actor, action, entity: 'customer', entityId: id, after });
  });
  return readDetail(context.database.db, id);
}
