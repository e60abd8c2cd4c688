import { describe, expect, test } from 'vitest';
import { LANGUAGE_CODES, type Language } from '../language.ts';
import {
  CHAT_STATE_IDS,
  CHAT_STATES,
  chatPlaceholders,
  chatTemplate,
  chatText,
  MAX_CHAT_ENCODED,
} from '../settings/chat-texts.ts';
import { placeholderFault, placeholdersOf } from '../text/template.ts';
import { chatState, chatValues } from './chat.ts';
import type { AdminOrder } from './orders.ts';
import type { ReplacementStatus } from './replacements.ts';

const SHOP = { name: 'Kishmish', url: 'https://shop.example' };
const LINK = 'https://shop.example/track-order?orderNumber=ORD1795113600037';

type Given = Partial<Omit<AdminOrder, 'payment' | 'replacements'>> & {
  payment?: Partial<AdminOrder['payment']>;
  replacements?: ReplacementStatus[];
};

function orderOf({ payment, replacements = [], ...given }: Given = {}): AdminOrder {
  return {
    _id: 'ORD1795113600037',
    id: 'ORD1795113600037',
    orderNumber: 'ORD1795113600037',
    items: [],
    shippingAddress: {
      name: 'Ananya Iyer',
      phone: '9876543210',
      email: '',
      address: '12 Main Road',
      city: 'Chennai',
      state: 'Tamil Nadu',
      pincode: '600020',
      country: 'India',
    },
    payment: { method: 'upi', status: 'pending', utrNumber: null, ...payment },
    language: 'en',
    paymentMethod: 'upi',
    status: 'pending',
    orderNote: '',
    giftMessage: null,
    needsAttention: [],
    events: [],
    pricing: { subtotal: 1249, shippingCharges: 0, tax: 0, discount: 0, paymentCode: 0, discounts: [], total: 1249 },
    createdAt: 0,
    updatedAt: 0,
    estimatedDelivery: 0,
    replacements: replacements.map((status, at) => ({
      _id: `r${at}`,
      id: `r${at}`,
      status,
      reason: 'damaged',
      description: '',
      items: [],
      photos: [],
      note: '',
      courier: 'Delhivery',
      courierTracking: 'R9',
      courierLink: { url: 'https://r.example/R9', hasNumber: true },
      createdAt: at,
      updatedAt: at,
      decidedAt: null,
      shippedAt: null,
      closedAt: null,
      version: 1,
    })),
    ...given,
  };
}

const UTR = { utrNumber: '632400000001' };
const PAID = { ...UTR, status: 'completed' as const };

