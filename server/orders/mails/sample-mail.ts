import type { OrderMailKind, ReplacementMailKind } from '#shop/orders/changes/change.ts';
import type { MailText } from '#shop/settings/mail-texts.ts';
import type { Message } from '../../mail/mail-queue.ts';
import type { MailShop } from '../../mail/shopper-letter.ts';
import { codeMail } from '../access/order-code.ts';
import { type MailOrder, orderMail } from './order-mails.ts';
import { replacementMail } from './replacement-mails.ts';

const ITEM = { name: 'California Almonds', size: '250g', quantity: 2 };

const ORDER: MailOrder = {
  orderNumber: 'ORD1795113600037',
  name: 'Ananya Iyer',
  email: 'ananya@example.com',
  createdAt: Date.UTC(2026, 10, 20, 6, 30),
  lines: [{ ...ITEM, price: 64_950 }],
  // The shop need not have any picture.
  picture: null,
  subtotal: 129_900,
  discounts: [{ kind: 'online_offer', label: 'Online payment offer', amount: 5_000 }],
  total: 124_900,
  address: '12/4, Second Main Road, Adyar',
  city: 'Chennai',
  state: 'Tamil Nadu',
  pincode: '600020',
  country: 'India',
  deliveryBy: Date.UTC(2026, 10, 25, 6, 30),
  courier: 'Delhivery',
  trackingNumber: '1490812345678',
  note: '',
  invoice: false,
  status: 'confirmed',
  paid: true,
  proven: true,
};

type SampleKind = OrderMailKind | ReplacementMailKind | 'order_code';

/** What a mail says about its own order. */
const NOTES: Partial<Record<SampleKind, string>> = {
  payment_reminder: 'We keep your order for you until 21 Nov 2026, 12:00 pm.',
  payment_problem: 'We do not find this UTR in our bank account',
  refunded: 'Refund of ₹1,249 sent, reference 632400000001',
  changed: 'We send ₹249 back to you.',
  returned: 'Items taken back: ₹249',
  cancelled: 'You asked us to cancel it',
  replacement_rejected: 'The photos show another product',
};

/** A mail about an order with this text and example values, for its preview and test. Pure. */
export function sampleMail(kind: SampleKind, text: MailText, given: MailShop): Message {
  const shop = { ...given, texts: { [kind]: text } };
  const note = NOTES[kind] ?? '';
  switch (kind) {
    case 'replacement_received':
    case 'replacement_approved':
    case 'replacement_rejected':
    case 'replacement_shipped': {
      const { orderNumber, name, email, courier, trackingNumber } = ORDER;
      const request = { order_number: orderNumber, name, email, courier, courier_tracking: trackingNumber };
      return replacementMail(kind, { ...request, reason: 'damaged', items: [ITEM], note }, shop);
    }
    case 'order_code':
      return codeMail({ order_number: ORDER.orderNumber, email: ORDER.email }, '123456', shop);
    default:
      return orderMail(kind, { ...ORDER, note, invoice: kind === 'payment_verified' }, shop);
  }
}
