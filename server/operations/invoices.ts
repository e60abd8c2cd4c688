import type { Database } from '../database/connect.ts';
import { ordersWithDueInvoice } from '../orders/rows/invoices.queries.ts';
import { count, type Finding, fault, MINUTE, well } from './finding.ts';

/** A job issues invoices within seconds after they are due, ms. */
const LATE_MS = 10 * MINUTE;

/** Whether an invoice that is due could not be issued. @param now epoch ms */
export async function examineInvoices({ db }: Database, now: number): Promise<Finding> {
  const due = await ordersWithDueInvoice(db, now - LATE_MS);
  if (due.length === 0) return well('Every invoice that is due has been issued.');
  return fault(
    `${count(due.length, 'invoice')} could not be issued, the first of order ${due[0]}.`,
    'Look for “invoice not issued” in the log.',
  );
}
