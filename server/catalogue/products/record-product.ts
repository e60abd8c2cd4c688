import { type AuditEntry, writeAudit } from '#server/audit/audit.ts';
import { tellPrograms } from '#server/connect/tell.ts';
import type { Trx } from '#server/database/transact.ts';

type Entry = Omit<AuditEntry, 'entity' | 'entityId'> & { id: string };

/**
 * Writes a change of a product to the audit log, and tells the programs that ask for it; those that
 * ask for stock are told by `recordStock`.
 */
export async function recordProduct(trx: Trx, { id, ...entry }: Entry): Promise<void> {
  await writeAudit(trx, { ...entry, entity: 'product', entityId: id });
  const { action, at } = entry;
  if (action === 'stock') return;
  await tellPrograms(trx, at, [{ type: 'product.changed', data: { product: id, change: action } }]);
}
