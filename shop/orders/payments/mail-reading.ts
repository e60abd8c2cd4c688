import { readMessage } from './message.ts';
import type { Reading } from './reading.ts';
import { bankNamed } from './senders.ts';

/** What is read of a mail; see `MailMessage` of the server. */
interface Alert {
  subject: string;
  /** One line per block; rows of tables as `label: value`. */
  text: string;
  /** Values of the `From` headers; only the name of the bank is taken from them, if nothing else tells it. */
  from: readonly string[];
}

/**
 * Reads the text of an alert mail. Whether the mail is to be believed is decided by `trustedMail`.
 *
 * `receivedAt` in ms gives the year of a date without one; `bankHint` is `MailTrust.bank`; `tails` as for `readMessage`.
 */
export function readAlert(
  mail: Alert,
  options: { receivedAt: number; bankHint: string | null; tails?: readonly string[] },
): Reading {
  const body = statement(mail.text);
  const alone = readMessage(body, options);
  const whole = readMessage(`${mail.subject}\n${body}`, options);
  const bank = alone.bank ?? whole.bank ?? bankNamed(mail.from.join(' '));
  // The subject completes the text, as in `Rs. 1499 paid by …`, and its doubts count, as in `Payment request`.
  if (alone.kind === 'other' ? alone.reason === 'unclear' : whole.kind === 'other' && whole.reason !== 'unclear') {
    return { ...whole, bank };
  }
  if (alone.kind !== whole.kind) return { ...alone, bank };
  return { ...alone, bank, payerName: alone.payerName ?? whole.payerName };
}

