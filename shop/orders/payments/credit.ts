import { z } from 'zod';

/** What reports a bank credit. `text` is a message that staff have pasted. */
export const CREDIT_SOURCES = ['statement', 'sms', 'email', 'text'] as const;
export type CreditSource = (typeof CREDIT_SOURCES)[number];

export const CREDIT_STATUSES = ['open', 'matched', 'dismissed', 'reversed', 'conflict', 'undone'] as const;
/**
 * Persisted. `open`: it proves no order yet. `matched`: it proves one. `dismissed`: staff say that
 * it is no sale. `reversed`: the bank took it back. `conflict`: another report gives the same
 * reference with another amount. `undone`: its only import was undone.
 */
export type CreditStatus = (typeof CREDIT_STATUSES)[number];

export const PROOF_WAYS = ['utr', 'number', 'paise', 'person'] as const;
/**
 * Persisted: what led from a credit to its order. `number`: the order number in the payer's note.
 * `paise`: a total that no other order has (D61). `person`: staff matched them.
 */
export type ProofWay = (typeof PROOF_WAYS)[number];

const CREDIT_FLAGS = ['not_in_statement', 'amount_accepted', 'unmatched', 'returned'] as const;
/**
 * Persisted. `not_in_statement`: a statement covers the day of this credit and does not show it.
 * `amount_accepted`: staff matched it with an order of another amount. `unmatched`: a person took
 * it off its order or had set it aside, so it confirms nothing by itself. `returned`: an own
 * payment that came back, such as a refund.
 */
export type CreditFlag = (typeof CREDIT_FLAGS)[number];

/** A credit as the API returns it. Amounts in rupees, times in epoch ms. */
export const Credit = z.object({
  id: z.string(),
  amount: z.number(),
  rrn: z.string().nullable(),
  at: z.number().describe('when the bank booked it; the start of the day in India when it gives no time'),
  account: z.string().nullable().describe('the last digits of the account, as many as the bank shows'),
  payer: z.string().nullable().describe('UPI ID or name of the payer'),
  status: z.enum(CREDIT_STATUSES),
  orderNumber: z.string().optional(),
  provedBy: z.enum(PROOF_WAYS).optional().describe('what led to its order'),
  noteOrder: z.string().optional().describe('the order that the payer’s note names'),
  reversed: z.boolean(),
  sources: z.array(z.object({ kind: z.enum(CREDIT_SOURCES), at: z.number() })),
  flags: z.array(z.enum(CREDIT_FLAGS)),
  reason: z.string().optional().describe('why it was set aside or taken back'),
});
export type Credit = z.infer<typeof Credit>;

/**
 * Whether two account tails can be of one account: a bank may show three digits in one place and
 * four in another.
 */
export function sameAccount(one: string | null, other: string | null): boolean {
  if (!one || !other) return true;
  return one.length < other.length ? other.endsWith(one) : one.endsWith(other);
}