describe('the state of a message', () => {
  test.each<[string, Given, string | null]>([
    ['a draft that is being paid', { status: 'draft', reservedUntil: 1_001 }, null],
    ['a draft that was left', { status: 'draft', reservedUntil: 1_000 }, 'payment_abandoned'],
    ['without a UTR', {}, 'payment_due'],
    ['with a UTR', { payment: UTR }, 'utr_check'],
    ['whose payment was not found', { payment: { ...UTR, status: 'failed' } }, 'payment_failed'],
    ['whose payment was reversed', { payment: { ...UTR, status: 'failed', reversed: true } }, 'payment_reversed'],
    ['confirmed and reversed', { status: 'confirmed', payment: { ...PAID, reversed: true } }, 'payment_reversed'],
    ['shipped and reversed', { status: 'shipped', payment: { ...PAID, reversed: true } }, 'payment_reversed_sent'],
    [
      'that is out and reversed',
      { status: 'out_for_delivery', payment: { ...PAID, reversed: true } },
      'payment_reversed_sent',
    ],
    [
      'delivered and reversed, with a request',
      { status: 'delivered', payment: { ...PAID, reversed: true }, replacements: ['requested'] },
      'payment_reversed_sent',
    ],
    ['returned and reversed', { status: 'returned', payment: { ...PAID, reversed: true } }, 'returned'],
    ['cancelled and reversed', { status: 'cancelled', payment: { ...PAID, reversed: true } }, 'cancelled_reversed'],
    [
      'reversed and cancelled',
      { status: 'cancelled', payment: { ...UTR, status: 'failed', reversed: true } },
      'cancelled_reversed',
    ],
    ['confirmed without a payment', { status: 'confirmed', payment: UTR }, 'utr_check'],
    ['pending and verified', { payment: PAID }, 'packing'],
    ['confirmed', { status: 'confirmed', payment: PAID }, 'packing'],
    ['processing', { status: 'processing', payment: PAID }, 'packing'],
    ['shipped', { status: 'shipped', payment: PAID }, 'shipped'],
    ['shipped without a payment', { status: 'shipped' }, 'shipped'],
    ['out for delivery', { status: 'out_for_delivery', payment: PAID }, 'out_for_delivery'],
    ['delivered', { status: 'delivered', payment: PAID }, 'delivered'],
    ['with a request', { status: 'delivered', payment: PAID, replacements: ['requested'] }, 'replacement_requested'],
    [
      'with the last of two requests',
      { status: 'delivered', payment: PAID, replacements: ['closed', 'approved'] },
      'replacement_approved',
    ],
    ['with a new parcel', { status: 'delivered', payment: PAID, replacements: ['shipped'] }, 'replacement_shipped'],
    ['with a closed request', { status: 'delivered', payment: PAID, replacements: ['rejected'] }, 'delivered'],
    ['cancelled', { status: 'cancelled' }, 'cancelled'],
    ['cancelled while the UTR was checked', { status: 'cancelled', payment: UTR }, 'cancelled'],
    ['cancelled after it was paid', { status: 'cancelled', payment: PAID }, 'refund_due'],
    ['returned', { status: 'returned', payment: PAID }, 'refund_due'],
    ['returned without a payment', { status: 'returned' }, 'returned'],
    ['refunded', { status: 'cancelled', payment: { ...PAID, refunded: 1249 } }, 'refunded'],
    [
      'refunded in part and cancelled',
      { status: 'cancelled', payment: { ...PAID, refunded: 100, refundDue: 1149 } },
      'refund_due',
    ],
    [
      'returned, whose rest the shop keeps',
      { status: 'returned', payment: { ...PAID, refunded: 1149, kept: 100 } },
      'refunded',
    ],
    ['cancelled, of which the shop keeps all', { status: 'cancelled', payment: { ...PAID, kept: 1249 } }, null],
    ['returned, of which the shop keeps all', { status: 'returned', payment: { ...PAID, kept: 1249 } }, 'returned'],
    [
      'returned, of which the shop keeps a part',
      { status: 'returned', payment: { ...PAID, kept: 100, refundDue: 1149 } },
      'refund_due',
    ],
    ['refunded in part and delivered', { status: 'delivered', payment: { ...PAID, refunded: 100 } }, 'delivered'],
    ['refunded in part and packed', { status: 'processing', payment: { ...PAID, refunded: 100 } }, 'packing'],
  ])('of an order %s is %#', (_, given, state) => expect(chatState(orderOf(given), 1_000)).toBe(state));
});

