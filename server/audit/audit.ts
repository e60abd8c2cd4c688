/**
 * The audit log: who did what and when, for every change in the admin (R3.11). One call in the transaction of the change itself:
 *
 *   await writeAudit(trx, { at: now, actor: actorOf(request), action: 'save', entity: 'settings', entityId: 'payment', before, after });
 *
 * `action` is one word or two with a dot ('status', 'password.reset'); `entity` what was changed ('order', 'product', …) and `entityId`
 * which; `before` and `after` whatever JSON shows the change best. tests/routes/audit.test.ts lists the routes that must write one.
 */
import type { Reader } from '../database/transact.ts';
import { newId } from '../ids.ts';

/** Who changed something: a signed-in member of staff, the shopper, or the shop itself. */
export interface Actor {
  id: string | null;
  /** Shown on the timeline: a name, 'shopper' or 'shop'. Never an e-mail or a number. */
  name: string;
  /** Network address, for the audit log only. */
  address?: string;
}

export const SHOPPER: Actor = { id: null, name: 'shopper' };
export const SHOP: Actor = { id: null, name: 'shop' };

export interface AuditEntry {
  at: number;
  actor: Actor;
  action: string;
  entity: string;
  entityId: string;
  before?: unknown;
  after?: unknown;
}

/** Names of values that are never written down, whoever hands them in (D47). */
const SECRET = /password|secret|token|otp$|^otp|hash$|code_hash/i;

function plain(value: unknown): string | null {
  if (value === undefined) return null;
  return JSON.stringify(value, (key, inner: unknown) => (SECRET.test(key) ? undefined : inner));
}

/** Writes down a sign-in or a change by staff, in the same transaction as the change itself. Secrets are left out. */
export async function writeAudit(db: Reader, entry: AuditEntry): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({
      id: newId('aud'),
      at: entry.at,
      actor_id: entry.actor.id,
      actor: entry.actor.name,
      action: entry.action,
      entity: entry.entity,
      entity_id: entry.entityId,
      before_value: plain(entry.before),
      after_value: plain(entry.after),
      address: entry.actor.address ?? '',
    })
    .execute();
}
