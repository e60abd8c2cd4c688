/**
 * What looks like a credit and is none. All rules read the skeleton of a message (see message-tokens.ts): words and the
 * place of amounts, accounts and numbers. They refuse rather too much: a missed credit waits for a person, a false one
 * ships goods that were not paid for.
 */

/** Advice that banks add to every message; the words in it say nothing about this payment. */
const ADVICE: readonly RegExp[] = [
  /\b(?:never|do ?n[o']?t|do not|pls do ?n[o']?t|not to)\s+(?:ever\s+)?(?:share|disclose|reveal|tell|give|forward)\b(?:[\s,/&:-]|\b(?:your|ur|the|this|any|otps?|u?pin|m?pin|cvv|passwords?|passcode|card|bank|account|a\/c|upi|debit|credit|atm|details?|no|number|id|user|login|internet|banking|net|confidential|personal|sensitive|information|info|credentials|expiry|date|grid|values?|or|and|with|to|anyone|any ?one|any ?body|even|staff|officials?|employees?|if|they|claim|be|from|on|over|via|phone|call|calls|sms|email|mail|for|security|reasons?)\b)*[.!]?/gi,
  /(?:[a-z]+\s){0,2}bank\s+(?:will\s+)?never\s+(?:asks?|calls?|requests?)\b(?:[\s,/&:-]|\b(?:you|for|your|ur|the|any|otps?|u?pin|m?pin|cvv|passwords?|card|account|upi|details?|number|id|or|and|to|click|on|links?|share|confidential|personal|information|via|call|sms|email)\b)*[.!]?/gi,
  /\b(?:(?:all|any|the)\s+)?(?:cheques?|cheque\s+deposits?|credits?|deposits?|instruments?|clearing\s+credits?)(?:\s+(?:deposits?|credits?))?(?:\s+in(?:\s+(?:the|your))?\s+(?:a\/c|ac|account|acct|<C\d+>))?\s+(?:(?:are|is)\s+)?subject\s+to\s+(?:clearing|reali[sz]ation)[.!]?/gi,
  /(?:\bif\s+)?\bnot\s+(?:done\s+|initiated\s+|made\s+|authori[sz]ed\s+|authentic)?(?:by\s+)?(?:you|u|yours)\b\s?[?,.:]?/gi,
  /\b(?:to\s+)?(?:report|dispute|raise\s+a\s+dispute|block|de-?register)\b[^.\n]{0,60}?\b(?:call|sms|dial|visit)\b/gi,
];

/** The skeleton without advice, the payer's own words and the head of a forwarded mail. */
export function withoutAdvice(skeleton: string): string {
  return ADVICE.reduce((text, advice) => text.replace(advice, ' '), skeleton);
}

