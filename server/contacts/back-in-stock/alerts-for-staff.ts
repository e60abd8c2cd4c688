import { type Actor, writeAudit } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import { type Reader, transact } from '#server/database/transact.ts';
import type { StockAlert } from '#shop/contacts/back-in-stock.ts';
import { ShopError } from '#shop/errors.ts';
import { paginate, withNames } from '#shop/page-parameters.ts';
import * as queries from './back-in-stock.queries.ts';

/** The phone numbers for staff. */
export async function listAlerts(db: Reader, { page, limit }: { page: number; limit: number }) {
  const [rows, { phones, emails }] = await Promise.all([
    queries.listPhones(db, limit, (page - 1) * limit),
    queries.countWaiting(db),
  ]);
  return {
    alerts: rows.map(
      (row): StockAlert => ({
        id: row.id,
        productId: row.product_id,
        productName: row.name,
        size: row.size,
        phone: row.phone,
        createdAt: row.created_at,
        inStock: Number(row.in_stock) === 1,
      }),
    ),
    emails,
    pagination: withNames(paginate({ page, limit }, phones), 'totalAlerts'),
  };
}

/** Takes a number off the list. @throws ShopError alert_not_found */
export function removeAlert(context: ServiceContext, id: string, actor: Actor): Promise<void> {
  return transact(context, async ({ trx }) => {
    if (!(await queries.deleteAlert(trx, id))) throw new ShopError('alert_not_found');
    await writeAudit(trx, { at: context.now(), actor, action: 'delete', entity: 'stock_alert', entityId: id });
  });
}
