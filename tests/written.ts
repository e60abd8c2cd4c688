import type { TestApp } from './app.ts';

/** Everything that an import of a courier's file could write. */
export async function written(t: TestApp) {
  return {
    orders: await t.db.selectFrom('orders').selectAll().orderBy('order_number').execute(),
    events: await t.db.selectFrom('order_events').selectAll().orderBy('id').execute(),
    audit: await t.db.selectFrom('audit_log').selectAll().orderBy('id').execute(),
    mails: await t.db.selectFrom('mail_outbox').select('id').orderBy('id').execute(),
  };
}
