import { z } from 'zod';

/**
 * One wording of a bank or payment app, as data. `text` is the whole message: plain words, `[…]`
 * for a part that may be missing, and slots.
 *
 * Of the bank: `{amount}` and `{balance}` (with their currency), `{rrn}` (12 digits), `{ref}` (a
 * reference with letters), `{date}`, `{time}`, `{account}` (as masked), `{number}` and `{code}`
 * (digits, or one word of letters and digits, that mean nothing to the shop), `{ifsc}` (a bank's
 * four letters in a path), `{name}` (the owner, in a greeting). Written by the payer, and opaque:
 * `{payer}`, `{vpa}`, `{note}`. `{any}` is what a mail says below its last slot.
 */
export const Template = z.object({
  id: z.string(),
  bank: z.string(),
  via: z.array(z.enum(['sms', 'app', 'email'])).min(1),
  kind: z.enum(['credit', 'debit', 'credit_reversed', 'returned']),
  channel: z.enum(['upi', 'imps', 'neft', 'rtgs', 'cash', 'other']),
  text: z.string(),
  /** Of a mail, where its subject says more than its text. */
  subject: z.string().optional(),
  /** Real wordings with what they say; each is a test. */
  examples: z.array(
    z.object({
      text: z.string(),
      subject: z.string().optional(),
      amountPaise: z.number().int(),
      rrn: z.string().nullable().default(null),
      refs: z.array(z.string()).default([]),
      date: z.string().nullable().default(null),
      time: z.string().nullable().default(null),
      accountTail: z.string().nullable().default(null),
      balancePaise: z.number().int().nullable().default(null),
      payerName: z.string().nullable().default(null),
      payerVpa: z.string().nullable().default(null),
      note: z.string().nullable().default(null),
    }),
  ),
});
export type Template = z.infer<typeof Template>;

/**
 * The slots that a payer writes, or that are written below what matters: nothing but an order
 * number in the note is read from them.
 */
export const OPAQUE = ['payer', 'vpa', 'note', 'any'] as const;
