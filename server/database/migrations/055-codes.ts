import { type Kysely, sql } from 'kysely';

/**
 * The code of the coupon that an order has, frozen beside its label ('Coupon DIWALI10'); '' without
 * one, or for an automatic offer. And the sealed secret of an authenticator app that a session sets
 * up.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sessions add column two_step_setup text`.execute(db);
  await sql`alter table orders add column coupon_code text not null default ''`.execute(db);
  // From the label, because the coupon may have another code by now. Codes are upper case and have
  // no space; names of offers are neither.
  await sql`
    update orders set coupon_code = substr(coupon_label, 8)
    where coupon_id is not null and coupon_label like 'Coupon %' and coupon_label not like 'Coupon % %'
      and substr(coupon_label, 8) = upper(substr(coupon_label, 8))`.execute(db);
}
