import type { Reader } from '#server/database/transact.ts';
import { ShopError } from '#shop/errors.ts';
import { replacementLabel } from '#shop/orders/replacements.ts';
import { readOrder } from '../rows/orders.queries.ts';
import { isReplacementId, itemsOf, readReplacement, statusOf } from '../rows/replacements.queries.ts';
import type { PaperOrder } from './paper-order.ts';
import { packWeights } from './papers.queries.ts';

/**
 * The parcel of a replacement that is approved or sent: the goods of the request, to the address of
 * its order.
 *
 * @throws ShopError replacement_not_found, wrong_move
 */
export async function replacementParcel(db: Reader, id: string): Promise<PaperOrder> {
  const request = isReplacementId(id) ? await readReplacement(db, id) : undefined;
  const order = request && (await readOrder(db, request.order_number));
  if (!order) throw new ShopError('replacement_not_found');
  const status = statusOf(request);
  if (status !== 'approved' && status !== 'shipped') {
    const message = `A replacement that is ${replacementLabel(status).toLowerCase()} has no parcel.`;
    throw new ShopError('wrong_move', { message });
  }
  const items = itemsOf(request);
  const gramsOf = await packWeights(
    db,
    items.map((item) => item.productId),
  );
  return {
    row: { ...order, courier: request.courier, courier_tracking: request.courier_tracking },
    lines: items.map(({ productId, name, size, stockSize, quantity }) => ({
      order_number: order.order_number,
      product_id: productId,
      name,
      size,
      quantity,
      grams: gramsOf(productId, stockSize),
    })),
    isReplacement: true,
  };
}
