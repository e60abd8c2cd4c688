import type { ServiceContext } from '#server/context.ts';
import { ShopError } from '#shop/errors.ts';
import type { Language } from '#shop/language.ts';
import { shownUtr } from '#shop/money/upi.ts';
import type { DraftPayment } from '#shop/orders/orders.ts';
import { confirmsAtOnce, type ProofSettings } from '#shop/settings/proof.ts';
import { ownsOrder } from '../access/credentials.ts';
import { orderForShopper } from '../access/order-for-shopper.ts';
import { readOrder } from '../rows/orders.queries.ts';

/**
 * What has become of the payment of a draft, for the page that waits for it (D61).
 *
 * @throws ShopError order_not_found (also for a wrong secret)
 */
export async function draftPayment(
  context: ServiceContext,
  { proof }: { proof: ProofSettings },
  orderNumber: string,
  accessToken: string | undefined,
  language?: Language,
): Promise<DraftPayment> {
  const row = await readOrder(context.database.db, orderNumber);
  if (!row || accessToken === undefined || !ownsOrder(row, accessToken)) throw new ShopError('order_not_found');
  const canConfirm = confirmsAtOnce(proof, row);
  if (row.status === 'draft') return { state: 'waiting', canConfirm };
  const order = { ...(await orderForShopper(context, orderNumber, accessToken, language)), accessToken };
  const utr = shownUtr(row);
  const received = row.payment_status === 'completed';
  return {
    state: received ? 'received' : 'waiting',
    canConfirm,
    order,
    ...(utr === null ? {} : { utr }),
    ...(received && row.payment_decided_at !== null ? { receivedAt: row.payment_decided_at } : {}),
  };
}