/** Labels whose value may stand in the next line, as in mails that are laid out without tables. */
const LABEL =
  /^(?:(?:transaction |txn\.? |credited |received )?(?:amount|amt)(?: credited| received| paid)?|(?:beneficiary |your |credited )?(?:account|a\/c)(?: no\.?| number)?|credited (?:to|in)|(?:transaction |value |payment )?date(?: ?(?:&|and|\/) ?time)?|time|from|sender|payer|remitter|paid by|received from|(?:sender|payer|remitter|customer)(?:'s)? (?:name|vpa|upi id|id)|vpa|upi id|(?:upi |bank )?(?:utr|rrn)(?: no\.?| number)?|(?:upi |bank |transaction |txn\.? )?ref(?:erence)?(?: no\.?| number| id)?(?: \(rrn\)| \(utr\))?|(?:upi )?(?:transaction|txn\.?) (?:id|info|details)|particulars|narration|description|mode|status)\s*:?$/i;

/** From here on a mail only says what every mail of the bank says: greetings, advice, offers, addresses. */
const FOOTER =
  /^(?:(?:with )?(?:warm|kind|best)?\s*regards\b|(?:yours )?(?:sincerely|faithfully|truly)\b|(?:please )?(?:note[: ]+)?this is an? (?:system|auto|computer)|(?:please )?do not reply|disclaimer\b|©|copyright\b|unsubscribe\b|(?:this (?:e-?mail|message) (?:and|is|was|has|contains|may)))/i;

/** `Hi KISHMISH FOODS,`: people begin like this too, and what they write proves nothing. */
const GREETING = /^(?:hi|hello|hey|dear|namaste|greetings)\b[^.:\d]{0,60}[,!]?$/i;

/** Labels of numbers that are not the bank's: of the shop, of the terminal, of the app. */
const FOREIGN_NUMBER =
  /^(?:(?:order|invoice|bill|merchant|store|shop|terminal|customer|device|ticket|complaint)(?: (?:id|no\.?|number|ref(?:erence)?(?: no\.?)?))|tid|mid) ?(?:$|: ?)/i;
/** Beside a UTR or RRN, this is a number of the payment app. */
const APP_NUMBER = /^(?:upi )?(?:transaction|txn\.?|payment) id ?: /i;
const BANK_NUMBER = /^(?:upi |bank )?(?:utr|rrn)\b[^:]*: ?\d{12}\b/i;

/** A list with a sender, a bank's number and no receiver tells of money in without any verb. */
const SENDER = /^(?:sender|payer|remitter|paid by|received from)(?:'s)?(?: (?:name|vpa|upi id|id))? ?: \S/i;
const RECEIVER = /^(?:receiver|recipient|beneficiary|payee|(?:paid |sent |transferred )?to)\b/i;

/** Above a list, it tells that the list's amount has come in. */
const CREDIT_HEADING = /^(?:upi )?credit (?:alert|advice|intimation|notification|transaction|received)[.!]?$/i;
/** A payment app's heading; the amount follows in the next line. */
const SENT_YOU = /^([A-Z][\w.' ]{2,60}?) (?:sent|paid) you:?$/;
const ONLY_AMOUNT = /^(?:₹|rs\.?|inr) ?[\d,]+(?:\.\d+)?$/i;

/** Labels that banks write in many ways, as the rules for messages know them. */
const REWORDED: readonly [RegExp, string][] = [
  [/^([a-z][a-z ]{2,30}?) ?\((?:in )?(?:inr|rs\.?|₹)\) ?: (?=[\d,.]+$)/i, '$1: INR '],
  // As a label; in prose `paid by` can tell of our own payments.
  [/^(?:paid|sent) by ?: /i, 'From: '],
  [/^(?:credit|credited|deposit|deposited) amount ?: /i, 'Amount Credited: '],
  [/^(?:debit|debited|withdrawal) amount ?: /i, 'Amount Debited: '],
  [/^(?:transaction|txn\.?|entry|nature)(?: nature)? ?: (?=(?:credit|debit|cr|dr)\.?$)/i, 'Transaction Type: '],
  [
    /^(?:cr|credit) ?\/ ?(?:dr|debit)(?: \w+)? ?: |^(?:dr|debit) ?\/ ?(?:cr|credit)(?: \w+)? ?: /i,
    'Transaction Type: ',
  ],
  [/^congratulations[!,.]* (?=you(?:'ve|’ve| have)? (?:just )?received )/i, ''],
];

/** The part that tells of the payment: labels joined with their values, without the bank's footer and other numbers. */
function statement(text: string): string {
  const lines: string[] = [];
  for (const whole of text.split('\n')) {
    // The cell of a value may begin with the colon.
    const line = whole.replace(/^([^:]{1,60}): ?: */, '$1: ');
    if (FOOTER.test(line) && lines.some((each) => /\d{2}/.test(each))) break;
    if (GREETING.test(line)) continue;
    const previous = lines.at(-1);
    const sender = SENT_YOU.exec(previous ?? '')?.[1];
    if (sender && ONLY_AMOUNT.test(line)) {
      lines[lines.length - 1] = `Received ${line} from ${sender}`;
    } else if (previous !== undefined && isLabel(previous) && !isLabel(line)) {
      lines[lines.length - 1] = `${previous.replace(/\s*:$/, '')}: ${line.replace(/^:\s*/, '')}`;
    } else lines.push(line);
  }
  const incoming = lines.some((line) => SENDER.test(line)) && !lines.some((line) => RECEIVER.test(line));
  const numbered = lines.some((line) => BANK_NUMBER.test(line));
  const headed =
    lines.some((line) => CREDIT_HEADING.test(line)) &&
    !lines.some((line) => RECEIVER.test(line) || /\bcard\b.*:/i.test(line));
  return lines
    .filter((line) => !FOREIGN_NUMBER.test(line) && !(numbered && APP_NUMBER.test(line)))
    .map((line) =>
      headed || (incoming && numbered) ? line.replace(/^(?:amount|amt) ?: /i, 'Amount Credited: ') : line,
    )
    .map((line) => REWORDED.reduce((all, [label, words]) => all.replace(label, words), line))
    .join('\n');
}

/** A line that is nothing but a label. */
const isLabel = (line: string) => LABEL.test(line) || FOREIGN_NUMBER.exec(line)?.[0].length === line.length;
