import { type Insertable, sql } from 'kysely';
import { storedTranslations } from '#server/catalogue/translations.ts';
import type { StockAlertsTable } from '#server/database/schema.ts';
import type { Reader } from '#server/database/transact.ts';
import type { Language } from '#shop/language.ts';
import { translated } from '#shop/translations.ts';

type Wanted = Pick<Insertable<StockAlertsTable>, 'product_id'> & { size: string };
type Contact = { email: string; phone: string };

/** The name of a product in a language. */
export function nameIn(product: { name: string; translations: string | null }, language: Language): string {
  return translated({ name: product.name, ...storedTranslations<{ name: string }>(product) }, language).name;
}

/** Wishes name the label that a size has now. */
const LABEL = sql<string>`coalesce(product_sizes.label, product_sizes.size)`;

/** Name and stock of a size that shoppers see; undefined when there is none. */
export function readWanted(db: Reader, { product_id, size }: Wanted) {
  return db
    .selectFrom('product_sizes')
    .innerJoin('products', 'products.id', 'product_sizes.product_id')
    .select(['products.name', 'products.translations', 'products.status', 'product_sizes.stock'])
    .where('products.id', '=', product_id)
    .where('products.deleted_at', 'is', null)
    .where(LABEL, '=', size)
    .where('product_sizes.removed_at', 'is', null)
    .executeTakeFirst();
}

export function readAlert(db: Reader, { product_id, size }: Wanted, { email, phone }: Contact) {
  return db
    .selectFrom('stock_alerts')
    .selectAll()
    .where('product_id', '=', product_id)
    .where('size', '=', size)
    .where('email', '=', email)
    .where('phone', '=', phone)
    .executeTakeFirst();
}

/**
 * How many wishes wait for this address or number, how many this network has added since `since`,
 * and how many have a phone number.
 */
export async function countAlerts(db: Reader, { email, phone }: Contact, network: string, since: number) {
  const count = (query: ReturnType<typeof all>) => query.executeTakeFirstOrThrow().then(({ count }) => Number(count));
  const all = () => db.selectFrom('stock_alerts').select((eb) => eb.fn.countAll<number>().as('count'));
  return {
    contact: await count(all().where('email', '=', email).where('phone', '=', phone)),
    network: await count(all().where('network', '=', network).where('created_at', '>', since)),
    phones: await count(all().where('email', '=', '')),
  };
}

/** Adds a wish; one that is there gets the new code and expiry. */
export async function upsertAlert(db: Reader, row: Insertable<StockAlertsTable>): Promise<void> {
  const { code_hash, expires_at, language } = row;
  await db
    .insertInto('stock_alerts')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['product_id', 'size', 'email', 'phone'])
        .doUpdateSet({ code_hash, expires_at, language })
        // An address that was confirmed meanwhile stays confirmed.
        .where((eb) => eb.or([eb('stock_alerts.code_hash', 'is not', null), eb('stock_alerts.email', '=', '')])),
    )
    .execute();
}

/** @returns false when the code is another one, or no longer valid at `now` */
export async function confirmAlert(
  db: Reader,
  wanted: Wanted & { email: string },
  code_hash: string,
  { now, expires_at }: { now: number; expires_at: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('stock_alerts')
    .set({ code_hash: null, expires_at })
    .where('product_id', '=', wanted.product_id)
    .where('size', '=', wanted.size)
    .where('email', '=', wanted.email)
    .where('phone', '=', '')
    .where('code_hash', '=', code_hash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return Number(numUpdatedRows) > 0;
}

export async function deleteExpired(db: Reader, now: number): Promise<void> {
  await db.deleteFrom('stock_alerts').where('expires_at', '<=', now).execute();
}

/** Wishes with the product and whether its size can be bought again. */
function waiting(db: Reader) {
  return db
    .selectFrom('stock_alerts')
    .innerJoin('products', 'products.id', 'stock_alerts.product_id')
    .leftJoin('product_sizes', (join) =>
      join
        .onRef('product_sizes.product_id', '=', 'stock_alerts.product_id')
        .on(LABEL, '=', (eb) => eb.ref('stock_alerts.size'))
        .on('product_sizes.removed_at', 'is', null)
        .on('product_sizes.stock', '>', 0),
    )
    .where('stock_alerts.code_hash', 'is', null);
}

/** Confirmed addresses whose size can be bought again, oldest first. */
export function dueAlerts(db: Reader, most: number) {
  return waiting(db)
    .select([
      'stock_alerts.id',
      'stock_alerts.email',
      'stock_alerts.size',
      'stock_alerts.language',
      'products.id as product_id',
      'products.name',
      'products.translations',
    ])
    .where('stock_alerts.email', '!=', '')
    .where('product_sizes.stock', 'is not', null)
    .where('products.status', '=', 'Active')
    .where('products.deleted_at', 'is', null)
    .orderBy('stock_alerts.created_at')
    .orderBy('stock_alerts.id')
    .limit(sql.lit(most))
    .execute();
}

/** One page of the phone numbers; those whose stock is back first, then the oldest. */
export function listPhones(db: Reader, limit: number, offset: number) {
  const inStock = sql<number>`case when product_sizes.stock is not null and products.status = 'Active'
    and products.deleted_at is null then 1 else 0 end`;
  return waiting(db)
    .select([
      'stock_alerts.id',
      'stock_alerts.size',
      'stock_alerts.phone',
      'stock_alerts.created_at',
      'products.id as product_id',
      'products.name',
      inStock.as('in_stock'),
    ])
    .where('stock_alerts.phone', '!=', '')
    .orderBy(inStock, 'desc')
    .orderBy('stock_alerts.created_at')
    .orderBy('stock_alerts.id')
    .limit(sql.lit(limit))
    .offset(sql.lit(offset))
    .execute();
}

/** How many numbers and how many confirmed addresses wait. */
export async function countWaiting(db: Reader): Promise<{ phones: number; emails: number }> {
  const row = await db
    .selectFrom('stock_alerts')
    .select([
      sql<number>`coalesce(sum(case when phone <> '' then 1 else 0 end), 0)`.as('phones'),
      sql<number>`coalesce(sum(case when email <> '' then 1 else 0 end), 0)`.as('emails'),
    ])
    .where('code_hash', 'is', null)
    .executeTakeFirstOrThrow();
  return { phones: Number(row.phones), emails: Number(row.emails) };
}

/** Deletes a wish. @returns false when it is gone */
export async function deleteAlert(db: Reader, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('stock_alerts').where('id', '=', id).executeTakeFirst();
  return Number(numDeletedRows) > 0;
}
