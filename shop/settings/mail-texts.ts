import { groupIndian } from '../money/money.ts';
import { fillTemplate, placeholderFault, placeholdersOf, type TemplateValues } from '../text/template.ts';

/** Subject and text of the mails to shoppers, which the owner may rewrite. */

export interface MailText {
  readonly subject: string;
  /** Paragraphs, with an empty line between them. */
  readonly text: string;
}

interface MailKind extends MailText {
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

const TEXTS = {
  order_received: {
    label: 'Order received',
    also: ['total', 'date'],
    added: `the items with all amounts, the address, ${TRACK}`,
    subject: '{shop}: order received: {order}',
    text: `Hello {name},

Thank you. We have received your order {order} of {total} on {date}.

We will confirm your order once your payment is verified. This may take up to 30 minutes. We will email you as soon as it is done.`,
  },
  payment_reminder: {
    label: 'UTR is missing',
    also: ['total'],
    added: `how long the order is kept, ${TRACK}`,
    subject: '{shop}: please send us your UTR: {order}',
    text: `Hello {name},

We have not received the payment reference (UTR) for your order {order} of {total} yet, so we cannot ship it.

If you have paid, please enter the UTR from your UPI app on your order page, on the phone or computer you ordered from.`,
  },
  payment_verified: {
    label: 'Payment verified',
    also: ['total', 'next'],
    added: `the tax invoice, ${TRACK}`,
    subject: '{shop}: payment verified: {order}',
    text: `Hello {name},

Your payment of {total} for order {order} is verified. {next}`,
  },
  payment_problem: {
    label: 'Payment not found',
    also: ['total', 'reason'],
    added: `where to enter the UTR, ${TRACK}`,
    subject: '{shop}: we could not verify your payment: {order}',
    text: `Hello {name},

We could not verify the payment for your order {order} of {total}.

Reason: {reason}

If the money has left your account, please send us the UTR/Reference number from your UPI app. We are keeping your order for you.`,
  },
  payment_reversed: {
    label: 'Payment reversed by the bank',
    also: ['total'],
    added: `where to enter the UTR, ${TRACK}`,
    subject: '{shop}: your payment was reversed: {order}',
    text: `Hello {name},

The bank has reversed the payment for your order {order} of {total}, so we no longer have the money.

Please pay again and send us the new UTR/Reference number from your UPI app. We are keeping your order for you.`,
  },
  refunded: {
    label: 'Refund sent',
    also: ['refund'],
    added: TRACK,
    subject: '{shop}: refund sent: {order}',
    text: `Hello {name},

Your refund for order {order} is on its way. {refund}.

It usually reaches your bank account within a few business days.`,
  },
  shipped: {
    label: 'Shipped',
    added: `courier and tracking number, the items with all amounts, the address, ${TRACK}`,
    subject: '{shop}: your order is on its way: {order}',
    text: `Hello {name},

Your order {order} has been shipped.`,
  },
  delivered: {
    label: 'Delivered',
    added: TRACK,
    subject: '{shop}: your order is delivered: {order}',
    text: `Hello {name},

Your order {order} has been delivered. We hope you enjoy it.

Is something damaged, wrong or missing? Track your order and choose ‘Request a replacement’ within 7 days of delivery. Please report damage within 48 hours, with photos.`,
  },
  cancelled: {
    label: 'Cancelled',
    also: ['total', 'reason'],
    added: `how long a refund takes, if the shopper has paid, ${TRACK}`,
    subject: '{shop}: order cancelled: {order}',
    text: `Hello {name},

Your order {order} of {total} has been cancelled.

Reason: {reason}`,
  },
  replacement_received: {
    label: 'Replacement requested',
    also: ['problem'],
    added: `the items, the link to the request and how to reach you`,
    subject: '{shop}: replacement request received: {order}',
    text: `Hello {name},

We have received your replacement request for order {order} ({problem}). We will look into it and get back to you.`,
  },
  replacement_approved: {
    label: 'Replacement approved',
    also: ['problem'],
    added: `the items, your note, the link to the request and how to reach you`,
    subject: '{shop}: replacement approved: {order}',
    text: `Hello {name},

Your replacement request for order {order} is approved. We will send you these items again:`,
  },
  replacement_rejected: {
    label: 'Replacement not approved',
    also: ['problem'],
    added: `the items, your note, the link to the request and how to reach you`,
    subject: '{shop}: about your replacement request: {order}',
    text: `Hello {name},

We have looked into your replacement request for order {order}. We are sorry, but we cannot approve it.`,
  },
  replacement_shipped: {
    label: 'Replacement shipped',
    also: ['problem'],
    added: `courier and tracking number, the items, the link to the request and how to reach you`,
    subject: '{shop}: your replacement is on its way: {order}',
    text: `Hello {name},

The replacement for order {order} has been shipped.`,
  },
  order_code: {
    label: 'Code to open an order',
    placeholders: ['order', 'shop'],
    added: 'the code, how long it is valid, and the request not to share it',
    subject: '{shop}: your code for order {order}',
    text: 'Here is the code to open your order {order}. Enter it on the tracking page:',
  },
  contact_acknowledged: {
    label: 'Contact message received',
    // Nothing that the sender typed: the address may be a stranger’s (D54).
    placeholders: ['ticket', 'shop'],
    inSubject: null,
    added: 'your phone number, and what to do with a mail that nobody asked for',
    subject: '{shop}: we have received your message',
    text: `Hello,

Thank you for writing to us. We have received your message. Its reference number is {ticket}.

We will reply within 24 hours on business days.`,
  },
  grievance_acknowledged: {
    label: 'Complaint received',
    placeholders: ['name', 'ticket', 'officer', 'answer_by', 'shop'],
    inSubject: 'ticket',
    added: 'your phone number',
    subject: '{shop}: your complaint {ticket}',
    text: `Hello {name},

We have received your complaint. Its ticket number is {ticket}.

{officer} will look into it, and you will have our answer by {answer_by}.`,
  },
  alert_code: {
    label: 'Notify me: code',
    placeholders: ['product', 'code', 'shop'],
    inSubject: null,
    added: 'the code, how long it is valid, and what to do with a mail that nobody asked for',
    subject: '{code} is your code from {shop}',
    text: `Hello,

Enter this code in the shop, and we will write to you when {product} is back in stock:`,
  },
  alert_known: {
    label: 'Notify me: already on the list',
    placeholders: ['product', 'shop'],
    inSubject: null,
    added: 'what to do with a mail that nobody asked for',
    subject: '{shop}: you are already on the list',
    text: `Hello,

You are already on our list and need no code. We will write to you once, when {product} is back in stock.`,
  },
  back_in_stock: {
    label: 'Back in stock',
    placeholders: ['product', 'shop'],
    inSubject: null,
    added: 'the link to the product, and why the shopper gets this mail',
    subject: '{shop}: {product} is back',
    text: `Hello,

{product} is back in stock.`,
  },
} as const satisfies Record<string, MailKind>;

export type ShopperMailKind = keyof typeof TEXTS;
export const MAIL_TEXTS: Readonly<Record<ShopperMailKind, MailKind>> = TEXTS;
export const MAIL_KINDS = Object.keys(MAIL_TEXTS) as [ShopperMailKind, ...ShopperMailKind[]];

/** What the owner has rewritten; the other texts are those of `MAIL_TEXTS`. */
export type MailTexts = Partial<Record<ShopperMailKind, Partial<MailText>>>;

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
