import { SHOPPER } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import { databaseFailure } from '#server/database/errors.ts';
import { transact } from '#server/database/transact.ts';
import { newId } from '#server/ids.ts';
import type { MailService } from '#server/mail/mail.service.ts';
import { ShopError } from '#shop/errors.ts';
import type { ReplacementInput } from '#shop/orders/replacement-input.ts';
import { checkReplacement, reasonLabel } from '#shop/orders/replacements.ts';
import { lockOrder } from '../lifecycle/manage.ts';
import type { MailShop } from '../order-mails.ts';
import { insertEvents, readLines } from '../queries.ts';
import { refuseUnlessAllowed } from './allowed.ts';
import { replacementMail } from './mails.ts';
import * as queries from './queries.ts';
import type { ReplacedItem } from './wire.ts';

export type ReplacementRequest = ReplacementInput;

export interface ReplacementDeps {
  mail: MailService;
  shop: MailShop;
}

/**
 * Writes a shopper's request: row, photos, event and mail in one transaction (I6). The caller has seen the order's token.
 *
 * @returns the id of the request
 * @throws ShopError order_not_found, replacement_not_delivered, replacement_late, replacement_open, validation, upload_not_found
 */
export async function askForReplacement(
  context: ServiceContext,
  deps: ReplacementDeps,
  orderNumber: string,
  input: ReplacementRequest,
): Promise<string> {
  const id = newId('rpl');
  try {
    await transact(context, async ({ trx, afterCommit }) => {
      const at = context.now();
      const order = await lockOrder(trx, context, orderNumber);
      await refuseUnlessAllowed(trx, order, at);
      const lines = await readLines(trx, [orderNumber]);
      const wrong = Object.entries(
        checkReplacement(
          input,
          lines.map((line) => line.quantity),
        ),
      );
      if (wrong.length > 0) {
        const errors = wrong.map(([path, msg]) => ({ path, msg }));
        throw new ShopError('validation', { errors, ...(errors.length === 1 ? { message: errors[0]?.msg } : {}) });
      }
      const items = input.items.flatMap(({ line, quantity }): ReplacedItem[] => {
        const row = lines[line];
        return row
          ? [
              {
                line,
                productId: row.product_id,
                name: row.name,
                size: row.size,
                stockSize: row.stock_size,
                quantity,
              },
            ]
          : [];
      });
      await queries.insertReplacement(trx, {
        id,
        order_number: orderNumber,
        reason: input.reason,
        description: input.description,
        items: JSON.stringify(items),
        status: 'requested',
        created_at: at,
        updated_at: at,
      });
      for (const [position, photo] of [...new Set(input.photos)].entries()) {
        if (!(await queries.claimPhoto(trx, orderNumber, photo, id, position))) {
          throw new ShopError('upload_not_found', { message: 'A photo is no longer there. Please add it again.' });
        }
      }
      await insertEvents(trx, [
        {
          orderNumber,
          kind: 'replacement',
          status: null,
          at,
          author: SHOPPER.name,
          note: `Replacement requested: ${reasonLabel(input.reason)}`,
        },
      ]);
      await deps.mail.enqueue(trx, [
        replacementMail('replacement_received', { ...order, items, reason: input.reason, note: '' }, deps.shop),
      ]);
      afterCommit(() => deps.mail.wake());
    });
  } catch (error) {
    // Two requests in one moment: the index lets one in.
    if (databaseFailure(error) === 'unique') {
      throw new ShopError('replacement_open');
    }
    throw error;
  }
  return id;
}
