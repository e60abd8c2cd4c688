import { repeated } from '#server/background.ts';
import type { ServiceContext } from '#server/context.ts';
import type { TermsSource } from '../order-terms.ts';
import { ordersWithDueInvoice } from '../rows/invoices.queries.ts';
import { issueNow } from './ensure-invoice.ts';

const EVERY_MS = 2_000;

/**
 * Issues the invoices that changes of orders have made due. Their numbers are consecutive, so each
 * waits for the one before: here, and not where payments are verified. Several processes may do it
 * at once. The doctor tells of an invoice that cannot be issued.
 */
export async function issueDue(context: ServiceContext, orders: TermsSource, signal?: AbortSignal): Promise<void> {
  const { database, log, now } = context;
  for (const orderNumber of await ordersWithDueInvoice(database.db, now())) {
    if (signal?.aborted) return;
    await issueNow(context, orders, orderNumber).catch((error: unknown) =>
      log.warn({ err: error, orderNumber }, 'invoice not issued'),
    );
  }
}

/** `issueDue` every two seconds. */
export function createInvoiceIssuing(context: ServiceContext, orders: TermsSource) {
  const issue = (signal?: AbortSignal) => issueDue(context, orders, signal);
  const { start, stop } = repeated(issue, EVERY_MS, (error) =>
    context.log.warn({ err: error }, 'due invoices were not read, it goes on later'),
  );
  return { issueDue: () => issue(), start, stop };
}
