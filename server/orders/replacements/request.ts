import { SHOPPER } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import { unlessTaken } from '#server/database/errors.ts';
import type { Trx } from '#server/database/transact.ts';
import { LIMITS, limitAttempts } from '#server/http/limits.ts';
import { newId } from '#server/ids.ts';
import { ShopError } from '#shop/errors.ts';
import { type ReplacedItem, requestReplacement } from '#shop/orders/changes/replacement.ts';
import { piecesLeft } from '#shop/orders/changes/returns.ts';
import type { Replacement, ReplacementInput } from '#shop/orders/replacement-input.ts';
import { checkReplacement } from '#shop/orders/replacements.ts';
import { openOrder } from '../access/credentials.ts';
import { type ChangeDeps, changeOrder, type Facts } from '../lifecycle/change-order.ts';
import { type LineRow, readLines } from '../rows/orders.queries.ts';
import { insertReplacement } from '../rows/replacements.queries.ts';
import { orderReplacements } from '../rows/replacements.ts';
import { returnsOf } from '../rows/returns.queries.ts';
import { assertReplacementAllowed } from './allowed.ts';
import { claimPhoto } from './requests.queries.ts';

/**
 * Stores a shopper's replacement request: row, photos, event and mail in one transaction (I6).
 *
 * @throws ShopError order_not_found (also for a wrong secret), too_many_attempts,
 *   replacement_not_delivered, replacement_late, replacement_open, validation, upload_not_found
 */
export async function createReplacement(
  context: ServiceContext,
  deps: ChangeDeps,
  orderNumber: string,
  accessToken: string | undefined,
  input: ReplacementInput,
): Promise<Replacement> {
  const { db } = context.database;
  await openOrder(db, orderNumber, accessToken, context.now());
  await limitAttempts(context, 'replacement-requests', orderNumber, LIMITS.replacementRequests);
  const id = newId('rpl');
  const decide = async ({ trx, order, at }: Facts) => {
    await assertReplacementAllowed(trx, order, at);
    const lines = await readLines(trx, [orderNumber]);
    const items = checkedItems(input, lines, piecesLeft(lines, await returnsOf(trx, orderNumber)));
    const { reason, description } = input;
    await insertReplacement(trx, {
      id,
      order_number: orderNumber,
      reason,
      description,
      items: JSON.stringify(items),
      status: 'requested',
      created_at: at,
      updated_at: at,
    });
    await claimPhotos(trx, orderNumber, id, input.photos);
    return requestReplacement({ reason, items });
  };
  // Two requests at the same moment: the unique index rejects the second.
  await unlessTaken(
    () => changeOrder(context, deps, { orderNumber, actor: SHOPPER, decide }),
    () => new ShopError('replacement_open'),
  );
  const created = (await orderReplacements(db, orderNumber)).find((one) => one.id === id);
  if (!created) throw new ShopError('replacement_not_found');
  return created;
}

/**
 * The chosen items of the order.
 *
 * @param left pieces of each line with the shopper
 * @throws ShopError validation
 */
function checkedItems(input: ReplacementInput, lines: LineRow[], left: number[]): ReplacedItem[] {
  const errors = Object.entries(checkReplacement(input, left)).map(([path, msg]) => ({ path, msg }));
  if (errors.length > 0) {
    throw new ShopError('validation', { errors, ...(errors.length === 1 ? { message: errors[0]?.msg } : {}) });
  }
  return input.items.flatMap(({ line, quantity }): ReplacedItem[] => {
    const row = lines[line];
    if (!row) return [];
    return [{ line, productId: row.product_id, name: row.name, size: row.size, stockSize: row.stock_size, quantity }];
  });
}

async function claimPhotos(trx: Trx, orderNumber: string, id: string, photos: string[]): Promise<void> {
  for (const [position, photo] of [...new Set(photos)].entries()) {
    if (!(await claimPhoto(trx, orderNumber, photo, id, position))) {
      throw new ShopError('upload_not_found', { message: 'A photo is no longer there. Please add it again.' });
    }
  }
}
