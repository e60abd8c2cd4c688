import catalogue from '../../messages/en/mail-texts.json' with { type: 'json' };
import { groupIndian } from '../money/money.ts';
import { fillTemplate, placeholderFault, placeholdersOf, type TemplateValues } from '../text/template.ts';

/** Subject and text of the mails to shoppers, which the owner may rewrite. */

export interface MailText {
  readonly subject: string;
  /** Paragraphs, with an empty line between them. */
  readonly text: string;
}

interface MailKind {
  /** For staff. */
  readonly label: string;
  /** Placeholders of a mail about an order, beside name, order and shop. */
  readonly also?: readonly string[];
  /** All placeholders of another mail. */
  readonly placeholders?: readonly string[];
  /** What is in every subject, whatever the text is: the order number if it is left out. */
  readonly inSubject?: 'ticket' | null;
  /** What the shop adds below the text, whatever the text is; for staff. */
  readonly added: string;
}

const TRACK = 'the link to the order and how to reach you';

const KINDS = {
  order_received: {
    label: 'Order received',
    also: ['total', 'date'],
    added: `the items with all amounts, the address, ${TRACK}`,
  },
  payment_reminder: {
    label: 'UTR is missing',
    also: ['total'],
    added: `how long the order is kept, ${TRACK}`,
  },
  payment_verified: {
    label: 'Payment verified',
    also: ['total', 'next'],
    added: `the tax invoice, ${TRACK}`,
  },
  payment_problem: {
    label: 'Payment not found',
    also: ['total', 'reason'],
    added: `where to enter the UTR, ${TRACK}`,
  },
  payment_reversed: {
    label: 'Payment reversed by the bank',
    also: ['total'],
    added: `where to enter the UTR, ${TRACK}`,
  },
  refunded: {
    label: 'Refund sent',
    also: ['refund'],
    added: TRACK,
  },
  changed: {
    label: 'Order changed',
    also: ['total'],
    added: `the items with all amounts, what becomes of the money, the address, ${TRACK}`,
  },
  returned: {
    label: 'Items taken back',
    added: `what was credited, ${TRACK}`,
  },
  shipped: {
    label: 'Shipped',
    added: `courier and tracking number, the items with all amounts, the address, ${TRACK}`,
  },
  delivered: {
    label: 'Delivered',
    added: TRACK,
  },
  cancelled: {
    label: 'Cancelled',
    also: ['total', 'reason'],
    added: `how long a refund takes, if the shopper has paid, ${TRACK}`,
  },
  replacement_received: {
    label: 'Replacement requested',
    also: ['problem'],
    added: `the items, the link to the request and how to reach you`,
  },
  replacement_approved: {
    label: 'Replacement approved',
    also: ['problem'],
    added: `the items, your note, the link to the request and how to reach you`,
  },
  replacement_rejected: {
    label: 'Replacement not approved',
    also: ['problem'],
    added: `the items, your note, the link to the request and how to reach you`,
  },
  replacement_shipped: {
    label: 'Replacement shipped',
    also: ['problem'],
    added: `courier and tracking number, the items, the link to the request and how to reach you`,
  },
  order_code: {
    label: 'Code to open an order',
    placeholders: ['order', 'shop'],
    added: 'the code, how long it is valid, and the request not to share it',
  },
  contact_acknowledged: {
    label: 'Contact message received',
    // Nothing that the sender typed: the address may be a stranger’s (D54).
    placeholders: ['ticket', 'shop'],
    inSubject: null,
    added: 'your phone number, and what to do with a mail that nobody asked for',
  },
  grievance_acknowledged: {
    label: 'Complaint received',
    placeholders: ['name', 'ticket', 'officer', 'answer_by', 'shop'],
    inSubject: 'ticket',
    added: 'your phone number',
  },
  alert_code: {
    label: 'Notify me: code',
    placeholders: ['product', 'code', 'shop'],
    inSubject: null,
    added: 'the code, how long it is valid, and what to do with a mail that nobody asked for',
  },
  alert_known: {
    label: 'Notify me: already on the list',
    placeholders: ['product', 'shop'],
    inSubject: null,
    added: 'what to do with a mail that nobody asked for',
  },
  back_in_stock: {
    label: 'Back in stock',
    placeholders: ['product', 'shop'],
    inSubject: null,
    added: 'the link to the product, and why the shopper gets this mail',
  },
} as const satisfies Record<string, MailKind>;

