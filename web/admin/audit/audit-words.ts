import { formatDateTime } from '#shop/india/dates.ts';
import { formatPaise } from '#shop/money/money.ts';

/** Actions that need no subject. */
const DONE: Record<string, string> = {
  login: 'signed in',
  'login.failed': 'failed to sign in',
  'login.guessed': 'entered ten wrong codes after the right password',
  logout: 'signed out',
  'password.forgot': 'asked for a new password',
  'password.reset': 'set a new password',
  'password.change': 'changed the password',
  'account.name': 'changed their name',
  'account.recover': 'gave an account a new password by command',
  'two_step.on': 'turned on two-step sign-in',
  'two_step.off': 'turned off two-step sign-in',
  'two_step.reset': 'reset two-step sign-in of an account',
  'two_step.codes': 'made new recovery codes',
  'session.end': 'ended a session',
  'session.end_others': 'ended all other sessions',
  'team.add': 'added somebody to the team',
  'team.invite': 'invited somebody to the team',
  'team.right': 'changed the rights of an account',
  alerts: 'changed the alerts of an account',
  'demo.remove': 'removed the demo data',
  'grievance.register': 'registered a complaint',
  'grievance.acknowledge': 'acknowledged a complaint',
  'grievance.close': 'closed a complaint',
  'grievance.withdraw': 'marked a message as no complaint',
  'mail.resend': 'sent an email again',
  'mail.resend_failed': 'sent failed emails again',
};

/** Actions on a subject. */
const DOES: Record<string, string> = {
  save: 'saved',
  create: 'created',
  update: 'changed',
  delete: 'deleted',
  export: 'exported',
  import: 'imported',
  upload: 'uploaded',
  undo: 'took back',
  erase: 'erased',
  dismiss: 'set aside',
  open: 'opened again',
  reply: 'replied to',
  message: 'entered',
  status: 'changed the status of',
  stock: 'changed the stock of',
  prices: 'changed the prices of',
  expire: 'let lapse',
  end: 'ended',
  pause: 'paused',
  resume: 'went on with',
  renew: 'made a new secret for',
  resend: 'sent again a message to',
  'order.take': 'took',
  'order.link': 'made a new payment link for',
  'order.paid': 'recorded the payment of',
  'order.status': 'changed the status of',
  'order.status_undo': 'took back a delivery of',
  'order.payment': 'decided the payment of',
  'order.attention': 'settled a mark on',
  'order.parcel': 'changed the parcel of',
  'order.cancel': 'cancelled',
  'order.refund': 'recorded a refund for',
  'order.refund_undo': 'took back a refund of',
  'order.refund_close': 'closed the refund of',
  'order.refund_reopen': 'reopened the refund of',
  'order.refund_restore': 'counted a refund as sent again for',
  'order.notes': 'changed the notes of',
  'order.credit': 'changed the bank credit of',
  'order.address': 'corrected the address of',
  'order.gift': 'corrected the gift message of',
  'order.export': 'exported',
  'replacement.status': 'changed the status of',
};

const SUBJECTS: Record<string, string> = {
  user: 'account',
  api_key: 'API key',
  contact: 'message of a shopper',
  content: 'page content',
  credit: 'bank credit',
  gst: 'GST report',
  image: 'picture',
  newsletter: 'newsletter list',
  payment_inbox: 'address for bank messages',
  review_photo: 'photo of a review',
  statement: 'bank statement',
  stock_alert: 'wish to hear when back in stock',
};

/** A code without words of its own: 'grievance.close' as 'grievance close'. */
export const plain = (code: string): string => code.replaceAll(/[._-]/g, ' ');

export const subjectWords = (subject: string): string => SUBJECTS[subject] ?? plain(subject);

export const actionWords = (action: string): string => DONE[action] ?? DOES[action] ?? plain(action);

/** What somebody did, to follow the name. */
export function auditWords(action: string, subject: string): string {
  return DONE[action] ?? `${actionWords(action)} ${subjectWords(subject)}`;
}

/** The number or name of a subject; null for an id that says nothing to people. */
export function shownId(id: string | null): string | null {
  return id === null || id === '' || /^[a-z]+_[\da-z]{12,}$/.test(id) ? null : id;
}

/** The fields that are recorded in paise, by their subject. */
const PAISE: Record<string, readonly string[]> = {
  order: ['amount', 'refunded', 'kept'],
  coupon: ['min_order', 'max_discount'],
};

/** A value of a change in words; '' for none. Times are known by the name of their field. */
export function valueText(value: unknown, path: string, subject: string): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number' && /(_at|At)$/.test(path)) return formatDateTime(value);
  if (typeof value === 'number' && PAISE[subject]?.includes(path)) return formatPaise(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'string') return JSON.stringify(value);
  return value === '' ? '' : (shownId(value) ?? subjectWords(path));
}
