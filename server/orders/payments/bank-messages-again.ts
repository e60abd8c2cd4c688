import type { ServiceContext } from '#server/context.ts';
import { transact } from '#server/database/transact.ts';
import { bankOfKey, sendersOf } from '#shop/orders/payments/own-accounts.ts';
import type { MessageRow } from './bank-messages.ts';
import { judge, type MessageRules } from './bank-messages-understand.ts';
import { lockLedger, recordReports } from './ledger.ts';
import { type ProofDeps, proveOrders } from './proof.ts';

/**
 * Reads waiting messages again, after the owner has accepted their sender or a wording. What is
 * read whole now moves to the ledger, where it is suggested: nothing that came before the decision
 * confirms by itself.
 */
export async function readAgain(
  context: ServiceContext,
  deps: ProofDeps,
  rules: MessageRules,
  which: { sender: string } | { wording: string },
): Promise<void> {
  const { db } = context.database;
  const waiting = db.selectFrom('bank_messages').selectAll().where('status', '=', 'waiting');
  const rows = await ('sender' in which
    ? waiting.where('sender', '=', which.sender)
    : waiting.where('wording', '=', which.wording)
  ).execute();
  for (const row of rows) {
    const understood = judge(knownOf(row, rules), rules);
    if (understood.kind === 'waits') {
      const { bank, reason, wording } = understood.message;
      await db.updateTable('bank_messages').set({ bank, reason, wording }).where('id', '=', row.id).execute();
    }
    if (understood.kind !== 'read' || understood.report === null || understood.reading.kind !== 'credit') continue;
    const report = { ...understood.report, mayConfirm: false };
    const recorded = await transact(context, async ({ trx }) => {
      await lockLedger(trx);
      await trx.deleteFrom('bank_messages').where('id', '=', row.id).execute();
      return recordReports(trx, [report], context.now());
    });
    await proveOrders(
      context,
      deps,
      recorded.map(({ creditId }) => creditId),
    );
  }
}

function knownOf(row: MessageRow, { settings }: MessageRules) {
  const bank = row.bank ?? bankOfKey(row.sender, sendersOf(settings));
  return {
    source: row.via,
    key: row.sender,
    sender: row.sender,
    bank,
    subject: row.subject,
    text: row.text,
    receivedAt: row.received_at,
  };
}
