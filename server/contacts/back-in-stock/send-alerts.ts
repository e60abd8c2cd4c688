import type { ServiceContext } from '#server/context.ts';
import { transact } from '#server/database/transact.ts';
import { inEach } from '#shop/language.ts';
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
export async function sendAlerts(context: ServiceContext, { mailShop, mail }: AlertDeps): Promise<number> {
  const { db } = context.database;
  await queries.deleteExpired(db, context.now());
  const due = await queries.dueAlerts(db, BATCH);
  if (due.length === 0) return 0;
  const shops = await inEach(mailShop);
  return transact(context, async ({ trx, afterCommit }) => {
    let sent = 0;
    for (const alert of due) {
      // Another process may have written it.
      if (!(await queries.deleteAlert(trx, alert.id))) continue;
      const { email, size, product_id: productId, language } = alert;
      const wanted = { email, productId, name: queries.nameIn(alert, language), size };
      await mail.enqueue(trx, [backInStockMail(wanted, shops[language])]);
      sent += 1;
    }
    afterCommit(mail.wake);
    return sent;
  });
}
