import type { MatchReason } from '#shop/orders/payments/match.ts';
import type { ReadMessage } from './phone-api.ts';

/** What a message was, by the kind or the reason that the shop noted. */
const MESSAGE_WORDS: Record<string, string> = {
  credit: 'A credit',
  debit: 'Money going out',
  other: 'No bank message',
  ping: 'A test of the app',
  empty: 'A message without text',
  sender_unknown: 'From a sender that is not on your list',
  wording_unknown: 'A wording that the shop does not know yet',
  no_account: 'From a bank where you have named no account',
  other_account: 'About an account that is not in your settings',
  ignored: 'From a sender that you ignore',
  credit_reversed: 'A credit that the bank took back',
  reversal: 'Your own payment that came back',
};

export function messageWords(kind: string | null): string {
  return kind === null ? 'Nothing' : (MESSAGE_WORDS[kind] ?? 'No credit to an account of yours');
}

const MATCH_WORDS: Partial<Record<MatchReason, string>> = {
  exact: 'UTR, amount and day agree',
  policy: 'an exact match, and your rules ask you first',
  limit_per_order: 'an exact match above your limit for an order',
  limit_per_day: 'an exact match above your limit for a day',
  pasted: 'an exact match, but anyone can write such a text',
  unproven: 'an exact match, but the wording is not known, so a person confirms',
  no_account: 'an exact match, but you have not named your own account yet',
  amount_differs: 'the amount differs',
  date_differs: 'the day does not fit',
  other_account: 'it is another account',
  unknown_item: 'the order has an item that is not in your catalogue',
  several_orders: 'several orders have this UTR',
  already_paid: 'the order is paid already',
  cancelled: 'the order is cancelled',
  digit_differs: 'one digit of the UTR differs',
  same_amount: 'only the amount agrees',
};

/** What the shop would do with a message. */
export function resultWords({ message, match, waiting }: ReadMessage): string {
  if (waiting?.order) return `Show it to you with its order, ${waiting.order.orderNumber}`;
  if (waiting) return 'Show it to you under Payments, Without order';
  if (match?.reason === 'dismissed') return 'Set it aside as no sale; a refund with its reference is due again';
  if (message.reversal) return 'Take back the credit that it names, and reopen its order';
  if (message.kind !== 'credit' || !message.trusted) return 'Nothing';
  if (!match || match.decision === 'none') return 'Keep the credit until an order with this UTR comes';
  const why = MATCH_WORDS[match.reason] ?? 'please have a look';
  const what = { confirm: 'Confirm it', suggest: 'Suggest it to you', review: 'Show it to you' }[match.decision];
  return `${what}: ${why}`;
}