export type ShopperMailKind = keyof typeof KINDS;
export const MAIL_KINDS = Object.keys(KINDS) as [ShopperMailKind, ...ShopperMailKind[]];

/** What the owner has rewritten; the other texts are those of `MAIL_TEXTS`. */
export type MailTexts = Partial<Record<ShopperMailKind, Partial<MailText>>>;

/** The texts of a catalogue, for another language in place of those of the owner. */
export function mailTextsOf(texts: typeof catalogue): Record<ShopperMailKind, MailText> {
  const textOf = (kind: ShopperMailKind) => ({ subject: texts[`${kind}_subject`], text: texts[`${kind}_text`] });
  return Object.fromEntries(MAIL_KINDS.map((kind) => [kind, textOf(kind)])) as Record<ShopperMailKind, MailText>;
}

/** The texts that the shop starts with. */
const ENGLISH = mailTextsOf(catalogue);

export const MAIL_TEXTS = Object.fromEntries(
  MAIL_KINDS.map((kind) => [kind, { ...KINDS[kind], ...ENGLISH[kind] }]),
) as Readonly<Record<ShopperMailKind, MailKind & MailText>>;

const MAX = { subject: 120, text: 3_000 } as const;
/** Room for the number in the 200 characters of a subject. */
const MAX_SUBJECT = 160;

/** Facts that a mail states even if the owner's text does not, with their labels. */
const FACTS: Readonly<Record<string, string>> = {
  order: 'Order',
  total: 'Total',
  reason: 'Reason',
  refund: 'Refund',
  ticket: 'Ticket number',
  answer_by: 'Answer by',
  product: 'Product',
};

/** The placeholders that subject and text of this mail may have. */
export function mailPlaceholders(kind: ShopperMailKind): readonly string[] {
  const { placeholders, also = [] } = MAIL_TEXTS[kind];
  return placeholders ?? ['name', 'order', 'shop', ...also];
}

/** What is in every subject of this mail; null: nothing. */
export function inEverySubject(kind: ShopperMailKind): 'order' | 'ticket' | null {
  const { inSubject = 'order' } = MAIL_TEXTS[kind];
  return inSubject;
}

/** The labels of the facts that this mail states whatever the owner writes. */
export function statedFacts(kind: ShopperMailKind): string[] {
  return placeholdersOf(MAIL_TEXTS[kind].text).flatMap((name) => FACTS[name] ?? []);
}

/** The message for a text that cannot be used; null when it can. */
export function mailTextFault(kind: ShopperMailKind, part: keyof MailText, text: string): string | null {
  if (part === 'subject' && text.includes('\n')) return 'The subject must be on one line';
  if (text.length > MAX[part]) return `At most ${groupIndian(MAX[part])} characters`;
  return placeholderFault(text, mailPlaceholders(kind));
}

/** The text of a mail as it is used: the owner's, or that of the shop. */
export function mailText(texts: MailTexts, kind: ShopperMailKind): MailText {
  const { subject, text } = MAIL_TEXTS[kind];
  return { subject: texts[kind]?.subject || subject, text: texts[kind]?.text || text };
}

/** Subject, paragraphs and the facts that the owner's text does not state. */
export function filledMail(
  texts: MailTexts,
  kind: ShopperMailKind,
  values: TemplateValues,
): { subject: string; paragraphs: string[]; facts: (readonly [label: string, value: string])[] } {
  const { subject, text } = mailText(texts, kind);
  const head = fillTemplate(subject, values).slice(0, MAX_SUBJECT);
  const stated = placeholdersOf(text);
  const number = values[inEverySubject(kind) ?? ''];
  return {
    subject: !number || head.includes(number) ? head : `${head}: ${number}`,
    paragraphs: text
      .split(/\n\s*\n/)
      .map((paragraph) => fillTemplate(paragraph, values))
      .filter(Boolean),
    facts: placeholdersOf(MAIL_TEXTS[kind].text).flatMap((name) => {
      const [label, value] = [FACTS[name], values[name]];
      return label && value && !stated.includes(name) ? [[label, value] as const] : [];
    }),
  };
}