describe('the text of a message', () => {
  const text = (given: Given, language: Language = 'en', texts = {}) => {
    const order = orderOf(given);
    return chatText(chatTemplate(texts, chatState(order, 1_000) ?? 'returned', language), chatValues(order, SHOP));
  };

  test('names shopper, order, amount and page, in English and in Hindi', () => {
    expect(text({})).toBe(
      `Hello Ananya Iyer!\nThank you for your order ORD1795113600037 at Kishmish. We have not received the UTR for your payment of ₹1,249 yet.\nIf you have paid, please send us the UTR number from your UPI app, here or on this page: ${LINK}`,
    );
    expect(text({ payment: UTR }, 'hi')).toBe(
      `नमस्ते Ananya Iyer जी!\nआपके ऑर्डर ORD1795113600037 (₹1,249) का UTR नंबर हमें मिल गया है। हम बैंक से इसकी जाँच कर रहे हैं। जाँच पूरी होते ही आपका ऑर्डर पैक कर देंगे।\nआपका ऑर्डर: ${LINK}`,
    );
  });

  test('tells that the bank has reversed a payment, instead of asking for its UTR', () => {
    const reversed = { payment: { ...UTR, status: 'failed' as const, reversed: true } };
    expect(text(reversed)).toContain('The bank has reversed your payment of ₹1,249 for order ORD1795113600037');
    expect(text(reversed, 'hi')).toContain('बैंक ने ऑर्डर ORD1795113600037 का आपका ₹1,249 का पेमेंट लौटा दिया है');
    const sent = { status: 'shipped' as const, payment: { ...PAID, reversed: true } };
    expect(text(sent)).toContain('for order ORD1795113600037, which we have already sent to you');
    expect(text(sent)).not.toContain('We are keeping your order');
    expect(text(sent, 'hi')).toContain('यह ऑर्डर हम आपको भेज चुके हैं');
    expect(text(sent, 'hi')).not.toContain('सँभालकर');
    // The money is not to be sent back once more.
    expect(text({ ...sent, status: 'cancelled' })).not.toContain('business days');
    expect(text({ ...sent, status: 'cancelled' }, 'hi')).not.toContain('कामकाजी');
  });

  test('leads to the courier’s page of the parcel, or to the shop’s; what is not known has no line', () => {
    const sent = { status: 'shipped' as const, payment: PAID };
    const parcel = {
      courier: 'Blue Dart',
      courierTracking: '7X9',
      courierLink: { url: 'https://b.example/7X9', hasNumber: true },
    };
    expect(text({ ...sent, ...parcel })).toContain(
      'Courier: Blue Dart\nTracking number: 7X9\nSee where it is: https://b.example/7X9',
    );
    expect(text(sent)).toBe(
      `Hello Ananya Iyer!\nYour order ORD1795113600037 from Kishmish is on its way.\nSee where it is: ${LINK}`,
    );
    expect(text({ status: 'delivered', payment: PAID, replacements: ['shipped'] })).toContain(
      'Tracking number: R9\nSee where it is: https://r.example/R9',
    );
  });

  test('names what was paid or sent back', () => {
    expect(text({ status: 'cancelled', payment: { ...PAID, paidAmount: 1200 } })).toContain('refund of ₹1,200');
    expect(text({ status: 'returned', payment: { ...PAID, refunded: 500 } })).toContain('refund of ₹500');
    const part = { ...PAID, refunded: 500, refundDue: 749 };
    expect(text({ status: 'returned', payment: part })).toContain('We will send your refund of ₹749');
    expect(text({ status: 'cancelled', cancelReason: 'Out of\nstock' })).toContain('\nReason: Out of stock\n');
  });

  test('is the owner’s where there is one, for that state and language alone', () => {
    const texts = { payment_due: { hi: '{name} जी, {order}' } };
    expect(text({}, 'hi', texts)).toBe('Ananya Iyer जी, ORD1795113600037');
    expect(text({}, 'en', texts)).toMatch(/^Hello/);
  });

  test('carries no formatting, braces, line breaks or link of a shopper’s name', () => {
    const shippingAddress = { ...orderOf().shippingAddress, name: '*Bold*\n{order} _x_ ~y~ `z` evil.example/7' };
    expect(text({ shippingAddress }, 'en', { payment_due: { en: '{name}' } })).toBe('Bold order x y z evil example');
  });

  test.each([
    ['See https://evil.example/pay', 'See https: evil example pay'],
    ['http://203.0.113.9/a', 'http: 203.0.113.9 a'],
    ['Paid Rs.500 twice. Sorry', 'Paid Rs.500 twice. Sorry'],
  ])('carries no link in the reason %j', (cancelReason, shown) => {
    expect(text({ cancelReason }, 'en', { payment_due: { en: '{reason}' } })).toBe(shown);
  });

  test('never makes a link that is too long, nor cuts a letter in two', () => {
    const long = chatText('{name}', { name: '🥜ज'.repeat(2_000) });
    expect(encodeURIComponent(long).length).toBeLessThanOrEqual(MAX_CHAT_ENCODED);
    expect(encodeURIComponent(long).length).toBeGreaterThan(MAX_CHAT_ENCODED - 30);
    expect(long).toMatch(/…$/);
  });
});

describe.each(CHAT_STATE_IDS)('the texts of %s', (state) => {
  test.each(LANGUAGE_CODES)('in %s know their placeholders and name the order', (language) => {
    const template = CHAT_STATES[state].texts[language];
    expect(placeholderFault(template, chatPlaceholders(state))).toBeNull();
    expect(template).toContain('{order}');
    expect(/[\u0900-\u097f]/.test(template)).toBe(language !== 'en');
    expect(chatText(template, chatValues(orderOf(), SHOP))).not.toMatch(/[{}]|undefined/);
  });

  test('have the same placeholders in each language', () => {
    const { en, hi, mr } = CHAT_STATES[state].texts;
    for (const text of [hi, mr]) expect(placeholdersOf(text).sort()).toEqual(placeholdersOf(en).sort());
  });
});

test('a message and its link speak the language of the order', () => {
  const order = orderOf({ language: 'mr', status: 'draft' });
  const text = chatText(chatTemplate({}, 'payment_abandoned', 'mr'), chatValues(order, SHOP));
  expect(text).toContain('नमस्कार Ananya Iyer!');
  expect(text).toContain('https://shop.example/mr/cart');
  expect(chatValues(orderOf({ language: 'hi' }), SHOP).link).toContain('/hi/track-order?orderNumber=');
});
