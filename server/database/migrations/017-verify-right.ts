import type { Kysely } from 'kysely';

/** Whether a manager may verify payments (D39). Managers of earlier versions may. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('users')
    .addColumn('may_verify_payments', 'integer', (column) => column.notNull().defaultTo(1))
    .execute();
}