/** What the payer wrote: it may say anything, also a reference number that is not the bank's. */
export function withoutNote(skeleton: string): string {
  return skeleton
    .replace(/"[^"\n]{0,160}"/g, ' ')
    .replace(
      /\b(?:(?:txn|upi|payer'?s?|customer'?s?|sender'?s?)\s+)?(?:note|msg|message|comments?|purpose|remarks?|desc(?:ription)?)(?:\s*[:=]|\s-)\s*(?!(?:upi|imps|neft|rtgs|mmt|inb|p2a|p2m)\s*[/:-])[^\n;)]*?(?=[\n;)]|\.\s|\.?$|\s(?:upi\s+)?(?:ref|rrn|utr)\b[\s.:#a-z]{0,12}<R\d+>\W*(?:$|avl|bal|-))/gi,
      ' ',
    );
}

/** The mail a person forwarded begins after this line. */
export function withoutForwardHead(text: string): string {
  return text.replace(
    /^[\s\S]*?(?:-{3,}\s*(?:forwarded message|original message)\s*-{3,}|begin forwarded message:)/i,
    '',
  );
}

const MODAL =
  '(?:will|shall|would|wil|can|could|may|might|should|must|to|going to|gets?|getting|being|yet to|about to)';
const CREDIT_VERB =
  '(?:credited|creditd|cred?ited|deposited|received|recieved|added|transferred|refunded|processed|settled|paid|reflect(?:ed)?|reversed)';

const FUTURE: readonly RegExp[] = [
  new RegExp(
    `\\b${MODAL}\\s+(?:also\\s+|soon\\s+|now\\s+|then\\s+|shortly\\s+|only\\s+|not\\s+|automatically\\s+|directly\\s+|successfully\\s+|instantly\\s+)*(?:be|get|have|been|being|become|stand)?\\s*(?:auto\\s*-?\\s*)?${CREDIT_VERB}\\b`,
    'i',
  ),
  /\b(?:will|shall|would|'ll)\s+(?:now\s+|soon\s+|also\s+|shortly\s+)?(?:receive|get|reflect|appear|arrive|come|reach|credit|deposit|show|add|be (?:available|sent|initiated|made|done))\b/i,
  /\b(?:is|are)\s+(?:being|getting|to be|due to be|set to be|scheduled|yet|about)\b/i,
  new RegExp(
    `\\b${CREDIT_VERB}\\s+(?:\\w+\\s+){0,3}?(?:shortly|soon|later|tomorrow|within|in\\s+\\d|in\\s+(?:the\\s+)?(?:next|few|a few|some)|by\\s+(?:tomorrow|today|eod|end of)|after|once|upon|when|if|subject to|only if|provided|unless|until)\\b`,
    'i',
  ),
  /\b(?:pending|awaiting|awaited|waiting|initiated|in(?:itiating)|scheduled|under process(?:ing)?|in[- ]process(?:ing)?|being processed|in progress|in transit|on hold|on its way|on the way|processing|queued|provisional(?:ly)?|tentative(?:ly)?|yet to be|lien|kept on hold|held)\b/i,
  /\bsubject to\b/i,
  /\b(?:expected|estimated)\s+(?:credit|by|on|date|to|amount|<D|time)/i,
  /\b(?:hoga|hogi|honge|hongi|jay[ei]?ga|jay[ei]?gi|jay[ei]?nge|jaaye?ga|jaaye?nge|jaega|jaenge|karenge|denge|aayega|aayenge|milega|milegi|milenge|rahe?\s+ha[ii]n?)\b/i,
  /(?:होगा|होगी|होंगे|जाएगा|जाएगी|जाएंगे|जायेगा|जायेंगे|मिलेगा|मिलेंगे)/,
];

const NEGATED: readonly RegExp[] = [
  new RegExp(
    `\\b(?:not|never|no longer|cannot|can't|couldn't|wasn't|hasn't|isn't|didn't|un(?:able|successful(?:ly)?)|without)\\s+(?:yet\\s+|be\\s+|been\\s+|being\\s+|get\\s+|got\\s+|to\\s+|have\\s+|successfully\\s+|ever\\s+|able\\s+)*(?:be\\s+)?(?:${CREDIT_VERB.slice(3, -1)}|credit|receive|debited|completed?|successful|process(?:ed)?|go|gone|happened|executed|approved|accepted)\\b`,
    'i',
  ),
  /\b(?:failed|failure|fails|fail|declined|unsuccessful|unsuccessfully|rejected|timed?[- ]?out|bounced|dishonou?red|cancell?ed|aborted|insufficient|expired|un-?credited|un-?paid|stopped|blocked|unable to)\b/i,
  /\b(?:nahi|nahin|nhi|nai)\b/i,
  /(?:नहीं|असफल|विफल)/,
];

const REVERSAL =
  /\b(?:revers(?:al|als|ed|ing)|revrsal|reversl|refund(?:ed)?|returned?|charge ?back|recall(?:ed)?|rolled back|taken back|withdrawn by)\b/i;
/** The bank takes a credit back: the thing reversed is a credit or a receipt. */
const CREDIT_TAKEN_BACK: readonly RegExp[] = [
  /\b(?:revers(?:al|ed|ing)|revrsal|reversl|return(?:ed)?|chargeback|recall(?:ed)?|refund)\b(?:\s|[-:(/]|\b(?:of|for|against|the|your|ur|a|an|upi|imps|neft|earlier|previous|original|erroneous|wrong|excess|inward|p2m|p2a|txn|transaction|amount|duplicate|this|below|said|above)\b|<[ADR]\d+>)*(?:credit|credited|receipt|received|cr|collection|deposit)\b/i,
  /\b(?:credit|receipt|deposit|amount (?:received|credited)|payment (?:received|from)|amt credited|credited|received)\b[^\n]{0,120}?\b(?:has been|is|was|have been|stands?|now|been)\s+(?:\w+ly\s+)?(?:revers|return|recall|charged back|rolled back|taken back)/i,
];

export type Refusal = string;

export interface Finding {
  /** Advice, notes and heads of forwarded mails removed. */
  text: string;
  /** A completed debit of our account. */
  debited: boolean;
  /** A completed credit to our account. */
  credited: boolean;
  /** The bank's reference position holds a number. */
  referenced: boolean;
}

const has = (text: string, rules: readonly RegExp[]) => rules.some((rule) => rule.test(text));

/** Whether the text says that a credit has been taken back. A plan to do so (`will be reversed`) is none. */
export function takesCreditBack(text: string): boolean {
  return (
    has(text, CREDIT_TAKEN_BACK) &&
    !/\b(?:will|shall|would|can|may|to)\s+be\s+(?:auto\s*-?\s*)?(?:revers|return)/i.test(text)
  );
}

const POT =
  '(?:wallet|fastag|fast tag|loan|emi|gift card|e-?gift|voucher|points|coins|ncmc|prepaid|sip|mutual fund|folio|policy|ppf|rd|fd|fixed deposit|recurring deposit|nps|demat)';

/** In order; the first reason whose rule holds is given. */
const RULES: readonly { reason: Refusal; when: (finding: Finding) => boolean }[] = [
  {
    reason: 'scam',
    when: ({ text }) =>
      /\bpin\b[^.\n]{0,25}\b(?:to|for)\s+(?:receiv|get|accept|claim|collect|credit)/i.test(text) ||
      /\b(?:enter|use|type|put|dal(?:o|e|kar))\b[^.\n]{0,25}\b(?:upi\s+)?m?pin\b/i.test(text) ||
      /\bscan\b[^.\n]{0,30}\b(?:qr|code|to (?:receive|get|claim))/i.test(text) ||
      /\b(?:by mistake|mistakenly|wrongly sent|galti se|galat|accidentally|wrong (?:number|account|transfer))\b/i.test(
        text,
      ) ||
      /\b(?:send|return|refund|transfer|pay|bhej|wapas)\b[^.\n]{0,25}\b(?:it back|back|wapas|money back|the (?:money|amount|excess)|karo|kar do|kijiye|to this)\b/i.test(
        text,
      ) ||
      /\b(?:lottery|lucky draw|prize|jackpot|congrat\w*|winner|you(?:'ve| have)? won|kbc)\b/i.test(text) ||
      /\b(?:kyc|pan card|account (?:will be |is )?(?:blocked|suspended|deactivated))\b/i.test(text) ||
      (/<U>|\blink\b/i.test(text) &&
        /\b(?:claim|redeem|accept|verify|collect|receive now|unlock|confirm|complete|tap|click)\b/i.test(text)),
  },
  {
    reason: 'delivery',
    when: ({ text }) =>
      /\b(?:shipment|parcel|courier|out for delivery|awb|consignment|dispatched|delivery (?:agent|boy|partner))\b/i.test(
        text,
      ),
  },
  {
    reason: 'otp',
    when: ({ text }) =>
      /\b(?:otp|o\.t\.p|one[- ]?time[- ]?(?:password|pass ?code|pin)|verification code|security code|passcode|auth(?:entication)? code)\b/i.test(
        text,
      ),
  },
  {
    reason: 'collect',
    when: ({ text }) =>
      /\b(?:collect|money|payment|upi|pay)\s+request\b|\brequest(?:ed|ing|s)?\s+(?:for\s+|of\s+|you\s+|to\s+|money|payment|a\s+payment|rs|<A)|\brequested\b|\b(?:on|after|once|upon)\s+(?:approv|authoris|authoriz|accept)/i.test(
        text,
      ) ||
      /\b(?:approve|authori[sz]e|decline|accept or|pay now|tap to pay|to pay,|wants you to pay|asks? (?:you|for)|asking for|is asking)\b/i.test(
        text,
      ),
  },
  {
    reason: 'mandate',
    when: ({ text, debited, credited }) =>
      !debited &&
      (/\b(?:upi[- ]?mandate|umn|umrn|autopay|auto-?pay|e-?mandate|standing instruction|si registered)\b/i.test(text) ||
        (!credited && /\bmandate\b|\be?-?nach\b/i.test(text))),
  },
  {
    reason: 'promo',
    when: ({ text, debited, credited, referenced }) =>
      /\b(?:can|could|may|might)\s+(?:now\s+|also\s+|soon\s+|instantly\s+)?(?:be|get)\s+(?:\w+\s+)?(?:credited|deposited|received|transferred|yours|paid|disbursed)\b|\bpre-?approved\b|\b(?:eligible|limited (?:period )?offer|limited time|hurry|apply now|avail|grab|scratch|earn|exclusive offer|% ?(?:off|cashback))\b|^\s*(?:get|win|earn|enjoy|want)\b/i.test(
        text,
      ) ||
      (!debited &&
        !(credited && referenced) &&
        /\b(?:offer|offers|upto|up to|apply|discount|flat|bonus|t&c|tnc|free|save|deal|sale|coupon|reward|rewards|register|download|invite|refer|interest rates?)\b/i.test(
          text,
        )),
  },
  {
    reason: 'cashback',
    when: ({ text, debited }) => !debited && /\b(?:cash ?back|reward|scratch card|bonus)\b/i.test(text),
  },
  {
    reason: 'card',
    when: ({ text, debited }) =>
      (!debited &&
        /\b(?:credit|creditt|prepaid|forex|debit|visa|master|rupay)[\s-]*cards?\b|\bcards?\s+(?:no|number|ending|ends|a\/c|account|<C)|\bcard\s*<C/i.test(
          text,
        )) ||
      /\bspent\b[^\n]{0,60}\bcard\b|\bcredit[\s-]?card\b/i.test(text),
  },
  {
    reason: 'wallet',
    when: ({ text }) =>
      /\bfast ?tag\b/i.test(text) ||
      /\b(?:to|in|into|your|ur|towards|on|with|paytm|amazon pay|mobikwik|freecharge)\s+(?:\w+\s+){0,3}?(?:wallet|gift card|amazon pay balance|pay balance|ncmc)\b|\bwallet\b[^.\n]{0,40}\b(?:credited|loaded|added|topped)|\b(?:loaded|topped up)\b/i.test(
        text,
      ),
  },
  {
    reason: 'loan',
    when: ({ text }) =>
      /\bloan\b[^.\n]{0,12}(?:a\/c|ac|acct|account|<C|no\b|number|emi)|\b(?:towards|against|for|in|to)\s+(?:\w+\s+){0,4}?(?:loan|emi)\b|\bemi\b/i.test(
        text,
      ),
  },
  {
    reason: 'bill',
    when: ({ text, debited }) =>
      !debited &&
      (/\breceived\s+(?:the\s+)?(?:your|ur)\s+(?:\w+\s+){0,2}?payment|\b(?:thank you|thanks|thx)\s+for\s+(?:your|the|making)?\s*(?:\w+\s+){0,2}?(?:payment|paying|recharg|order|shopping|purchase)|\bwe\s+(?:have|'ve)?\s*received\b|\b(?:your|ur)\s+(?:bill )?payment\b[^.\n]{0,60}\b(?:received|successful|success|accepted)/i.test(
        text,
      ) ||
        /\b(?:received|payment|paid)\b[^.\n]{0,80}\b(?:towards|against|for)\s+(?:your |ur |the |a )?(?:\w+\s+){0,3}?(?:bill|policy|premium|recharge|connection|subscription|invoice|booking|electricity|broadband|postpaid|prepaid|mobile|airtel|jio|vi|lpg|gas|rent|fees?|tax|challan|ticket|challan|insurance|membership|consumer)\b/i.test(
          text,
        ) ||
        /\b(?:bill|dues?|amount|payment|emi|premium|instal?ment)\s+(?:is\s+|are\s+|of\s+<A\d+>\s+is\s+)?(?:due|overdue)\b|\bdue (?:date|on|by)\b|\breminder\b/i.test(
          text,
        ) ||
        new RegExp(`\\b(?:in|to|into|towards|for)\\s+(?:your |ur |the )?${POT}\\b`, 'i').test(text)),
  },
  {
    reason: 'statement',
    when: ({ text, credited }) => !credited && /\b(?:e-?)?statement\b/i.test(text),
  },
  {
    reason: 'person',
    when: ({ text }) =>
      /\b(?:i|i've|i'm|im|we've)\b(?:\s+(?:have|hv|am|had|just|already|also|will))*\s+(?:paid|sent|transferr?ed|done|made|did|deposited|credited|send|pay|order|ordered|need|want|not)/i.test(
        text,
      ) ||
      /\b(?:my|mera|mere|meri|maine|mene|hamne|humne)\s+(?:order|payment|money|amount|paise|paisa|upi|utr|refund|account|a\/c|bank|side|end|number|address|package|products?)/i.test(
        text,
      ) ||
      /\b(?:payment|paisa|paise|money|amount|transfer)\s+(?:is\s+|hai\s+|has been\s+)?(?:done|kar di\w*|bhej\w*|ho gaya|sent)\b|\b(?:done|did)\s+(?:the\s+)?payment\b|\b(?:kar diya|bhej diya|kar diye|de diya|daal diya|dal diya)\b/i.test(
        text,
      ) ||
      /\b(?:pls|plz|please|kindly|kindlly|pl)\s+(?:confirm|check|verify|ship|send|dispatch|process|see|dekh)/i.test(
        text,
      ) ||
      /\b(?:check (?:kar|kijiye|karo|once|and)|confirm (?:kar|kijiye|karo|my|order|and|plz|pls)|bhaiya|bhai|screenshot|sir|madam|mam|ma'am|didi)\b/i.test(
        text,
      ) ||
      /^\s*(?:hi|hello|hey|namaste|hii+)\b(?![,!]?\s*(?:\n|you|your|customer|user|dear|<C|rs|there[,!]?\s*(?:\n|your|you)|[a-z]+,?\s*\n))/i.test(
        text,
      ),
  },
];

/**
 * Why the text is no credit and no debit, or null. Called after the direction is known, so that a real debit is not
 * taken for a mandate, nor a real credit for an offer because of its footer.
 */
export function refusalOf(finding: Finding): Refusal | null {
  const { text, debited, credited } = finding;
  const early = RULES.find((rule) => rule.when(finding));
  if (early && early.reason !== 'person') return early.reason;
  if (credited && !debited && REVERSAL.test(text) && !takesCreditBack(text)) return 'reversal';
  if (!takesCreditBack(text)) {
    if (!debited && has(text, NEGATED)) return REVERSAL.test(text) && credited ? 'reversal' : 'failed';
    if (debited && /\b(?:failed|declined|unsuccessful|not (?:been )?debited)\b/i.test(text)) return 'failed';
    if (!debited && has(text, FUTURE)) return 'pending';
  }
  if (early) return early.reason;
  return null;
}
