/**
 * The audit log: who did what and when, for every change in the admin (R3.11). Call it in the
 * transaction of the change:
 *
 *   await writeAudit(trx, { at: now, actor: actorOf(request), action: 'save', entity: 'settings', entityId: 'payment', before, after });
 *
 * `action` is one word, or two separated by a dot ('status', 'password.reset'). `entity` is the
 * type of the changed record ('order', 'product', …) and `entityId` its id. `before` and `after`
 * are any JSON that describes the change. tests/routes/audit.test.ts lists the routes that must
 * write an entry.
 */
import { insertRows } from '../database/rows.ts';
import type { Reader } from '../database/transact.ts';
import { newId } from '../ids.ts';

/** Who made a change: a signed-in member of staff, the shopper, or the shop itself. */
export interface Actor {
  id: string | null;
  /** Displayed on the timeline: a name, 'shopper' or 'shop'. Never an email or a phone number. */
  name: string;
  /** Network address, for the audit log only. */
  address?: string;
}

/** The name of a program with an API key, as an actor. */
export const programName = (key: string): string => `${key} (API key)`;

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

/** Keys whose values are never written to the log (D47). */
const SECRET = /password|secret|token|otp$|^otp|hash$|code_hash|^signingKeys$/i;

function serialize(value: unknown): string | null {
  if (value === undefined) return null;
  return JSON.stringify(value, (key, inner: unknown) => (SECRET.test(key) ? undefined : inner));
}

/**
 * Logs a sign-in or a change by staff, in the same transaction as the change. Secrets are omitted.
 */
export async function writeAudit(db: Reader, entry: AuditEntry): Promise<void> {
  await insertRows(db, 'audit_log', [
    {
      id: newId('aud'),
      at: entry.at,
      actor_id: entry.actor.id,
      actor: entry.actor.name,
      action: entry.action,
      entity: entry.entity,
      entity_id: entry.entityId,
      before_value: serialize(entry.before),
      after_value: serialize(entry.after),
      address: entry.actor.address ?? '',
    },
  ]);
}

/**
 * Removes the values before and after from the entries about records of an erased person; who did
 * what and when stays.
 */
export async function forgetAuditValues(
  trx: Reader,
  entity: string,
  entityIds: readonly string[],
  actions?: readonly string[],
): Promise<void> {
  if (entityIds.length === 0) return;
  let query = trx
    .updateTable('audit_log')
    .set({ before_value: null, after_value: null })
    .where('entity', '=', entity)
    .where('entity_id', 'in', entityIds);
  if (actions) query = query.where('action', 'in', actions);
  await query.execute();
}
