import { repeated } from '#server/background.ts';
import type { ServiceContext } from '#server/context.ts';
import type { TermsSource } from '../order-terms.ts';
import { ordersWithDueInvoice } from '../rows/invoices.queries.ts';
import { issueNow } from './ensure-invoice.ts';

const EVERY_MS = 2_000;

/**
 * Issues the invoices that changes of orders have made due. Their numbers are consecutive, so each
 * waits for the one before: here, and not where payments are verified. Several processes may do it
 * at once.
 */
export function createInvoiceIssuing(context: ServiceContext, orders: TermsSource) {
  const { database, log } = context;

  async function issueDue(): Promise<void> {
    for (const orderNumber of await ordersWithDueInvoice(database.db)) {
      await issueNow(context, orders, orderNumber).catch((error: unknown) =>
        log.error({ err: error, orderNumber }, 'the invoice could not be issued, it is tried again'),
      );
    }
  }

  const { start, stop } = repeated(issueDue, EVERY_MS, (error) =>
    log.warn({ err: error }, 'due invoices were not read, it goes on later'),
  );
  return { issueDue, start, stop };
}
