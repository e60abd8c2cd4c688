import { isoDay } from '#shop/india/dates.ts';
import { sameAccount } from './credit.ts';
import { withoutAsides } from './message-asides.ts';
import { directionOf } from './message-direction.ts';
import { accountOf, amountOf, channelOf, momentOf, otherSide, referencesOf } from './message-parts.ts';
import {
  cameBack,
  refusalOf,
  takesCreditBack,
  withoutAdvice,
  withoutForwardHead,
  withoutNote,
} from './message-refusals.ts';
import { plainText, type Tokens, tokenise } from './message-tokens.ts';
import type { Reading } from './reading.ts';
import { bankNamed } from './senders.ts';

const DAY_MS = 86_400_000;
/** Longer texts are no alerts; the rules are linear but not free. */
const LONGEST = 4000;

/** The payer's name in the bank's path, `UPI/P2A/R/OTP STUDIO/BANK`; a word of the bank's own about the payment is none. */
const PATH_NAME =
  /\b((?:upi|imps|p2[am])\s?\/(?:[\w ]{1,8}\/){0,2}\s?<R\d+>\s?\/\s?)(?!(?:cr|dr|rev)\b|[^\n/.;<]*(?:revers|refund|return|fail|declin|reject|pending|hold|mandate|collect|request|cash ?back|reward|chargeback|card|repay|rvsl|will|not))[A-Z][A-Z '&]{1,40}(?=\s*(?:[/.\n-]|$))/gi;

/** Apps whose notifications name the payer and the amount and often nothing else. */
const isPaymentApp = (bank: string | null) => ['GPAY', 'PHONEPE', 'BHARATPE', 'PAYTM'].includes(bank ?? '');

/**
 * Reads an SMS, an app notification or the text of a mail. It never throws; what it cannot tell is `other` with the
 * reason `unclear`, because a false credit costs more than a missed one. `date` is null when the text has none: the day
 * it was received stands in for it (`isoDay(receivedAt)`).
 *
 * `receivedAt` in ms gives the year of a date without one; `bankHint` is the bank that the sender belongs to; `tails` are the last digits
 * of the shop's own accounts, which tell the direction of `A/c XX1 credited & A/c XX2 debited`.
 */
export function readMessage(
  message: string,
  options: { receivedAt: number; bankHint?: string | null; tails?: readonly string[] },
): Reading {
  const plain = plainText(withoutForwardHead(message.slice(0, LONGEST)));
  const tokens = tokenise(plain, options.receivedAt);
  const noted = withoutAdvice(withOwner(tokens, options.tails ?? []));
  const text = withoutAsides(withoutNote(noted), tokens);
  const bank = options.bankHint ?? bankNamed(plain);
  const lastDay = isoDay(options.receivedAt + DAY_MS);

  const { direction, certain, verbAt } = directionOf(text);
  const amountPaise = amountOf(text, tokens, verbAt);
  const other = (reason: string): Reading => ({
    ...NOTHING,
    reason,
    amountPaise,
    date: momentOf(text, tokens, lastDay).date,
    bank,
    returnedRefs: cameBack(nameless, reason) ? references.all : null,
  });

  const credited = direction === 'credit';
  const debited = direction === 'debit';
  const payer = otherSide(text, tokens, debited ? 'debit' : 'credit');
  const channel = channelOf(text, false, false);
  const references = referencesOf(text, tokens, channel);
  const nameless = (payer.written && /^[A-Z]/.test(payer.written) ? text.replace(payer.written, ' ') : text).replace(
    PATH_NAME,
    '$1 ',
  );
  const refusal = refusalOf({
    text: nameless,
    direction,
    backed: certain || references.rrn !== null || payer.name !== null || payer.vpa !== null,
    referenced: certain && references.rrn !== null,
  });
  if (refusal) return other(refusal);

  const takenBack = takesCreditBack(nameless, debited);
  if (takenBack && (credited || direction === 'none' || debited)) {
    return { ...move('debit', takenBackParts()), reason: 'credit_reversed', reversesRrn: references.rrn };
  }
  if (direction === 'none') return other(isBalance(text, tokens) ? 'balance' : 'unclear');
  if (direction === 'unclear' || amountPaise === null) return other('unclear');
  if (credited && !certain && !backed(bank, tokens, payer.name, references.rrn)) return other('unclear');
  return move(direction, { payer, text });

  function takenBackParts() {
    return { payer: otherSide(text, tokens, 'credit'), text };
  }

  function move(kind: 'credit' | 'debit', parts: { payer: typeof payer; text: string }): Reading {
    const paidApp = isPaymentApp(bank) || /\b(?:paid|sent) you\b/i.test(parts.text);
    return {
      kind,
      reason: null,
      amountPaise,
      channel: channelOf(parts.text, references.rrn !== null, paidApp),
      rrn: references.rrn,
      refs: references.refs,
      ...momentOf(parts.text, tokens, lastDay),
      payerVpa: parts.payer.vpa,
      payerName: parts.payer.name,
      accountTail: accountOf(parts.text, tokens, kind),
      balancePaise: tokens.balances[0] ?? null,
      bank,
      reversesRrn: null,
      returnedRefs: null,
    };
  }
}

/** The skeleton with `your` before the accounts of the shop. */
function withOwner({ skeleton, accounts }: Tokens, tails: readonly string[]): string {
  const own = accounts.map((account) => tails.some((tail) => sameAccount(account, tail)));
  if (!own.includes(true)) return skeleton;
  return skeleton.replace(
    /(?<!\byour )\b((?:a\/?c|acct|account) (?:no )?)?<C(\d+)>/gi,
    (whole, _word, index: string) => (own[Number(index)] ? `your ${whole}` : whole),
  );
}

const NOTHING: Reading = {
  kind: 'other',
  reason: null,
  amountPaise: null,
  channel: null,
  rrn: null,
  refs: [],
  date: null,
  time: null,
  payerVpa: null,
  payerName: null,
  accountTail: null,
  balancePaise: null,
  bank: null,
  reversesRrn: null,
  returnedRefs: null,
};

function isBalance(text: string, tokens: Tokens): boolean {
  return tokens.balances.length > 0 || /\bbal(?:ance)?\b/i.test(text);
}

/** A credit that names no account of ours needs more than the verb: a number, a payer or a payment app. */
function backed(bank: string | null, tokens: Tokens, name: string | null, rrn: string | null): boolean {
  return rrn !== null || name !== null || tokens.vpas.length > 0 || isPaymentApp(bank);
}
