import type { ServiceContext } from '#server/context.ts';
import { transact } from '#server/database/transact.ts';
import type { AlertDeps } from './ask-for-alert.ts';
import * as queries from './back-in-stock.queries.ts';
import { backInStockMail } from './mails.ts';

/** Mails written at one look. */
const BATCH = 50;

/**
 * Deletes what has expired and writes to the addresses whose size is back.
 *
 * @returns the number of mails
 */
export async function sendAlerts(context: ServiceContext, { settings, mail }: AlertDeps): Promise<number> {
  const { db } = context.database;
  await queries.deleteExpired(db, context.now());
  const due = await queries.dueAlerts(db, BATCH);
  if (due.length === 0) return 0;
  const shop = await settings.mailShop();
  return transact(context, async ({ trx, afterCommit }) => {
    let sent = 0;
    for (const { id, email, size, product_id: productId, name } of due) {
      // Another process may have written it.
      if (!(await queries.deleteAlert(trx, id))) continue;
      const wanted = { email, productId, name, size };
      await mail.enqueue(trx, [backInStockMail(wanted, shop, context.env.publicUrl)]);
      sent += 1;
    }
    afterCommit(mail.wake);
    return sent;
  });
}
