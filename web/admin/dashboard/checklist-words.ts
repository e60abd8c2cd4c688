import type { ChecklistStep } from '#shop/settings/checklist.ts';
import type { ChecklistStepId } from '#shop/settings/checklist-steps.ts';

interface StepWords {
  title: string;
  /** While the step is open. */
  text: string;
  action: string;
  /** Where the step is taken; without it, the step is taken here. */
  to?: string;
  /** The button of a step that only the owner can tick. */
  tick?: string;
  /** While whoever runs the server has to do something first. */
  ask?: { text: string; about: 'mail' | 'backup' };
}

const settings = (field: string) => `/admin?section=shop-settings&field=${field}`;

export const STEP_WORDS: Record<ChecklistStepId, StepWords> = {
  brand: {
    title: 'Name of your shop',
    text: 'It stands on every page, email and invoice.',
    action: 'Set name',
    to: settings('brandName'),
  },
  logo: {
    title: 'Your logo',
    text: 'Until you add yours, the pages show a drawing.',
    action: 'Add logo',
    to: '/admin?section=page-content&part=navbar',
  },
  address: {
    title: 'Address and customer care',
    text: 'Shoppers see them, and invoices need them: street, city, PIN code and phone.',
    action: 'Add address',
    to: settings('address'),
  },
  account: {
    title: 'Name your own bank account',
    text: 'Bank and last digits. Without it, only a statement confirms orders by itself.',
    action: 'Name it',
    to: '/admin?section=payment-settings&setup=rules&field=accounts',
  },
  upi: {
    title: 'UPI ID',
    text: 'Shoppers pay straight to your own UPI ID. No gateway, no fee.',
    action: 'Add UPI ID',
    to: '/admin?section=payment-settings&field=upiId',
  },
  testPayment: {
    title: 'Pay yourself ₹1',
    text: 'Scan the code and pay ₹1. Tick this when it is in your bank account; it ticks itself when the bank’s message reaches the shop.',
    action: 'Show QR code',
    tick: 'It has arrived',
  },
  product: {
    title: 'First product',
    text: 'One of your own: one by one, or all as a CSV file.',
    action: 'Add a product',
    to: '/admin?section=products&edit=new',
  },
  fssai: {
    title: 'FSSAI licence',
    text: 'Every food business needs one. It has 14 digits.',
    action: 'Add licence',
    to: settings('fssaiLicence'),
  },
  gstin: {
    title: 'GSTIN',
    text: 'It goes on every invoice.',
    action: 'Add GSTIN',
    to: settings('gstin'),
    tick: 'Not registered',
  },
  mail: {
    title: 'Email',
    text: 'Send yourself a test: when it arrives, shoppers get their order emails, too.',
    action: 'Send a test',
    to: '/admin?section=shop-settings#mail-way',
    ask: { text: 'Shoppers get an email for each order. For that, the shop needs a mailbox.', about: 'mail' },
  },
  alerts: {
    title: 'Hear of new orders',
    text: 'By email, or by a notification on your phone.',
    action: 'Switch on',
    to: '/admin?section=account#alerts',
  },
  whatsapp: {
    title: 'WhatsApp number',
    text: 'Shoppers can ask you, and get help with their order.',
    action: 'Add number',
    to: settings('whatsapp'),
  },
  policies: {
    title: 'Read your policies',
    text: 'Returns, shipping, privacy and terms are written. Change what is different in your shop.',
    action: 'Read policies',
    to: '/admin?section=page-content&part=return-refund-policy',
    tick: 'I have read them',
  },
  backup: {
    title: 'Backup',
    text: 'A copy of everything is made each day; the first one is still to come.',
    action: 'See how it stands',
    to: '/admin?section=shop-settings#health',
    ask: { text: 'A copy of all your orders, in case the server breaks. None is made so far.', about: 'backup' },
  },
};

export const isOpen = ({ done, putOff }: ChecklistStep) => !done && !putOff;

/** Where a step is taken. The page offers the next step once this one is done (`useNextStep`). */
export function stepAddress(id: ChecklistStepId): string {
  const [page = '/admin?section=overview', place] = STEP_WORDS[id].to?.split('#') ?? [];
  return `${page}&step=${id}${place ? `#${place}` : ''}`;
}
