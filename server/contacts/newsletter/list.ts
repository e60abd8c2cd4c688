import { type Actor, writeAudit } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import { type Reader, transact } from '#server/database/transact.ts';
import { BYTE_ORDER_MARK, csvLines } from '#server/http/csv.ts';
import type { Subscriber } from '#shop/contacts/newsletter.ts';
import { ShopError } from '#shop/errors.ts';
import { isoDay } from '#shop/india/dates.ts';
import { paginate, withNames } from '#shop/page-parameters.ts';
import { cleanEmail, isEmail } from '#shop/text/text.ts';
import * as queries from './newsletter.queries.ts';

/** Number of rows read and sent per piece, so that the file is never held in memory as a whole. */
const BATCH = 1000;

/** The newsletter list for staff: list, search, export, and delete an address. */
export function subscriberList(context: ServiceContext) {
  const { db } = context.database;
  return {
    async list({ page, limit, search = '' }: { page: number; limit: number; search?: string | undefined }) {
      const [rows, { total, active }] = await Promise.all([
        queries.listSubscribers(db, search, limit, (page - 1) * limit),
        queries.countSubscribers(db, search),
      ]);
      return {
        subscribers: rows.map(toSubscriber),
        active,
        pagination: withNames(paginate({ page, limit }, total), 'totalSubscribers'),
      };
    },

    /** Returns the list as CSV in pieces and a file name. Writes the export to the audit log. */
    async exportList(search: string, actor: Actor): Promise<{ name: string; pieces: AsyncGenerator<string> }> {
      const at = context.now();
      await writeAudit(db, {
        at,
        actor,
        action: 'export',
        entity: 'newsletter',
        entityId: 'list',
        // Without the text: it may be the address of a person who is erased later.
        after: { searched: Boolean(search) },
      });
      return { name: `newsletter-${isoDay(at)}.csv`, pieces: pieces(db, search) };
    },

    /** @throws ShopError('subscriber_not_found') */
    async remove(email: string, actor: Actor): Promise<void> {
      const address = cleanEmail(email);
      await transact(context, async ({ trx }) => {
        if (!isEmail(address) || !(await queries.deleteSubscriber(trx, address))) {
          throw new ShopError('subscriber_not_found');
        }
        // A deletion may be a request to be forgotten, so the log keeps only a masked address.
        const entityId = address.replace(/^(.).*@/, '$1•••@');
        await writeAudit(trx, { at: context.now(), actor, action: 'delete', entity: 'newsletter', entityId });
      });
    },
  };
}

/**
 * UTF-8 with a byte order mark for spreadsheet programs. Cells that would be run as formulas are
 * escaped with an apostrophe.
 */
async function* pieces(db: Reader, search: string): AsyncGenerator<string> {
  yield `${BYTE_ORDER_MARK}${csvLines([['Email', 'On the list since', 'Left on']])}`;
  let last = '';
  for (;;) {
    const rows = await queries.subscribersAfter(db, search, last, BATCH);
    const end = rows.at(-1);
    if (!end) return;
    yield csvLines(
      rows.map((row) => [
        row.email,
        isoDay(row.created_at),
        row.unsubscribed_at === null ? '' : isoDay(row.unsubscribed_at),
      ]),
    );
    last = end.email;
  }
}

function toSubscriber(row: queries.SubscriberRow): Subscriber {
  return { email: row.email, createdAt: row.created_at, unsubscribedAt: row.unsubscribed_at };
}
