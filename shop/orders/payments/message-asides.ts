import { sameAccount } from './credit.ts';
import { directionOf } from './message-direction.ts';
import { referencesOf } from './message-parts.ts';
import type { Tokens } from './message-tokens.ts';

/** Other products of the bank. */
const PRODUCT =
  /\b(?:(?:micro)?loans?|emis?|[fr]ds?|(?:fixed|recurring|term) deposits?|(?:\w+ )?cards?|insurance|polic(?:y|ies)|premium|mutual funds?|sips?|ppf|nps|pension|sukanya|demat|gold|fast ?t?ags?|wallet|lockers?|od|overdraft|pay ?later|credit line|cash ?back|rewards?|vouchers?|statement|(?:other|linked|another|second) (?:\w+ )?(?:a\/c|ac|acct|account))\b/i;

/** An offer: it sells something and tells of no payment. */
const OFFER =
  /\b(?:pre-?approved|pre-?qualified|apply|avail|eligible|offers?|open|book|invest|convert|buy|get|grab|earn|win|enjoy|explore|discover|download|choose|renew|insure|up ?to|instant(?:ly)?|rates?|(?:on|in|via|from|using) (?:the|our|your|\w+) app|yono|activate|visit|call|whatsapp|(?:now|just) available|available now|p\.?a|awaits?|waiting)\b|^\W*(?:pay|deposit|recharge|link|save|keep|check|manage|register|track)(?:\s+\S+){5}|\b(?:available|now) on\b|\brecharge now\b|<A\d+> ?(?:only|per)\b|%|\?$|<U>/i;

/** The other product with an account of its own. */
const OTHER_ACCOUNT = /<C\d+>|\b(?:a\/c|ac|acct|account)\s(?:no\s)?[a-z]{1,4}\d{2,}|\bloan [a-z]{2,4}\d{3,}\b/i;

/** Words that tie a line to the payment before it, that cast doubt on it, or that tell of what is left to pay. */
const TIED =
  /\b(?:revers\w*|return\w*|refund\w*|recall\w*|charge ?back|disput\w*|mistake\w*|wrong\w*|erroneous\w*|hold|lien|held|fail\w*|declin\w*|unsuccessful\w*|cancel\w*|not|this|these|those|above|said|same|it|its|thanks?|thank|next|otp|pin|qr|scan|collect|request\w*|claim|redeem|verify|kyc|settle\w*|adjust\w*|recover\w*|restor\w*|regular\w*|clear\w*|disburs\w*|sanction\w*|success\w*|repa\w+|complet\w*|done|posted|proceeds|(?:fore)?clos\w+|pending|mandate|please|pls|kindly)\b|(?<!pre[- ]?)\bapprov|<[RN]\d+>/i;

/** Money that goes on into a deposit. */
const SWEEP =
  /<A\d+>[^<]{0,20}\b(?:moved|transferred|swept|debited|booked|invested)\b[^<]{0,20}\b(?:[fr]d|deposits?)\b/i;

const MOVE =
  /\b(?:credited|debited|deposited|received|paid|transferred|(?<!\b(?:every|each|all) (?:upi )?)payments?(?! (?:(?:is )?due|now on))|deducted|credit(?! card)|(?<!auto[- ]?)debit(?! card))\b/i;

/** Money from somebody's UPI ID, or into an account with a balance, pays back no loan. */
const FROM_ELSEWHERE = /\b(?:from|by|vpa)\s<V\d+>|<B\d+>/i;

const BONUS = /\b(?:cash ?back|reward|voucher)/i;

const OWED = /\b(?:outstanding|remaining|dues)\b/i;

/** Money that has left another account. */
const OTHER_DEBIT = /^(?!.*\b(?:credited|received|deposited|transferred)\b).*\b(?:debited|withdrawn|deducted)\b/is;

const marksIn = (text: string, mark: 'A' | 'C', values: Tokens['amounts'] | Tokens['accounts']) =>
  [...text.matchAll(new RegExp(`<${mark}(\\d+)>`, 'g'))].map((match) => values[Number(match[1])]);

/** Whether a line says nothing about the payment that `core` has told of in full. */
function isAside(line: string, core: string, tokens: Tokens): boolean {
  if (TIED.test(line)) return false;
  const told = marksIn(core, 'C', tokens.accounts).map(String);
  const named = marksIn(line, 'C', tokens.accounts).map(String);
  if (named.some((account) => told.some((own) => sameAccount(account, own)))) return false;
  const amounts = marksIn(line, 'A', tokens.amounts).map(Number);
  const paid = marksIn(core, 'A', tokens.amounts).map(Number);
  if (amounts.some((amount) => paid.includes(amount))) return false;
  if (MOVE.test(line)) {
    // The same money, with the charges of a transfer.
    const near = amounts.some((amount) => paid.some((each) => amount > each && amount < each * 1.05 + 100_00));
    if (near || amounts.length === 0) return false;
    if (named.length > 0 && OTHER_DEBIT.test(line)) return true;
  }
  if (!PRODUCT.test(line)) return false;
  // What the credit may have been: a bonus, or the rest of its own sentence.
  if (BONUS.test(line) && named.length === 0 && !/\b(?:get|earn|win|up ?to)\b|%/i.test(line)) return false;
  if (/^\W*(?:to|towards|for|against|into|in|being|as|of)\b/i.test(line) && !OFFER.test(line)) return false;
  // What is left to pay, or to spend, somewhere that is not named.
  if (OWED.test(line) && (named.length === 0 || !FROM_ELSEWHERE.test(core))) return false;
  if (/<B\d+>/.test(line) && !OTHER_ACCOUNT.test(line) && !/\b(?:activate|apply|avail)\b/i.test(line)) return false;
  if (/\b(?:over)?due\b/i.test(line) && FROM_ELSEWHERE.test(core)) return true;
  return SWEEP.test(line) || OFFER.test(line) || (OTHER_ACCOUNT.test(line) && /<C\d+>|\byour\b/i.test(core));
}

/**
 * The skeleton without the lines about a loan, a deposit, a card or another account that stand behind a credit. Only what
 * follows a whole credit goes: the verb, our account or the payer, the amount and the bank's reference come first. A line
 * that could be about the same money stays, and the message is refused for it.
 */
export function withoutAsides(text: string, tokens: Tokens): string {
  let core = '';
  let rest = '';
  for (const line of text.split(/(?<=[.!?;|)])(?=\s|[A-Z])|(?=\n)/)) {
    const aside = isAside(line, core, tokens) && isWhole(core, tokens);
    if (!aside) core += line;
    rest += aside ? '.' : line;
  }
  return rest;
}

function isWhole(core: string, tokens: Tokens): boolean {
  const { direction, certain } = directionOf(core);
  return (
    direction === 'credit' &&
    (certain || /\breceived\b[^\n]*\bfrom (?!you\b)/i.test(core)) &&
    referencesOf(core, tokens, null).rrn !== null
  );
}
