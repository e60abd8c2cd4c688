import type { Actor } from '#server/audit/audit.ts';
import { repeated } from '#server/background.ts';
import type { ServiceContext } from '#server/context.ts';
import type { CustomerExportQuery, CustomerQuery } from '#shop/customers/customer-calls.ts';
import { readDetail } from './customer.ts';
import { eraseCustomer, eraseDue } from './erase.ts';
import { exportList } from './export-list.ts';
import { exportPerson } from './export-person.ts';
import { listCustomers } from './list.ts';
import { addNote, addTag, removeNote, removeTag } from './notes-and-tags.ts';

/** How often orders whose time is over are looked for. */
const LOOK_MS = 3_600_000;

export type CustomersService = ReturnType<typeof createCustomersService>;

/**
 * Customers by mobile number, with notes and tags of staff. The data of one person can be exported
 * and erased (DPDP Act 2023). The functions behind the calls say what they throw.
 *
 * @param deps.erased deletes the files of mails and photos that nothing in the database names any
 *   more
 */
export function createCustomersService(context: ServiceContext, { erased }: { erased: () => void }) {
  const { database, log, now } = context;
  const { db } = database;
  const looking = repeated(
    (signal) => eraseDue(context, erased, signal),
    LOOK_MS,
    (error) => log.warn({ err: error }, 'kept orders could not be erased, it goes on later'),
  );

  return {
    list: (query: CustomerQuery) => listCustomers(db, query, now()),
    detail: (id: string) => readDetail(db, id),
    addNote: (id: string, note: string, actor: Actor) => addNote(context, id, note, actor),
    removeNote: (id: string, noteId: string, actor: Actor) => removeNote(context, id, noteId, actor),
    addTag: (id: string, tag: string, actor: Actor) => addTag(context, id, tag, actor),
    removeTag: (id: string, tag: string, actor: Actor) => removeTag(context, id, tag, actor),

    exportList: (query: CustomerExportQuery, actor: Actor) => exportList(context, query, actor),
    personData: (id: string, actor: Actor) => exportPerson(context, id, actor),
    erase: (id: string, phone: string, actor: Actor) => eraseCustomer(context, erased, id, phone, actor),
    eraseDue: (signal?: AbortSignal) => eraseDue(context, erased, signal),

    /** Looks every hour for orders that tax law no longer keeps. */
    start: looking.start,
    stop: looking.stop,
  };
}
