/**
 * What looks like a credit and is none. All rules read the skeleton of a message (see message-tokens.ts): words and the
 * place of amounts, accounts and numbers. They refuse rather too much: a missed credit waits for a person, a false one
 * ships goods that were not paid for.
 */

/** Advice that banks add to every message; the words in it say nothing about this payment. */
const ADVICE: readonly RegExp[] = [
  /\b(?:nev?ve?r|do not|do ?n[o']?t)\s+\w{3,8}\s+(?:\w{2,4}\s+)?(?:otps?|pin|cvv)\b[\s/,&\w-]{0,45}/gi,
  /\b(?:never|do ?n[o']?t|do not|pls do ?n[o']?t|not to)\s+(?:ever\s+)?(?:share|disclose|reveal|tell|give|forward)\b(?:[\s,/&:-]|\b(?:your|ur|the|this|any|otps?|u?pin|m?pin|cvv|passwords?|passcode|card|bank|account|a\/c|upi|debit|credit|atm|details?|no|number|id|user|login|internet|banking|net|confidential|personal|sensitive|information|info|credentials|expiry|date|grid|values?|or|and|with|to|anyone|any ?one|any ?body|even|staff|officials?|employees?|if|they|claim|be|from|on|over|via|phone|call|calls|sms|email|mail|for|security|reasons?)\b)*[.!]?/gi,
  /(?:(?:[a-z]+\s){0,2}bank|we)\s+(?:(?:will\s+|does\s+|do\s+)?(?:never|not)|won't|doesn't|don't)\s+(?:asks?|calls?|requests?)\b(?:[\s,/&:-]|\b(?:you|for|your|ur|the|any|otps?|u?pin|m?pin|cvv|passwords?|card|account|upi|details?|number|id|or|and|to|click|on|links?|share|confidential|personal|information|via|call|sms|email)\b)*[.!]?/gi,
  /\b(?:(?:all|any|the)\s+)?(?:cheques|(?:(?:cheque|clearing)\s+)?(?:deposits|credits)|instruments)(?:\s+in(?:\s+(?:the|your))?\s+(?:a\/c|ac|account|acct|<C\d+>))?\s+(?:(?:are|is)\s+)?subject\s+to\s+(?:clearing|reali[sz]ation)[.!]?/gi,
  // Behind the balance: about other money in the account.
  /(?<=\b(?:upi|imps|neft|rtgs)\b[\s\S]*<B\d+>[\s(]*)subject\s+to\s+(?:clearing|reali[sz]ation)\b/gi,
  /(?:\bif\s+)?\bnot\s+(?:done\s+|initiated\s+|made\s+|authori[sz]ed\s+|authentic)?(?:by\s+)?(?:you|u|yours)\b\s?[?,.:]?/gi,
  /\bblock\s+(?:a\/c|upi|card)\s?\?/gi,
  /\b(?:to\s+)?(?:report|dispute|raise\s+a\s+dispute|block|de-?register)\b[^.\n]{0,60}?\b(?:call|sms|dial|visit)\b/gi,
  /\b(?:never|no need to|need not|do ?n[o']?t|do not|not)\s+(?:need\s+to\s+|have\s+to\s+)?(?:enter|use|required? to enter)\s+(?:your\s+|ur\s+|any\s+)?(?:upi\s+)?m?pin\b[^.\n]{0,40}?\breceiv\w*(?:\s+(?:any\s+)?(?:money|payments?|funds?))?/gi,
  /\b(?:your\s+)?(?:upi\s+)?m?pin\s+(?:is\s+)?(?:not|never)\s+(?:required|needed|necessary)\b[^.\n]{0,40}?\breceiv\w*(?:\s+(?:money|payments?|funds?))?/gi,
  /\bno\s+(?:upi\s+)?m?pin\s+(?:is\s+)?(?:required|needed)\b[^.\n]{0,40}?\breceiv\w*(?:\s+(?:money|payments?|funds?))?/gi,
  /\bif\s+(?:you|u|this|it)\s+(?:have\s+|had\s+|has\s+|did\s+|is\s+|was\s+)?not\s+(?:been\s+)?(?:initiated?|done?|made?|authori[sz]ed?|expect\w*|by)\b[^.\n<]{0,25}/gi,
  /\b(?:never|do ?n[o']?t|do not|no need to|need not)\s+(?:approve|accept|authori[sz]e|pay|respond to|act on)\b[^.!?\n<>]*\brequests?\b[^.!?\n<>]*[.!?]?/gi,
  // `Earlier failed txn, if any, will be reversed`: about no payment in particular.
  /(?<=^|[.!?\n;]\s?)[^.!?\n;<>]*\bif any\b[^.!?\n;<>]*[.!?]?/gi,
  /\b(?:here(?:'s| is)|below is|please find)\s+(?:the|a)\s+summary\s+of\s+(?:your|the|this)\s+(?:transaction|txn)\b/gi,
  // The total of the day behind one payment.
  /(?<=<R\d+>[\s\S]{0,40}[.|\n] ?)(?:today'?s? total|total (?:received|collection|collected))\b[^.|\n]*\d+ (?:payments|customers|transactions|txns)\b/gi,
  // A payment app passes on what it has received.
  /\b(?:(?:it|this|(?:the )?(?:amount|money|payment|funds?))\s+)?(?:will|shall)\s+be\s+settled\s+(?:to|in|into)\b[^.\n]*/gi,
  /\bnever\s+(?:\w+\s+){0,2}?(?:scan|enter|click|respond|use)\b[^.!?\n<>]*[.!?]?/gi,
  /\bscan\b[^.!?\n<>]{0,40}\bonly (?:to|for) (?:pay|paying|payments?|send|sending)\b[^.!?\n<>]*[.!?]?/gi,
];

/** The skeleton without that advice. */
export function withoutAdvice(skeleton: string): string {
  return ADVICE.reduce((text, advice) => text.replace(advice, ' '), skeleton);
}

/** What the payer wrote: it may say anything, also a reference number that is not the bank's. */
export function withoutNote(skeleton: string): string {
  return (
    skeleton
      // The bank's own path may stand in quotes: `- "UPI TXN: /R-NAME/note"`.
      .replace(/- "((?:upi|imps) txn ?: ?\/? ?<R\d+>)[^"\n]{0,160}"/gi, '- $1')
      .replace(/"[^"\n]{0,160}"/g, ' ')
      .replace(
        /\b(?:(?:txn|upi|payer'?s?|customer'?s?|sender'?s?)\s+)?(?:note|msg|message|comments?|purpose|remarks?|desc(?:ription)?)(?:\s*[:=]|\s-)(?!\s*(?:upi|imps|neft|rtgs|mmt|inb|p2a|p2m)\s*[/:-])\s*[^\n;)]*?(?=[\n;)]|\.\s|\.?$|\s\(?(?:upi\s+)?(?:ref|rrn|utr)\b[\s.:#a-z]{0,12}<R\d+>\W*(?:$|avl|bal|-|(?:\w+ ){1,3}bank\W*$))/gi,
        ' ',
      )
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
  new RegExp(`(?:\\b|l)(?:be|b)[\\s-]+(?:\\w+ly\\s+|auto\\s+)?${CREDIT_VERB}\\b`, 'i'),
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
  /\b(?:pending|awaiting|awaited|waiting|initiated|in(?:itiating)|scheduled|under process(?:ing)?|in (?:the )?process(?:ing)?|in-process|being processed|in progress|in transit|on hold|on its way|on the way|processing|queued|provisional(?:ly)?|tentative(?:ly)?|yet to be|lien|kept on hold|held|withheld|delayed|sent for (?:clearing|collection|reali[sz]ation)|in suspense|in (?:a |the )?queue|unreali[sz]ed|uncleared|unconfirmed)\b/i,
  // `Credit of Rs 500 … is frozen`
  /\b(?:is|are|was|were|been|stands?)\s+(?:\w+ly\s+)?(?:frozen|parked|stuck|void(?:ed)?|invalid|incomplete|suspicious|refused|revoked|suspended|flagged|reported|marked|kept|expected|due|in doubt|under (?!upi|imps|neft|ref|rrn|utr)\w+|not (?:through|honou?red|valid|final|complete|cleared?|confirmed|available))\b/i,
  /\b(?:under|in) (?:review|verification|investigation|dispute|scrutiny)\b|\bdisputed\b/i,
  /\bsubject to\b|\bfor credit (?:to|in)\b|\breceived by us\b/i,
  /\b(?:expected|estimated)\s+(?:credit|from|by|on|date|to|amount|<D|time)/i,
  /\b(?:hoga|hogi|honge|hongi|jay[ei]?ga|jay[ei]?gi|jay[ei]?nge|jaaye?ga|jaaye?nge|jaega|jaenge|karenge|denge|aayega|aayenge|milega|milegi|milenge|rahe?\s+ha[ii]n?)\b/i,
  /(?:होगा|होगी|होंगे|जाएगा|जाएगी|जाएंगे|जायेगा|जायेंगे|मिलेगा|मिलेंगे)/,
];

const NEGATED: readonly RegExp[] = [
  new RegExp(
    `\\b(?:not|never|no longer|cannot|can't|couldn't|wasn't|hasn't|isn't|didn't|un(?:able|successful(?:ly)?)|without)\\s+(?:yet\\s+|be\\s+|been\\s+|being\\s+|get\\s+|got\\s+|to\\s+|have\\s+|successfully\\s+|ever\\s+|able\\s+)*(?:be\\s+)?(?:${CREDIT_VERB.slice(3, -1)}|credit|receive|debited|completed?|successful|process(?:ed)?|go|gone|happened|executed|approved|accepted)\\b`,
    'i',
  ),
  /\b(?:failed|failure|fails|fail|declined|unsuccessful|unsuccessfully|rejected|timed?[- ]?out|bounced|dishonou?red|cancell?ed|aborted|insufficient|expired|un-?credited|un-?paid|stopped|blocked|unable to)\b/i,
  new RegExp(`(?:n't|\\b(?:wont|isnt|hasnt|cant|dont|didnt))\\s+(?:\\w+\\s+){0,2}?${CREDIT_VERB}\\b`, 'i'),
  /\b(?:nahi|nahin|nhi|nai)\b/i,
  /(?:नहीं|असफल|विफल)/,
];

/** Our own payment has come back. */
const DEBIT_RETURNED =
  /\b(?:has been|have been|is|was|stands|and)\s+(?:\w+ly\s+)?(?:reversed|returned|refunded|credited back)\b|\brefunded (?:to|in|into) (?:your )?(?:a\/?c|ac|acct|account)\b/i;
const DEBIT_FAILED = /\b(?:failed|declined|unsuccessful|not (?:been )?debited)\b/i;
const REVERSAL =
  /\b(?:revers(?:al|als|ed|ing)|revrsal|reversl|rvsl|refund(?:ed)?|return(?:ed)?|credited back|money[- ]?back|charge ?back|recall(?:ed)?|rolled back|taken back|withdrawn by|reverse (?:atm|upi|imps|pos|txn|transfer))\b|\b(?:upi|imps|neft)[\s/-]{1,3}rev\b/i;
/** The bank's codes for it, directly before its number or channel: `UPI/P2A/REV/R/NAME`, `UPI-RET-R`, `REV-UPI/R`. */
const REVERSAL_CODE =
  /\b(?:upi|imps|neft|rtgs|p2[amp])\s?[/:-]\s?(?:(?:cr|dr|p2[amp])\s?[/-]\s?)?(?:rev|rvsl|ret|rtn|rrr|rfnd)\s?[/:-]\s?<[RN]\d|\brev[\s/-]{1,2}(?:upi|imps|neft|rtgs)\b/i;
/** The bank takes a credit back: the thing reversed is a credit or a receipt. */
const TAKEN_BACK = /\b(?:reversal|reversed|rvsl|reversing|charge ?back|recall(?:ed)?|return(?:ed)?)\b/i;
const CREDIT_TAKEN_BACK: readonly RegExp[] = [
  /\b(?:revers(?:al|ed|ing)|revrsal|reversl|rvsl|return(?:ed)?|chargeback|recall(?:ed)?|refund)\b(?:\s|[-:(/]|\b(?:of|for|against|the|your|ur|a|an|upi|imps|neft|earlier|previous|original|erroneous|wrong|excess|inward|p2m|p2a|txn|transaction|amount|duplicate|this|below|said|above)\b|<[ADR]\d+>)*(?:credit|receipt|cr|collection|deposit|(?:amount|amt|payment|money|sum)\s+(?:of\s+<A\d+>\s+)?(?:credited|received))\b/i,
  /\b(?:credit|receipt|deposit|amount (?:received|credited)|payment (?:received|from)|amt credited|credited|received)\b[^\n]{0,120}?\b(?:has been|is|was|have been|stands?|now|been)\s+(?:\w+ly\s+)?(?:revers|return|recall|charged back|rolled back|taken back)/i,
  /\b(?:erroneous|wrong|duplicate|excess|inadvertent)(?:ly)? (?:upi )?credit(?:ed)?\b[^\n]{0,80}\b(?:debited|recovered|withdrawn)\b/i,
];

export interface Finding {
  /** Advice, the payer's note and name removed. */
  text: string;
  /** What the verbs say. */
  direction: 'credit' | 'debit' | 'unclear' | 'none';
  /** The verb belongs to our account, or the text names a payer or a number. */
  backed: boolean;
  /** The verb belongs to our account and the bank's reference position holds a number. */
  referenced: boolean;
}

const has = (text: string, rules: readonly RegExp[]) => rules.some((rule) => rule.test(text));

/** Whether the text says that a credit has been taken back. A plan to do so (`will be reversed`) is none. */
export function takesCreditBack(text: string, debited: boolean): boolean {
  return (
    (has(text, CREDIT_TAKEN_BACK) ||
      (debited && TAKEN_BACK.test(text) && /\b(?:credit|receipt|received|charge ?back)\b/i.test(text))) &&
    !/\b(?:will|shall|would|can|may|to)\s+be\s+(?:auto\s*-?\s*)?(?:revers|return)|\b(?:could|was|is) not (?:be )?(?:credited|processed)\b/i.test(
      text,
    )
  );
}

/** What else tells that our own payment is in our account again. */
const BACK_TO_US =
  /\b(?:returned|reversed|refunded|re-?credited|credited back)\s+(?:back\s+)?(?:to|in|into)\s+(?:[\w.&'-]+\s+){0,4}?(?:a\/?c|ac|acct|account|<C\d+>)|\breversal of <A\d+>[^.\n]{0,80}\b(?:has been|is|was) credited\b/i;

/** Whether a text that was refused for `reason` tells that an own payment has come back, not that it will. */
export function cameBack(text: string, reason: string): boolean {
  if (reason === 'reversal') return true;
  return (reason === 'failed' || reason === 'unclear') && BACK_TO_US.test(text) && !has(text, FUTURE);
}

const POT =
  '(?:wallet|fast ?t?ag|loan|emi|gift card|e-?gift|voucher|points|coins|ncmc|prepaid|sip|mutual fund|folio|policy|ppf|sukanya|samriddhi|ssy|scss|atal pension|[fr]d|fixed deposit|recurring deposit|nps|demat)';
const BILLS =
  '(?:bill|policy|premium|recharge|connection|subscription|invoice|booking|electricity|broadband|postpaid|prepaid|mobile|airtel|jio|vi|lpg|gas|rent|fees?|tax|challan|ticket|insurance|membership|consumer)';

interface Rule {
  reason: string;
  shapes: readonly RegExp[];
  /** Without it the rule always counts. */
  when?: (finding: Finding) => boolean;
}

const noDebit = ({ direction }: Finding) => direction !== 'debit';
const noMove = ({ direction }: Finding) => direction !== 'debit' && direction !== 'credit';

/** In order: the first rule with a shape in the text gives the reason. */
const RULES: readonly Rule[] = [
  {
    reason: 'scam',
    shapes: [
      /\bpin\b[^.\n]{0,25}\b(?:to|for)\s+(?:receiv|get|accept|claim|collect|credit)/i,
      /\b(?:enter|use|type|put|dal(?:o|e|kar))\b[^.\n]{0,25}\bm?pin\b/i,
      /\bscan\b[^.\n]{0,30}\b(?:qr|code|to (?:receive|get|claim))/i,
      /\b(?:by mistake|mistakenly|wrongly sent|galti se|galat|accidentally|wrong (?:number|account|transfer))\b/i,
      /\b(?:send|return|refund|transfer|pay|bhej|wapas)\b[^.\n]{0,25}\b(?:it back|back|wapas|money back|the (?:money|amount|excess)|karo|kar do|kijiye|to this)\b/i,
      /गलती|वापस/,
      /\b(?:lottery|lucky draw|prize|jackpot|winner|you(?:'ve| have)? won|kbc)\b/i,
      /(?:<U>|\blink\b)[\s\S]*\b(?:claim|redeem|accept|verify|verification|collect|receive now|unlock|confirm|complete)\b/i,
      /\b(?:claim|redeem|accept|verify|verification|collect|receive now|unlock|confirm|complete)\b[\s\S]*(?:<U>|\blink\b)/i,
    ],
  },
  {
    reason: 'scam',
    when: ({ referenced }) => !referenced,
    shapes: [
      /\bkyc\b[^.\n]{0,30}\b(?:to|for|else|or)\b[^.\n]{0,20}\b(?:withdraw|receiv|claim|unlock|get|avoid|block)|\baccount (?:will be |is )?(?:blocked|suspended|deactivated)\b/i,
      /(?:<U>|\blink\b)[\s\S]*\b(?:tap|click)\b|\b(?:tap|click)\b[\s\S]*(?:<U>|\blink\b)|\bkyc\b|\bpan card\b|\bcongrat\w*/i,
    ],
  },
  { reason: 'scam', when: noDebit, shapes: [/\b(?:wrongly|erroneously|inadvertently|in error)\b/i] },
  {
    reason: 'delivery',
    shapes: [
      /\b(?:shipment|parcel|courier|out for delivery|awb|consignment|dispatched|delivery (?:agent|boy|partner))\b/i,
    ],
  },
  {
    reason: 'otp',
    shapes: [
      /\b(?:otp|o\.t\.p|one[- ]?time[- ]?(?:password|pass ?code|pin)|verification code|security code|passcode|auth(?:entication)? code)\b/i,
    ],
  },
  {
    reason: 'bill',
    shapes: [
      /\b(?:bill|dues?|emi|premium|instal?ment)\s+(?:is\s+|are\s+|of\s+<A\d+>\s+is\s+)?(?:due|overdue)\b|\bdue (?:date|on|by)\b|\breminder\b/i,
    ],
  },
  {
    reason: 'collect',
    shapes: [
      /\b(?:collect|money|payment|upi|pay)\s+request\b|\brequest(?:ed|ing|s)?\s+(?:for\s+|of\s+|you\s+|to\s+|money|payment|a\s+payment|rs|<A)|\brequested\b/i,
      /\b(?:on|after|once|upon)\s+(?:approv|authoris|authoriz|accept)/i,
      /^\s*request\s*$/im,
      /\b(?:approve|authori[sz]e|decline|accept or|pay now|tap to pay|to pay,|wants you to pay|asks? (?:you|for)|asking for|is asking)\b/i,
    ],
  },
  {
    reason: 'mandate',
    when: noDebit,
    shapes: [/\b(?:upi[- ]?mandate|umn|umrn|auto-?pay|e-?mandate|standing instruction|si registered)\b/i],
  },
  { reason: 'mandate', when: noMove, shapes: [/\bmandate\b|\be?-?nach\b/i] },
  {
    reason: 'promo',
    shapes: [
      /\b(?:can|could|may|might)\s+(?:now\s+|also\s+|soon\s+|instantly\s+)?(?:be|get)\s+(?:\w+\s+)?(?:credited|deposited|received|transferred|yours|paid|disbursed)\b/i,
      /^\s*(?:get|win|earn|enjoy|want|invite|refer|join|pay|spend|shop|sign[- ]?up|register|install)\b/i,
      /\b(?:get|win|earn)s?\s+(?:(?:a|an|flat|extra|up ?to|bonus)\s+)*<A\d+>\s+(?:\w+\s+){0,2}?(?:credited|deposited|added)\b/i,
      /\bto\s+(?:get|have|receive|win|earn)\s+(?:rs|<A|your|the|upto|up to|it|flat|cash)/i,
    ],
  },
  {
    // A real credit may have an offer behind it.
    reason: 'promo',
    when: ({ referenced }) => !referenced,
    shapes: [
      /\b(?:pre-?approved|eligible|limited (?:period )?offer|limited time|hurry|apply now|avail\s+(?!bal|bl\b|am(?:oun)?t|li?mi?t|cr\b|credit)[a-z]|grab|scratch|earn|exclusive offer)\b|% ?(?:off|cashback)\b/i,
    ],
  },
  {
    reason: 'promo',
    when: (finding) => noDebit(finding) && !finding.referenced,
    shapes: [
      /[\n.!:]\s*(?:get|win|earn|enjoy|want)\b|\b(?:merchants|sellers|shops|users|customers) like you\b/i,
      /\b(?:offers?|upto|up to|apply (?:now|here|today|at|on|for)|apply:|discount|flat|(?:personal|business|instant) loan|coupon|rewards?|invite|interest rates?)\b/i,
    ],
  },
  {
    reason: 'promo',
    when: (finding) => noDebit(finding) && !finding.backed,
    shapes: [/\b(?:apply|t&c|tnc|free|save|deal|sale|register|download|refer)\b/i],
  },
  { reason: 'cashback', when: noDebit, shapes: [/\b(?:cash ?back|reward|scratch card|bonus)\b/i] },
  {
    reason: 'card',
    when: noDebit,
    shapes: [
      /\b(?:creditt?|prepaid|forex|debit|visa|master|rupay)[\s-]*cards?\b|\b\w*cards?\s+(?:no|number|ending|ends|a\/c|account|dues?|bill|(?:re)?payment|reload|<C)|\b\w*card\s*<C/i,
      /[-.\n]\s*(?:[\w&]+ ){0,3}cards?[\s.]*$|\b(?:credit|card) limit\b/i,
    ],
  },
  { reason: 'card', shapes: [/\bspent\b[^\n]{0,60}\bcard\b|\bcredit[\s-]?card\b/i] },
  {
    reason: 'wallet',
    shapes: [
      /\bfast ?t?ag\b|\b(?:loaded|topped up)\b|\bwallet\b[^.\n]{0,40}\b(?:credited|loaded|added|topped)/i,
      /\b(?:to|in|into|as|your|ur|towards|on|with|paytm|amazon pay|mobikwik|freecharge)\s+(?:\w+\s+){0,3}?(?:wallet|upi lite|gift card|amazon pay balance|pay balance|ncmc)\b/i,
    ],
  },
  {
    reason: 'loan',
    when: noDebit,
    shapes: [
      /\bloan\b[^.\n]{0,12}(?:a\/c|ac|acct|account|<C|no\b|number|emi)|\b(?:towards|against|for|in|to)\s+(?:\w+\s+){0,4}?(?:loan|emi)\b|\bemis?\b|\bre-?payments?\b|\bpay ?later\b|\boverdraft\b|\bloan (?:disburs|recover|bal(?:ance)?\b|<B|amount|proceeds|of <A|for <A)|\bdisbursal\b/i,
      /\b(?:loan|card)\s(?:\w+\s){0,3}outstanding\b|\boutstanding\s(?:\w+\s){0,4}(?:loan|card)\b/i,
    ],
  },
  {
    reason: 'bill',
    when: noDebit,
    shapes: [
      /\b(?:premium|emi|sip|subscription|recharge|bill|policy|rent|fees?|dues)\b[^.\n]{0,40}\breceived\b/i,
      /\breceived\s+(?:the\s+)?(?:your|ur)\s+(?:\w+\s+){0,2}?payment|\bwe\s+(?:have|'ve)?\s*received\b(?!\s+<A\d+>\s+(?:in|into|to)\s+your\s+(?:bank\s+)?(?:a\/c|acct|account)\b)/i,
      /\b(?:thank you|thanks|thx)\s+for\s+(?:your|the|making)?\s*(?:\w+\s+){0,2}?(?:payment|paying|recharg|order|shopping|purchase)/i,
      /\b(?:your|ur)\s+(?:bill )?payment\b[^.\n]{0,60}\b(?:received|successful|success|accepted)/i,
      new RegExp(
        `\\b(?:received|payment|paid)\\b[^.\\n]{0,80}\\b(?:towards|against|for)\\s+(?:your |ur |the |a )?(?:\\w+\\s+){0,3}?${BILLS}\\b`,
        'i',
      ),
      new RegExp(`\\b(?:in|to|into|towards|for)\\s+(?:your |ur |the )?${POT}\\b`, 'i'),
      new RegExp(`\\b(?:in|to|into)\\s+(?:[\\w&'-]+ ){1,4}?${POT}\\s+(?:a\\/?c|ac|acct|account)\\b`, 'i'),
      new RegExp(
        `\\b${POT}\\s+(?:a\\/?c|ac|acct|account)\\s*(?:no\\s*)?(?:<C\\d+>\\s*)?(?:is |has been |was )?credited\\b`,
        'i',
      ),
    ],
  },
  {
    // The text is about another message or a complaint.
    reason: 'unclear',
    shapes: [
      /\b(?:dispute|complaint|grievance)\b[^.\n]{0,80}\b(?:registered|raised|logged|received|closed|resolved)\b/i,
      /\b(?:test|sample|demo|dummy) (?:message|sms|alert)\b|^test\b/i,
      /\b(?:fake|forged|spoofed) (?:\w+ )?(?:apps?|screenshots?|payments?|alerts?|credits?)\b[^.\n<]*<A/i,
      /\bignore\s+(?:the\s+|our\s+)?(?:earlier|previous|last)\s+(?:sms|message|alert)\b/i,
    ],
  },
  { reason: 'summary', shapes: [/\bsummary\b/i] },
  {
    // A payment app may add the day's total to one payment.
    reason: 'summary',
    when: ({ referenced }) => !referenced,
    shapes: [
      /(?<!\bsettlement of <A\d+> for )\b\d+\s+(?:payments|customers|transactions|txns|credits)\b|\b(?:this|last) (?:week|month|year)\b/i,
    ],
  },
  {
    reason: 'statement',
    when: ({ direction }) => direction !== 'credit',
    shapes: [/\b(?:e-?)?statement\b/i],
  },
];

/** A customer who writes about a payment, with or without a bank's words in it. */
const PERSON: readonly RegExp[] = [
  /\b(?:i|i've|i'm|im|we've)\b(?:\s+(?:have|hv|am|had|just|already|also|will))*\s+(?:paid|sent|transferr?ed|done|made|did|deposited|credited|send|pay|order|ordered|need|want|not)\b/i,
  /\b(?:my|mera|mere|meri|maine|mene|hamne|humne)\s+(?:order|payment|money|amount|paise|paisa|upi|utr|refund|account|a\/c|bank|side|end|number|address|package|products?)\b/i,
  /\b(?:payment|paisa|paise|money|amount|transfer)\s+(?:is\s+|hai\s+|has been\s+)?(?:done|kar di\w*|bhej\w*|ho gaya|sent)\b|\b(?:done|did)\s+(?:the\s+)?payment\b/i,
  /\b(?:kar diya|bhej diya|kar diye|de diya|daal diya|dal diya)\b/i,
  /\b(?:pls|plz|please|kindly|kindlly|pl)\s+(?:confirm|check|verify|ship|send|dispatch|process|see|dekh)\b(?! your)/i,
  /\b(?:check (?:kar|kijiye|karo|once|and)|confirm (?:kar|kijiye|karo|my|order|and|plz|pls)|bhaiya|bhai|screenshot|(?<!dear )sir(?!\s*\/)|(?<!dear )(?<!\/)madam|mam|ma'am|didi)\b/i,
];
const GREETING =
  /^\s*(?:hi|hello|hey|namaste|hii+)\b(?![,!]?\s*(?:\n|you|your|customer|user|dear|<C|<A|there\b|[a-z]+,?\s*(?:\n|your?\b|<A)))/i;

/**
 * Why the text is no credit and no debit, or null. The direction must be known, so that a real debit is not taken for a
 * mandate, nor a real credit for an offer because of its footer.
 */
export function refusalOf(finding: Finding): string | null {
  const { text, direction } = finding;
  const rule = RULES.find(({ when, shapes }) => (when?.(finding) ?? true) && has(text, shapes));
  if (rule) return rule.reason;
  const debited = direction === 'debit';
  if (!takesCreditBack(text, debited)) {
    if (direction === 'credit' && (REVERSAL.test(text) || REVERSAL_CODE.test(text))) return 'reversal';
    if (debited && DEBIT_RETURNED.test(text)) return 'reversal';
    if (debited ? DEBIT_FAILED.test(text) : has(text, NEGATED)) return 'failed';
    if (!debited && has(text, FUTURE)) return 'pending';
  }
  return has(text, PERSON) || (GREETING.test(text) && !finding.referenced) ? 'person' : null;
}
