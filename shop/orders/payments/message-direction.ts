/** Which way money has moved: the verb that belongs to our account decides. Reads the skeleton of a message. */

import { CREDIT, DEBIT, EITHER } from './message-verbs.ts';
import { bankNamed } from './senders.ts';

export type Direction = 'credit' | 'debit' | 'unclear' | 'none';

/** How strongly a verb belongs to our account: `your a/c` more than a subject account, that more than an object account. */
type Owner = 'ours' | 'subject' | 'object' | 'nobody' | 'foreign';
const WEIGHT: Record<Owner, number> = { ours: 3, subject: 2, object: 1, nobody: 0, foreign: -1 };

interface Move {
  direction: 'credit' | 'debit';
  owner: Owner;
  index: number;
}

const YOURS = '(?:your|ur|yr|aapke|aapka|apke|apka|aap ke|आपके|आपका)';
const ACCOUNT = '(?:a\\/?c|acct|accnt|acc|account|saving|savings|khat[ae]|खाते|खाता|<C\\d+>)';
const MODAL_BEFORE =
  /(?:\b(?:will|shall|would|wil|can|could|may|might|should|must|to|being|yet|not|never|cannot|if|once|until|unless|un|get|gets|getting|for|upon|b|be|wont|dont|cant|isnt|hasnt)|n't|(?:will|'l?l|shall|to)be|'ll)[\s-]+(?:(?:also|soon|now|then|shortly|only|be|get|have|been|successfully|auto|it|the amount|amount|you|is|are|has)[\s-]+)*$/i;

const CONDITION = /\b(?:if|once|when|until|unless|whether|in case|after|agar|jab)\b[^.;\n]*$/i;

/** The part of the text that belongs to the verb: up to the next sentence or verb. */
function after(text: string, from: number, stops: readonly number[]): string {
  const next = stops.find((stop) => stop > from) ?? text.length;
  const rest = text.slice(from, Math.min(next, from + 120));
  const end = rest.search(
    /;|[.!?](?=\s|$)|\n(?!\s*(?:in |to |your )?(?:bank )?(?:a\/?c|acct|account|from|to|<[ACD]))/i,
  );
  return end < 0 ? rest : rest.slice(0, end);
}

function before(text: string, index: number, stops: readonly number[]): string {
  const previous = stops.findLast((stop) => stop < index) ?? 0;
  const rest = text.slice(Math.max(previous, index - 120), index);
  const start = Math.max(...[...rest.matchAll(/;|[.!?]\s|\n/g)].map((match) => match.index + match[0].length), 0);
  return rest.slice(start);
}

const FILLER =
  '(?:[\\s:,()=|-]|\\b(?:is|stands|has|had|been|was|have|hs|hsa|ahs|wsa|bn|ben|are|got|successfully|successful|now|also|just|with|by|for|no|number|of|on|at|dt|mein|me|mai|ko|par|se|inr|rs|the|amount|amt|hue|dinank|dinaank|tarikh|upi|imps|neft|and|bank|type|txn|linked|savings|hua|a|an)\\b|<[ADT]\\d+>|में|मे|को|से)*';
const SUBJECT = new RegExp(
  `(?:^|[^a-z])((?:${YOURS}\\s+(?:[\\w.&'-]+\\s+){0,5}?)?)(${ACCOUNT}(?:\\s*(?:no|number))?(?:[\\s:.()-]*<C\\d+>)?)(${FILLER})$`,
  'i',
);

/** Words that may stand between `to` and our account. */
const GENERIC =
  /^(?:the|my|own|in|to|cash|banks?|savings?|current|a\/?c|account|acct|no|upi|linked|registered|primary|first|small|finance|ltd|limited|co-?op(?:erative)?|sahakari|nagari|gramin|of|india|business|merchant|your|ur|aapke|sb|ca|cc|od|nre|nro|sfb|bom|axis|mahindra|yes|au|canara|union|federal|fi|jupiter|slice|niyo)$/i;
const isGeneric = (word: string) => GENERIC.test(word) || bankNamed(word) !== null;
const FOREIGN = /\b(?:beneficiar(?:y|ies)|payee|receiver|recipient|merchant's|his|her|their|someone|[a-z]+'s)\b/i;

