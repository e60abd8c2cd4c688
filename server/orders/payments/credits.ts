import type { Reader } from '#server/database/transact.ts';
import { ShopError } from '#shop/errors.ts';
import { noonOf, startOfDay } from '#shop/india/dates.ts';
import type { Credit, CreditStatus } from '#shop/orders/payments/credit.ts';
import { paginate, withNames } from '#shop/page-parameters.ts';
import { creditsById } from './ledger.queries.ts';
import { toCredit } from './wire.ts';

/** Days are those of India, both included. */
interface CreditsQuery {
  status?: CreditStatus | undefined;
  from?: string | undefined;
  to?: string | undefined;
  page: number;
  limit: number;
}

/** One page of credits, newest first. */
export async function listCredits(db: Reader, query: CreditsQuery) {
  let filtered = db.selectFrom('credits');
  if (query.status) filtered = filtered.where('status', '=', query.status);
  if (query.from) filtered = filtered.where('at', '>=', startOfDay(noonOf(query.from)));
  if (query.to) filtered = filtered.where('day', '<=', query.to);
  const { total } = await filtered.select((eb) => eb.fn.countAll().as('total')).executeTakeFirstOrThrow();
  const rows = await filtered
    .select('id')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(query.limit)
    .offset((query.page - 1) * query.limit)
    .execute();
  const ids = rows.map(({ id }) => id);
  const found = new Map((await creditsById(db, ids)).map((one) => [one.id, one]));
  return {
    credits: ids.flatMap((id) => found.get(id) ?? []).map(toCredit),
    pagination: withNames(paginate(query, Number(total)), 'totalCredits'),
  };
}

/** @throws ShopError credit_not_found */
export async function readCredit(db: Reader, id: string): Promise<Credit> {
  const [found] = await creditsById(db, [id]);
  if (!found) throw new ShopError('credit_not_found');
  return toCredit(found);
}
