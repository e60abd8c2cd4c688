import type { Contact, GrievanceInput } from '#shop/contacts/contact-input.ts';
import { grievanceLimits, isOverdue, takeStep } from '#shop/contacts/grievances.ts';
import { ShopError } from '#shop/errors.ts';
import { formatDateTime, isoDay } from '#shop/india/dates.ts';
import { inEach, type Language } from '#shop/language.ts';
import { type Actor, writeAudit } from '../audit/audit.ts';
import type { ServiceContext } from '../context.ts';
import { type Reader, type Trx, transact } from '../database/transact.ts';
import { BYTE_ORDER_MARK, csvLines } from '../http/csv.ts';
import type { MailService } from '../mail/mail.service.ts';
import type { MailShop } from '../mail/shopper-letter.ts';
import type { SettingsService } from '../settings/service.ts';
import * as queries from './contacts.queries.ts';
import { grievanceAcknowledgement } from './mails.ts';

/** Complaints per piece of the export: the whole file is never in memory. */
const BATCH = 500;

/**
 * The grievance register: complaints among the contact messages, their two clocks, and the export.
 */
export function grievanceCalls(
  context: ServiceContext,
  deps: {
    settings: Pick<SettingsService, 'shop'>;
    mailShop: (language: Language) => Promise<MailShop>;
    mail: Pick<MailService, 'enqueue' | 'wake'>;
    locked: (trx: Trx, id: string, version: number | undefined) => Promise<queries.ContactRow>;
  },
) {
  const { db } = context.database;
  return {
    /**
     * Registers a message as a complaint or takes it back, acknowledges it by email, or closes it
     * with a note.
     *
     * @throws ShopError contact_not_found, stale, conflict (the step does not apply)
     */
    async takeGrievanceStep(id: string, { step, note, version }: GrievanceInput, actor: Actor): Promise<void> {
      const at = context.now();
      // Read before the transaction: SQLite has one connection.
      const { grievanceOfficer } = await deps.settings.shop();
      const shops = await inEach(deps.mailShop);
      await transact(context, async ({ trx, afterCommit }) => {
        const row = await deps.locked(trx, id, version);
        const before = timesOf(row);
        const after = takeStep(before, step, { createdAt: row.created_at, now: at });
        if (after === 'no') {
          throw new ShopError('conflict', {
            message: 'This complaint has been changed in the meantime. Please check the latest version.',
          });
        }
        const columns = {
          grievance: after === null ? 0 : 1,
          acknowledged_at: after?.acknowledgedAt ?? null,
          closed_at: after?.closedAt ?? null,
          ...(step === 'close' ? { closing_note: note ?? '', status: 'closed' as const } : {}),
          ...(step === 'acknowledge' && row.status === 'new' ? { status: 'read' as const } : {}),
        };
        await queries.updateContact(trx, id, { ...columns, updated_at: at });
        if (step === 'acknowledge') {
          const complaint = { ...row, createdAt: row.created_at };
          await deps.mail.enqueue(trx, [grievanceAcknowledgement(complaint, grievanceOfficer, shops[row.language])]);
          afterCommit(() => deps.mail.wake());
        }
        const { status, grievance, acknowledged_at, closed_at } = row;
        await writeAudit(trx, {
          at,
          actor,
          action: `grievance.${step}`,
          entity: 'contact',
          entityId: id,
          before: { status, grievance, acknowledged_at, closed_at },
          after: columns,
        });
      });
    },

    /**
     * The register as CSV in pieces. Each export has an audit entry, since the file contains
     * personal data.
     */
    async exportGrievances(actor: Actor): Promise<{ name: string; pieces: AsyncGenerator<string> }> {
      const at = context.now();
      await writeAudit(db, { at, actor, action: 'export', entity: 'contact', entityId: 'grievances' });
      return { name: `grievances-${isoDay(at)}.csv`, pieces: pieces(db, at) };
    },
  };
}

function timesOf({ grievance, created_at, acknowledged_at, closed_at }: queries.ContactRow) {
  return grievance === 1 ? { createdAt: created_at, acknowledgedAt: acknowledged_at, closedAt: closed_at } : null;
}

/** The complaint of a message as the API returns it; null when it is none. */
export function toGrievance(row: queries.ContactRow, now: number): Contact['grievance'] {
  const times = timesOf(row);
  if (!times) return null;
  const { acknowledgedAt, closedAt } = times;
  return {
    ...grievanceLimits(times),
    acknowledgedAt,
    closedAt,
    closingNote: row.closing_note,
    overdue: isOverdue(times, now),
  };
}

const COLUMNS = [
  'Ticket',
  'Received',
  'Name',
  'Email',
  'Phone',
  'Subject',
  'Message',
  'Acknowledge by',
  'Acknowledged',
  'Settle by',
  'Closed',
  'Overdue',
  'How it was settled',
];

/** UTF-8 with a byte order mark, as the other exports: no cell runs as a formula. */
async function* pieces(db: Reader, now: number): AsyncGenerator<string> {
  yield `${BYTE_ORDER_MARK}${csvLines([COLUMNS])}`;
  let after: queries.ContactRow | undefined;
  for (;;) {
    const rows = await queries.grievancesAfter(db, after, BATCH);
    if (rows.length > 0) yield csvLines(rows.map((row) => cells(row, now)));
    after = rows.at(-1);
    if (!after || rows.length < BATCH) return;
  }
}

function cells(row: queries.ContactRow, now: number): string[] {
  const grievance = toGrievance(row, now);
  const time = (ms: number | null | undefined) => (ms === null || ms === undefined ? '' : formatDateTime(ms));
  return [
    row.id,
    time(row.created_at),
    row.name,
    row.email,
    row.phone,
    row.subject,
    row.message,
    time(grievance?.acknowledgeBy),
    time(grievance?.acknowledgedAt),
    time(grievance?.resolveBy),
    time(grievance?.closedAt),
    grievance?.overdue ? 'yes' : 'no',
    row.closing_note,
  ];
}