/** `aapke khate XX1 mein RAVI dwara jama`, `aapko RAVI se mile`. */
const HINDI_OURS = new RegExp(
  `${YOURS}\\s+(?:[\\w.&'-]+\\s+){0,3}?${ACCOUNT}(?:\\s*<C\\d+>)?\\s+(?:me|mein|mai|में|मे)\\s[^.;\\n]*$|(?:\\b(?:aapko|apko|aap ko)\\b|आपको)[^.;\\n]*$`,
  'i',
);

function ownerBefore(text: string, direction: 'credit' | 'debit'): Owner {
  if (direction === 'credit' && HINDI_OURS.test(text)) return 'ours';
  const match = SUBJECT.exec(text);
  if (!match) return 'nobody';
  const [whole = '', yours = '', , filler = ''] = match;
  const lead = text.slice(0, match.index + whole.indexOf(yours || (match[2] ?? '')));
  if (/\b(?:from|by|linked to|of|via)\s*(?:the\s*)?$/i.test(lead) && (direction === 'credit' || !yours))
    return 'foreign';
  // `from Kotak Bank A/c XX1 and credited to RAVI`
  const bank = /\bfrom\s+((?:[\w.&'-]+\s+){0,4})$/i.exec(lead.slice(-60))?.[1];
  if (bank?.trim().split(/\s+/).every(isGeneric)) return 'foreign';
  if (FOREIGN.test(lead.slice(-30)) && !yours) return 'foreign';
  if (/\bse\b|से/.test(filler)) return 'foreign';
  return yours ? 'ours' : 'subject';
}

const INTO =
  /\b(?<!linked )(?:to|in|into|on|in to|at|mein|me|ito|inot|innto|int)(?:\s|:\s)\s*((?:[\w.&'()/-]+\s+){0,8}?)(a\/?c\b|acct\b|acc\b|account\b|savings\b|<C\d+>|qr\b|business\b|you\b|<V\d+>)/i;

/** `debited A/c XX1`: the account that a verb names at once belongs to it, not to the verb that follows. */
const OBJECT = new RegExp(
  `^\\s*(?:<A\\d+>\\s*[,;]?\\s*)?((?:${YOURS}\\s+)?)(?:a\\/?c|acct|account)\\s*(?:no\\s*)?<C\\d+>(?!\\s+of\\b)`,
  'i',
);
/** `credited A/c XX9 of RAVI` */
const OBJECT_OF_PERSON = /^\s*(?:<A\d+>\s*[,;]?\s*)?(?:a\/c|ac|acct|account)\s*(?:no\s*)?<C\d+>\s+of\s+(?!rs|inr|<)/i;
/** `Dr. from A/c of VPA`, `debited from A/c XX9 of RAVI` */
const FROM_PERSON = /^\s*(?:<A\d+>\s*)?from\s+(?:a\/c|ac|acct|account)\s*(?:no\s*)?(?:<C\d+>\s*)?of\s+(?!rs|inr|<A)/i;
/** `credited to A/c XX1 and debited from RAVI via UPI` */
const CREDITED_FIRST = /^credited\b[^.;\n]*<C\d+>\s*and\s*$/i;
const FROM_NAME =
  /^\s*from\s+(?:(?!(?:your|ur|yr|my|the|own|savings?|current|account|acct|wallet|card|atm|bank)\b)[a-z][a-z.']*\s+){1,5}(?:via|through|thru|upi|on|\()/i;
const OBJECT_OF_VERB = new RegExp(
  `^(?:debited|credited|dr|cr)${OBJECT.source.slice(1)}(?:\\s|<A\\d+>|[,;&]|\\band\\b)*$`,
  'i',
);

function ownerAfter(text: string): Owner {
  const own = OBJECT.exec(text);
  if (own) return own[1] ? 'ours' : 'object';
  if (OBJECT_OF_PERSON.test(text)) return 'foreign';
  if (/^\s*(?::|-)?\s*(?:<A\d+>\s*)?\n\s*(?:in |to |your )?(?:bank )?(?:a\/?c|acct|account|<C)/i.test(text))
    return 'subject';
  const match = INTO.exec(text);
  if (!match) return 'nobody';
  const [, words = '', object = ''] = match;
  if (FOREIGN.test(words)) return 'foreign';
  if (/^you$/i.test(object)) return 'ours';
  if (new RegExp(`\\b${YOURS}\\b`, 'i').test(words)) return 'ours';
  if (/^<V/.test(object)) return 'foreign';
  // `credited to a/c XX9 of RAVI`, `credited to a/c XX9 (payee: RAVI)`, `credited to a/c linked to VPA ravi@bank`
  const behind = text.slice(match.index + match[0].length);
  if (
    /^\s*(?:no\s*)?(?:<C\d+>\s*)?(?:of\s+(?!rs|inr|<)|\(?(?:payee|beneficiary|recipient|receiver)\b)|^\s*linked to (?:vpa|mobile|mob|aadhaa?r|<V)/i.test(
      behind,
    )
  )
    return 'foreign';
  const unknown = words
    .trim()
    .split(/\s+/)
    .filter((word) => word && !isGeneric(word));
  return unknown.length === 0 ||
    /\b(?:bank|sfb|gramin|sahakari|co-?op)\b/i.test(words) ||
    /^(?:qr|business)$/i.test(object)
    ? 'object'
    : 'foreign';
}

const FROM_OURS = new RegExp(
  `\\bfrom\\s+you\\b|\\b(?:from|frm|out of)\\s+(?:the\\s+)?(?:${YOURS})\\s+(?:[\\w.&'-]+\\s+){0,5}?${ACCOUNT}|${YOURS}\\s+(?:[\\w.&'-]+\\s+){0,4}?${ACCOUNT}(?:\\s*(?:no)?\\s*<C\\d+>)?\\s+(?:se|से)\\b`,
  'i',
);
const FROM_ACCOUNT = /\b(?:from|frm|via|using|of)\s+((?:[\w.&'-]+\s+){0,5}?)(?:a\/?c|acct|account|<C\d+>)/i;
const TO_OURS = new RegExp(`\\b(?:to|into|in)\\s+(?:you\\b|(?:${YOURS})\\s+)`, 'i');

/** `sent`, `paid`, `transferred`: by what follows or stands before them. */
function eitherMove(index: number, verb: string, rest: string, lead: string): Move | null {
  const around = `${lead}${verb}${rest}`;
  const toOurs = TO_OURS.test(rest);
  const fromOurs = FROM_OURS.test(around);
  if (toOurs && fromOurs) return { direction: 'debit', owner: 'ours', index };
  if (toOurs) return { direction: 'credit', owner: 'ours', index };
  if (fromOurs) return { direction: 'debit', owner: 'ours', index };
  if (
    /\byou(?:'ve| have)?\s+(?:successfully\s+|just\s+)?$/i.test(lead) ||
    (/\byour\s+(?:\w+\s+){0,2}$/i.test(lead) && /^payment$/i.test(verb) && /^[^.;\n]*\bto\b/i.test(rest))
  )
    return { direction: 'debit', owner: 'ours', index };
  if (/^payment$/i.test(verb)) {
    if (/^\s*(?:of\s+<A\d+>\s+)?(?:to|made|sent)\b/i.test(rest)) return { direction: 'debit', owner: 'object', index };
    return null;
  }
  if (
    /^(?:transfer|trf)$/i.test(verb) &&
    /^\s*(?:from|by)\b/i.test(rest) &&
    !/^\s*from\s+(?:[\w.&'-]+\s+){0,4}?(?:a\/?c|<C)/i.test(rest)
  )
    return null;
  const ownFrom = FROM_ACCOUNT.exec(rest);
  if (ownFrom) return { direction: 'debit', owner: 'object', index };
  if (/^\s*(?:<A\d+>\s*)?\n?(?:to|at|for|towards)\b/i.test(rest) && ownerAfter(rest) !== 'object')
    return { direction: 'debit', owner: 'nobody', index };
  // `Rs 5,000 transferred to A/c XX9`: which account is ours is not said.
  if (ownerAfter(rest) === 'object' && /^(?:transferred|transfered|remitted|moved)$/i.test(verb))
    return { direction: 'credit', owner: 'foreign', index };
  if (/^paid$/i.test(verb) && /^\s*by\s+(?!you\b|u\b|<A)/i.test(rest))
    return { direction: 'credit', owner: 'nobody', index };
  if (
    /^paid$/i.test(verb) &&
    /\bbusiness: ?(?!you\b)[a-z][a-z .']{1,40}$/i.test(lead) &&
    /^\s*<A\d+>\s*(?:$|[.\n])/i.test(rest)
  )
    return { direction: 'credit', owner: 'nobody', index };
  // `Rs 500 received\nRAVI paid via UPI`: how, not where to.
  if (
    /^paid$/i.test(verb) &&
    /^(?!.*\byou\b)[a-z][a-z .']{1,40}$/i.test(lead) &&
    /^\s*(?:via|through|using)\s+(?:upi|bhim)\b[^<]*$/i.test(rest)
  )
    return null;
  if (/^sent$/i.test(verb) && /^\s*by\s+(?!you\b|u\b)/i.test(rest)) return null;
  if (/^(?:sent|paid)$/i.test(verb)) return { direction: 'debit', owner: 'nobody', index };
  return null;
}

/** `We have credited your account`. */
const YOUR_ACCOUNT = new RegExp(`^\\s*${YOURS}\\s+(?:[\\w.&'-]+\\s+){0,4}?${ACCOUNT}`, 'i');

/** Before `received`: somebody who is neither the reader nor an account, `SWIGGY has`. */
const SOMEBODY_HAS =
  /^(?![\s\S]*(?:<|\b(?:you|we|payment|amount|amt|money|funds?|sum|transfer|credit|upi|account|acct|a\/c|ac)\b))\W*[a-z][a-z .,&']{1,40}\shas\s(?:just\s)?$/i;

/** Received, but no money: requests, offers, vouchers, calls. */
const NO_MONEY =
  /^\s*(?:a|an|your|the|new|one)?\s*(?:\w+\s+){0,2}?(?:request|link|offer|voucher|coupon|reward|gift|scratch|points|complaint|application|query|message|call|order|feedback|enquiry|otp)\b/i;

/** Between the amount and the verb; `from RAVI` may follow. A word that is not known may be a mistyped `not`. */
const PLAIN_LEAD =
  /<A\d+>(?:[^a-z<]|\b(?:only|is|has|hs|been|bn|was|were|are|have|had|got|successfully|duly|stands|also|just|now|and|of|via|through|upi|imps|neft|rtgs|payment|amount|amt|fund|funds|money|cash|cheque|deposit|credit|cr|returned|reversed|refunded|rupees|inr|rs|the|sum|ko|on|at|by|from|dt|dated|for(?=\s+(?:<D|\d+ (?:payments|transactions|txns)))|\d+ (?:payments|transactions|txns)|in|into|to|your|ur|aapke|aapka|khate|a\/c|ac|ref|rrn|utr|txn|no)\b|<[A-Z]\d*>|\b(?:from|by|to|in|ref|on|at)\b[^.;\n]*)*$/i;

/** All completed moves in the text. `doubted`: a credit in it is conditional, in the future or denied. */
function movesIn(text: string): { moves: Move[]; doubted: boolean } {
  const verbs = [
    ...[...text.matchAll(CREDIT)].map((match) => ({ match, direction: 'credit' as const })),
    ...[...text.matchAll(DEBIT)].map((match) => ({ match, direction: 'debit' as const })),
    ...[...text.matchAll(EITHER)].map((match) => ({ match, direction: 'either' as const })),
  ].sort((a, b) => a.match.index - b.match.index);
  const stops = verbs.map(({ match }) => match.index);
  const moves: Move[] = [];
  let doubted = false;
  for (const { match, direction } of verbs) {
    const { index } = match;
    const verb = match[0];
    const lead = before(text, index, stops);
    const rest = after(text, index + verb.length, stops);
    if (MODAL_BEFORE.test(lead) || CONDITION.test(lead) || text[index + verb.length + rest.length] === '?') {
      doubted ||= direction === 'credit';
      continue;
    }
    if (direction === 'either') {
      const move = eitherMove(index, verb, rest, lead);
      if (move) moves.push(move);
      continue;
    }
    if (/^(?:received|got)$/i.test(verb)) {
      if (NO_MONEY.test(rest)) continue;
      // `Beneficiary RAVI has received Rs 500 in A/c XX9`
      if (/\b(?:beneficiary|payee|recipient|receiver)\b/i.test(lead) && !TO_OURS.test(rest)) {
        moves.push({ direction: 'debit', owner: 'object', index });
        continue;
      }
      if (
        FROM_OURS.test(rest) ||
        (/\bfrom\s+(?:the\s+)?(?:[\w.&'-]+\s+){0,3}?(?:a\/?c|account)\s*<C/i.test(rest) &&
          ownerAfter(rest) === 'nobody' &&
          !/\byou\b/i.test(lead))
      ) {
        moves.push({ direction: 'debit', owner: FROM_OURS.test(rest) ? 'ours' : 'object', index });
        continue;
      }
      // `SWIGGY has received Rs 500`: the payer is told.
      if (SOMEBODY_HAS.test(lead) && !/\b(?:from|in|into|to)\b/i.test(rest)) {
        moves.push({ direction: 'credit', owner: 'foreign', index });
        continue;
      }
      if (/\byou(?:'ve| have)?\s*(?:\w+\s+)?$/i.test(lead)) {
        moves.push({ direction: 'credit', owner: 'ours', index });
        continue;
      }
    }
    if (/^(?:paid|sent|transferred) you$/i.test(verb)) {
      moves.push({ direction: 'credit', owner: 'ours', index });
      continue;
    }
    const left = OBJECT_OF_VERB.test(lead) ? 'nobody' : ownerBefore(lead, direction);
    if (direction === 'credit') {
      if (
        /^\s*(?:successfully\s+)?(?:to|in|into)\s+(?:[\w']+\s+){0,2}?(?:beneficiary|payee|recipient|receiver)\b/i.test(
          rest,
        )
      ) {
        moves.push({ direction: 'debit', owner: /\byour\b/i.test(lead) ? 'ours' : 'object', index });
        continue;
      }
      // `A/c XX1 credited Rs 500 to RAVI`
      if (
        /^\s*<A\d+>\s+to\s+(?!(?:your|ur|the|my|bank|savings|a\/?c|ac|acct|account|you)\b)[a-z]/i.test(rest) &&
        ownerAfter(rest) !== 'object'
      ) {
        moves.push({ direction: 'credit', owner: 'foreign', index });
        continue;
      }
      // `Credited Rs 100 from HDFC Bank A/c XX6`, `credited thru A/c XX5 to RAVI`: an account that money left is not ours.
      if (
        !/<C\d+>/.test(lead) &&
        ownerAfter(rest) === 'nobody' &&
        /^\s*(?:<A\d+>\s*)?(?:from|thru|through)[\s:]+(?:[\w.&'-]+\s+){0,4}?(?:a\/?c|acct|account)\s*(?:no\s*)?<C\d+>/i.test(
          rest,
        )
      ) {
        moves.push({ direction: 'credit', owner: 'foreign', index });
        continue;
      }
      // `IMPS of Rs 700 to A/c XX8 credited`: which account is ours is not said.
      if (
        /\b(?:imps|neft|rtgs|transfer|payment|remittance)\s+of\s+<A\d+>\s+to\s+(?:a\/?c|acct|account)\b/i.test(lead)
      ) {
        moves.push({ direction: 'credit', owner: 'foreign', index });
        continue;
      }
      const amount = lead.lastIndexOf('<A');
      const stretch = amount < 0 ? '' : lead.slice(amount);
      if (/^(?:credited|deposited)$/i.test(verb) && stretch && !stretch.includes('<C') && !PLAIN_LEAD.test(stretch))
        continue;
      const right = YOUR_ACCOUNT.test(rest) ? 'ours' : ownerAfter(rest);
      const toName = /^\s*(?:<A\d+>\s*)?(?:successfully\s+)?to\b/i.test(rest);
      const namedOther =
        left === 'nobody' &&
        /[a-z]\s*$/i.test(
          lead
            .replace(
              /<[^>]+>|\b(?:is|has|been|was|have|are|successfully|amount|amt|of|rs|inr|payment|upi|money|credit|alert|and|we|you|your|now|with|update|dear|customer|user|type|txn|info|transaction)\b/gi,
              ' ',
            )
            .replace(/[^a-z]+$/i, ' ')
            .trimEnd(),
        );
      let owner: Owner = left;
      if (right === 'ours') owner = 'ours';
      else if (left !== 'ours' && left !== 'subject')
        owner =
          right === 'nobody' && (toName || (namedOther && !/^(?:received|prapt|mil|प्राप्त|मिल)/i.test(verb)))
            ? 'foreign'
            : right === 'nobody'
              ? left
              : right;
      if (FROM_OURS.test(rest)) moves.push({ direction: 'debit', owner: 'ours', index: index + 1 });
      moves.push({ direction: 'credit', owner, index });
    } else {
      const from = new RegExp(FROM_ACCOUNT.source, 'i').exec(rest);
      const owner: Owner = FROM_OURS.test(rest)
        ? 'ours'
        : FROM_PERSON.test(rest) || (CREDITED_FIRST.test(lead) && FROM_NAME.test(rest))
          ? 'foreign'
          : left === 'foreign' && /\bse\b|से/.test(lead)
            ? 'subject'
            : left !== 'nobody' && left !== 'foreign'
              ? left
              : from || ownerAfter(rest) === 'object' || ownerAfter(rest) === 'ours'
                ? ownerAfter(rest) === 'ours'
                  ? 'ours'
                  : 'object'
                : left;
      moves.push({ direction: 'debit', owner, index });
    }
  }
  return { moves, doubted };
}

const OWN_PAYMENT =
  /\byour\s+(?:(?:upi|imps|neft|rtgs|funds?|money|online)\s+)*(?:payment|transfer|txn|transaction|remittance|imps|neft|rtgs)\s+(?:of|for|to)\b(?!\s+<A\d+>\s+(?:from|has been received))/i;

/** What may stand before a verb when money, an account or nothing is its subject. */
const MONEY =
  /<A\d+>|\b(?:amount|amt|money|funds?|payment|cash|sum|transfer|remittance|refund|salary|credit|upi|imps|neft|rtgs)\b/i;
const NO_SUBJECT =
  /<[^>]+>|\b(?:is|has|have|been|was|were|are|and|also|then|now|it|this|same|the|successfully|a\/?c|acct|account|no|bank|your|ur|you)\b/gi;

/** `Receipt sent to your WhatsApp`: a sentence of its own about a thing, without an amount. */
function isOfThing(text: string, index: number): boolean {
  const lead =
    text
      .slice(0, index)
      .split(/[.!;]\s|\n/)
      .at(-1) ?? '';
  const rest = text.slice(index).split(/[.!;]\s|\n/)[0] ?? '';
  return /[a-z]{3}/i.test(lead.replace(NO_SUBJECT, ' ')) && !MONEY.test(lead) && !/<A\d+>/.test(rest);
}

/**
 * The direction of the money that has moved. The strongest bond to our account wins; `Acct XX1 debited; a/c XX9 credited`
 * and everything else that leaves two answers is a debit or `unclear`, never a credit.
 */
export function directionOf(text: string): { direction: Direction; certain: boolean; verbAt: number } {
  const { moves: all, doubted } = movesIn(text);
  const isPaid = all.some((move) => move.direction === 'debit' && WEIGHT[move.owner] > 0);
  const moves = all.filter(({ direction, index }) => direction === 'debit' || !isPaid || !isOfThing(text, index));
  const top = Math.max(...moves.map((move) => WEIGHT[move.owner]), -2);
  const best = moves.filter((move) => WEIGHT[move.owner] === top);
  const first = best[0];
  if (!first) return { direction: 'none', certain: false, verbAt: -1 };
  if (doubted && first.direction === 'credit') return { direction: 'unclear', certain: false, verbAt: first.index };
  const both = new Set(best.map((move) => move.direction)).size > 1;
  if (first.owner === 'foreign') return { direction: 'unclear', certain: false, verbAt: first.index };
  if (both) {
    const direction = first.direction === 'debit' && first.owner !== 'ours' ? 'debit' : 'unclear';
    return { direction, certain: true, verbAt: first.index };
  }
  if (
    first.direction === 'credit' &&
    first.owner !== 'ours' &&
    /^(?:credit|depos|cr)/i.test(text.slice(first.index)) &&
    OWN_PAYMENT.test(text)
  )
    return { direction: 'debit', certain: true, verbAt: first.index };
  const opposed = moves.some((move) => move.direction !== first.direction);
  // `A/c XX9 credited; debited A/c XX1`
  const debitOfAccount = moves.some(
    (move) => move.direction === 'debit' && WEIGHT[move.owner] > 0 && /^debited/i.test(text.slice(move.index)),
  );
  if (first.direction === 'credit' && first.owner !== 'ours' && debitOfAccount)
    return { direction: 'unclear', certain: false, verbAt: first.index };
  // `Rs 500 sent. Credited to A/c XX9`
  const away = moves.some(({ index }) => /^(?:sent|paid)(?: successfully)?\s*(?:[.;,!]|to\b)/i.test(text.slice(index)));
  // `Rs 500 debited and credited to SBI A/c XX9`
  const debitedBefore = moves.some((move) => move.direction === 'debit' && move.index < first.index);
  if (
    (first.owner === 'nobody' && opposed) ||
    (first.owner === 'object' && first.direction === 'credit' && (away || debitedBefore))
  )
    return { direction: 'unclear', certain: false, verbAt: first.index };
  return { direction: first.direction, certain: first.owner !== 'nobody', verbAt: first.index };
}
