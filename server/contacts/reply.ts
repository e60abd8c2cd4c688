import {
  type Contact,
  type ContactReply,
  type ContactStats,
  type ContactUpdate,
  Enquiry,
  type GrievanceInput,
} from '#shop/contacts/contact-input.ts';
import { type ContactStatus, responseRate } from '#shop/contacts/contacts.ts';
import { ShopError } from '#shop/errors.ts';
import { startOfDay } from '#shop/india/dates.ts';
import { inEach, type Language } from '#shop/language.ts';
import { paginate, withNames } from '#shop/page-parameters.ts';
import { type Actor, forgetAuditValues, writeAudit } from '../audit/audit.ts';
import type { ServiceContext } from '../context.ts';
import { readJson } from '../database/json.ts';
import { type Trx, transact } from '../database/transact.ts';
import { deleteContactMails, isAnswerWaiting } from '../mail/mail.queries.ts';
import type { MailService } from '../mail/mail.service.ts';
import type { MailShop } from '../mail/shopper-letter.ts';
import type { SettingsService } from '../settings/service.ts';
import * as queries from './contacts.queries.ts';
import { grievanceCalls, toGrievance } from './grievances.ts';
import { contactReply } from './mails.ts';

export interface ContactDeps {
  settings: Pick<SettingsService, 'shop'>;
  /** The sender of mails in a language. */
  mailShop: (language: Language) => Promise<MailShop>;
  mail: Pick<MailService, 'enqueue' | 'wake' | 'forgetFiles'>;
}

type Filter = queries.ContactFilter & { page: number; limit: number };

const WAITING = 'Your email to this person has not been sent yet. Please delete the message once it has.';

/** Operations of staff on contact messages (R2.2, R2.7): list, update, reply by email, delete. */
export function staffCalls(context: ServiceContext, { settings, mailShop, mail }: ContactDeps) {
  const { database } = context;

  /** @throws ShopError contact_not_found, stale */
  async function locked(trx: Trx, id: string, version: number | undefined): Promise<queries.ContactRow> {
    const row = isId(id) ? await queries.readContact(trx, id, 'for update') : undefined;
    if (!row) throw new ShopError('contact_not_found');
    if (version !== undefined && version !== row.version) throw new ShopError('stale');
    return row;
  }

  async function one(id: string): Promise<Contact> {
    const row = isId(id) ? await queries.readContact(database.db, id) : undefined;
    if (!row) throw new ShopError('contact_not_found');
    return toContact(row, context.now());
  }

  const { takeGrievanceStep, exportGrievances } = grievanceCalls(context, { settings, mailShop, mail, locked });

  return {
    exportGrievances,

    /** See `takeGrievanceStep`. @throws ShopError contact_not_found, stale, conflict */
    async grievance(id: string, input: GrievanceInput, actor: Actor): Promise<Contact> {
      await takeGrievanceStep(id, input, actor);
      return one(id);
    },

    async list({ page, limit, ...filter }: Omit<Filter, 'now'>) {
      const now = context.now();
      const { rows, total } = await queries.listContacts(database.db, { ...filter, now }, limit, (page - 1) * limit);
      return {
        contacts: rows.map((row) => toContact(row, now)),
        pagination: withNames(paginate({ page, limit }, total), 'totalContacts'),
      };
    },

    async stats(): Promise<ContactStats> {
      const { byStatus, since } = await queries.sumContacts(database.db, startOfDay(context.now()));
      const total = Object.values(byStatus).reduce((sum, count) => sum + count, 0);
      return {
        totalContacts: total,
        newContacts: byStatus.new,
        todayContacts: since,
        byStatus,
        responseRate: responseRate(total, byStatus.new),
        grievances: await queries.countGrievances(database.db, context.now()),
      };
    },

    /** @throws ShopError contact_not_found */
    one,

    /**
     * Updates status, priority and notes. Omitted fields keep their values.
     *
     * @throws ShopError contact_not_found, stale
     */
    async update(id: string, { version, ...change }: ContactUpdate, actor: Actor): Promise<Contact> {
      const at = context.now();
      await transact(context, async ({ trx }) => {
        const row = await locked(trx, id, version);
        const columns = {
          status: change.status ?? row.status,
          priority: change.priority ?? row.priority,
          admin_notes: change.adminNotes ?? row.admin_notes,
        };
        await queries.updateContact(trx, id, { ...columns, updated_at: at });
        const { status, priority, admin_notes } = row;
        const before = { status, priority, admin_notes };
        await writeAudit(trx, { at, actor, action: 'update', entity: 'contact', entityId: id, before, after: columns });
      });
      return one(id);
    },

    /**
     * Replies by email. The mail is added to the outbox in the same transaction, and the status
     * becomes `replied`.
     *
     * @throws ShopError contact_not_found, stale
     */
    async reply(id: string, { message, version }: ContactReply, actor: Actor): Promise<Contact> {
      const at = context.now();
      // Read before the transaction: SQLite has one connection.
      const shops = await inEach(mailShop);
      await transact(context, async ({ trx, afterCommit }) => {
        const row = await locked(trx, id, version);
        const columns = { status: 'replied' as ContactStatus, reply: message, replied_at: at };
        // A reply is an acknowledgement too.
        const told = row.grievance === 1 && row.acknowledged_at === null ? { acknowledged_at: at } : {};
        await queries.updateContact(trx, id, { ...columns, ...told, updated_at: at });
        await mail.enqueue(trx, [contactReply({ ...row, createdAt: row.created_at }, message, shops[row.language])]);
        await writeAudit(trx, {
          at,
          actor,
          action: 'reply',
          entity: 'contact',
          entityId: id,
          before: { status: row.status, reply: row.reply },
          after: { status: 'replied', reply: message },
        });
        afterCommit(() => mail.wake());
      });
      return one(id);
    },

    /**
     * Deletes a message permanently, with its mails. The audit log records what was done, but none
     * of the words: for somebody who never ordered, this is the erasure.
     *
     * @throws ShopError contact_not_found, conflict (while an answer has still to be sent)
     */
    async remove(id: string, actor: Actor): Promise<void> {
      await transact(context, async ({ trx, afterCommit }) => {
        const row = await locked(trx, id, undefined);
        if (await isAnswerWaiting(trx, id)) throw new ShopError('conflict', { message: WAITING });
        await queries.deleteContact(trx, id);
        await deleteContactMails(trx, row);
        await forgetAuditValues(trx, 'contact', [id]);
        afterCommit(mail.forgetFiles);
        await writeAudit(trx, {
          at: context.now(),
          actor,
          action: 'delete',
          entity: 'contact',
          entityId: id,
          before: { status: row.status, createdAt: row.created_at },
        });
      });
    },
  };
}

/**
 * Accepts tickets and ids of demo messages. Any other value may contain a NUL and must not reach
 * the database.
 */
function isId(id: string): boolean {
  return /^[\w-]{1,100}$/.test(id);
}

function toContact(row: queries.ContactRow, now: number): Contact {
  return {
    _id: row.id,
    id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    subject: row.subject,
    message: row.message,
    enquiry: Enquiry.safeParse(readJson(row.enquiry)).data ?? null,
    status: row.status,
    priority: row.priority,
    adminNotes: row.admin_notes,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    reply: row.reply,
    repliedAt: row.replied_at,
    grievance: toGrievance(row, now),
    version: row.version,
  };
}
