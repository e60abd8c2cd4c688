/** The words that tell of a move of money, in the skeleton of a message. */

const RAIL = '(?:upi|imps|neft|rtgs)';

/** Shapes in which a noun tells of a move: `A/c XX1 credit of Rs 5`, `UPI/CR Rs 5`, `has a debit by transfer of Rs 5`. */
const nouns = (noun: string, short: string): string[] => [
  `\\b(?<=\\b${RAIL}[/-])${short}(?=:? <A\\d+>)`,
  `\\b(?<=<C\\d+> (?:upi[ -])?)${noun}(?= (?:of |by |for |with )?(?:amount )?<A\\d+>)`,
  `\\b${noun}(?= (?:hua|hue|hui|huye|kiy[ae]|ho|kar)\\b)`,
  `\\b${noun}(?= (?:by|of|via|for)\\b[^.;\\n]{0,25}<A\\d+>)`,
  `\\b${noun} (?:transaction|txn|entry)\\b(?= (?:of|for) <A\\d+> (?:in|into|to|from)\\b)`,
  `\\b(?<=\\bha[sd] (?:an? )?(?:${RAIL} )?)${noun}(?= (?:by|for|(?:transaction|txn|entry) (?:of|for))\\b[^.;\\n]{0,80}<A\\d+>)`,
  `\\b(?<=\\b${RAIL} )${noun}(?=:? (?:of )?<A\\d+> ?[,;]? (?:(?:in|to|into|for|from) )?(?:your |ur )?(?:a\\/c|ac|acct|account)\\b)`,
  `\\b${short}(?= (?:by |for |with |of )?<A\\d+>)`,
  `\\b${noun}(?: alert)?\\s?[:=|-]\\s?(?=(?:(?:bank |savings )?(?:a\\/?c|acct|account) (?:no )?<C\\d+>[ ,|]*)?<A\\d+>)`,
  `(?<=^|\\n)(?:${RAIL} )?${noun}\\s(?=<A\\d+> ?\\n)`,
  `(?<=\\b(?:type|txn|dr\\/cr)\\s?[:=-]\\s?(?:${RAIL}\\s)?)(?:${noun}|${short})\\b`,
];

export const CREDIT = new RegExp(
  [
    ...nouns('credit', 'cr'),
    /\b(?:credited|deposited|received|added|paid you|sent you|transferred you|landed)\b/.source,
    // Hindi: `jama`, `mile hain`, `aapko RAVI ne Rs 5 bheje`.
    /\b(?:jama|prapt|mil(?:e|a|i)?(?= (?:hain|hai|gaye|gaya|gayi|h)\b)|(?<=<A\d+> )mil[eai]|aay[eai](?= (?:hain|hai|h)\b)|(?<=\baa?pko\b[^.;\n]{0,60}<A\d+> )bhej[eai])\b/
      .source,
    /(?:जमा|प्राप्त|क्रेडिट|मिल[ेाी])/.source,
    /\b(?<=\b(?:upi|imps|neft|rtgs) )inward\b(?= (?:(?:credit|payment|transfer|remittance) )?(?:of )?<A\d+>)/.source,
    /\b(?<=<C\d+> ?[:=] ?)credit\b(?= (?:of |by |for )?<A\d+>|[.,;]? ?$|[.,;]? ?\n|[.;] )/.source,
    /\b(?:money|cash) in\b(?=[:!]? ?<A\d+>)/.source,
    /\bis now in\b(?= (?:your|ur) )|(?<=<A\d+> from (?!your )[^.;<\n]{2,40} )is in\b(?= your (?:(?!for\b)[\w.&'-]+ ){0,3}?(?:a\/?c|acct|account)\b)/
      .source,
    /\b(?<=<A\d+> (?:upi )?)credit\b(?= (?:in|into|to) (?:[\w.&'-]+ ){0,4}?(?:a\/?c|acct|account)\b)/.source,
    /\bc[ao]me\b(?= (?:in|into|to)\b)/.source,
    /\b(?<=\b(?:you|you have|you've) |<C\d+> (?:has )?)got\b(?= <A\d+>)/.source,
    /\b(?:deposit|credit|cr)(?: alert)?\b(?=:? (?:of )?<A\d+> (?:(?:has been|was) (?:made|done) )?(?:in|to|into)\b)/
      .source,
    /\bcr\b(?= ?(?:your |ur )?(?:a\/?c|ac|acct) )/.source,
    /\b(?<=<A\d+> (?:is |has been )?)cr\b(?= ?(?:to|in|into|by|via|on|dt)\b)/.source,
    /(?<=<C\d+> ?[:=]? ?)\+(?= ?<A\d+>)|\+(?= ?<A\d+> (?:in|into|to) (?:your )?(?:a\/?c|acct|account)\b)/.source,
    /\+(?= ?<A\d+> (?:upi |imps |neft )?(?:transfer|payment|credit) from\b)/.source,
  ].join('|'),
  'gi',
);
export const DEBIT = new RegExp(
  [
    ...nouns('debit', 'dr'),
    /\b(?:debited|withdrawn|deducted|spent|kate|kat(?: gaye| gaya| liye)|nikale|nikala)\b/.source,
    /(?:डेबिट|निकाले|का?टे)/.source,
    /\b(?<=<A\d+> (?:is |has been )?)dr(?![a-z])\b/.source,
    /(?<=^|\n)debit (?=<A\d+>)/.source,
    /(?<=<C\d+> ?[:=] ?)-(?= ?<A\d+>)/.source,
  ].join('|'),
  'gi',
);
/** Verbs whose direction is told by `to you` or `from you`. */
export const EITHER = /\b(?:sent|paid|transferred|transfered|transfer|trf|remitted|moved|payment)\b(?! you\b)/gi;
