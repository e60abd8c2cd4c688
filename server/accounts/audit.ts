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

/** Writes down a sign-in or a change by staff, in the same transaction as the change itself. */
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
      before_value: entry.before === undefined ? null : JSON.stringify(entry.before),
      after_value: entry.after === undefined ? null : JSON.stringify(entry.after),
      address: entry.actor.address ?? '',
    })
    .execute();
}
