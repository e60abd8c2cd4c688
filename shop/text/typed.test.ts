import { describe, expect, test } from 'vitest';
import { ForgotInput, LoginInput, VerifyOtpInput } from '../accounts/accounts.ts';
import { checkTeamMember, TeamInput } from '../accounts/staff.ts';
import { readCode } from '../accounts/two-step.ts';
import { ReviewInput } from '../catalogue/review-input.ts';
import { AlertCode, AlertInput } from '../contacts/back-in-stock.ts';
import { ContactInput } from '../contacts/contact-input.ts';
import { checkContact } from '../contacts/contacts.ts';
import { NewsletterInput } from '../contacts/newsletter.ts';
import { whatsAppNumber } from '../contacts/whatsapp.ts';
import { cleanCode as couponCode } from '../money/coupons.ts';
import { canonicalUtr, checkUpiId } from '../money/upi.ts';
import { checkAddress, EMPTY_ADDRESS, toShippingAddress } from '../orders/address.ts';
import { cleanCode as orderCode } from '../orders/order-code.ts';
import { OrderStatusInput, ShippingAddressInput } from '../orders/orders.ts';
import { checkMobile, cleanMobile } from '../orders/tracking.ts';
import { PaymentSettingsInput, ShopSettings } from '../settings/settings.ts';

/**
 * Invisible characters are pasted along with emails, codes, names and numbers. Wherever one is typed
 * they are taken out, in the form and on the server.
 */

/** A text as a contact card or a chat hands it over: isolated, and with marks between all letters. */
const pasted = (text: string) => `\ufeff\u2068${[...text].join('\u200b\u00ad')}\u2069\u200e `;

const EMAIL = 'ananya.iyer@example.com';
const ADDRESS = {
  name: 'Ananya Iyer',
  phone: '9876543210',
  email: EMAIL,
  address: '4 Beach Road',
  city: 'Chennai',
  state: 'Tamil Nadu',
  pincode: '600020',
  country: 'India',
};

const each = (record: Record<string, string>) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, pasted(value)]));

describe('typed with invisible characters', () => {
  test.each<[what: string, read: () => unknown, clean: unknown]>([
    ['sign-in', () => LoginInput.parse({ email: pasted(EMAIL), password: 'x' }).email, EMAIL],
    ['forgotten password', () => ForgotInput.parse({ email: pasted(EMAIL) }).email, EMAIL],
    ['OTP', () => VerifyOtpInput.parse({ email: EMAIL, otp: pasted('123456') }).otp, '123456'],
    ['second step', () => readCode(pasted('123456'))?.code, '123456'],
    ['team', () => TeamInput.parse({ name: pasted('Anu'), email: pasted(EMAIL), role: 'admin' }).email, EMAIL],
    ['newsletter', () => NewsletterInput.parse({ email: pasted(EMAIL) }).email, EMAIL],
    ['notify me', () => AlertInput.parse({ productId: 'p', contact: pasted(EMAIL) }).contact.email, EMAIL],
    [
      'notify me, number',
      () => AlertInput.parse({ productId: 'p', contact: pasted('9876543210') }).contact.phone,
      '919876543210',
    ],
    ['notify me, code', () => AlertCode.parse({ productId: 'p', email: EMAIL, code: pasted('123456') }).code, '123456'],
    ['coupon', () => couponCode(pasted('diwali10')), 'DIWALI10'],
    ['code of an order', () => orderCode(pasted('123456')), '123456'],
    ['mobile to track', () => cleanMobile(pasted('9876543210')), '9876543210'],
    ['WhatsApp', () => whatsAppNumber(pasted('+447700900123')), '447700900123'],
    ['UTR', () => canonicalUtr(pasted('633212345678')), '633212345678'],
    [
      'UPI ID',
      () => PaymentSettingsInput.parse({ upiId: pasted('anu@ybl'), accountHolderName: pasted('Anu') }).upiId,
      'anu@ybl',
    ],
    ['GSTIN of the shop', () => ShopSettings.parse({ gstin: pasted('27aapfu0939f1zv') }).gstin, '27AAPFU0939F1ZV'],
    ['FSSAI', () => ShopSettings.parse({ fssaiLicence: pasted('12345678901234') }).fssaiLicence, '12345678901234'],
    ['email of the shop', () => ShopSettings.parse({ email: pasted(EMAIL) }).email, EMAIL],
    [
      'tracking number',
      () => OrderStatusInput.parse({ status: 'shipped', courierTracking: pasted('AB12') }).courierTracking,
      'AB12',
    ],
    [
      'review',
      () => {
        const texts = {
          customerName: pasted('Anu'),
          customerEmail: pasted(EMAIL),
          title: pasted('Good'),
          comment: pasted('Fresh'),
        };
        const { customerName, customerEmail, title, comment } = ReviewInput.parse({
          productId: 'p',
          rating: 5,
          ...texts,
        });
        return [customerName, customerEmail, title, comment];
      },
      ['Anu', EMAIL, 'Good', 'Fresh'],
    ],
    [
      'contact',
      () => {
        const form = { name: 'Anu', email: EMAIL, phone: '9876543210', subject: 'Almonds', message: 'Are they new?' };
        const { complaint: _, enquiry: __, ...message } = ContactInput.parse(each(form));
        return message;
      },
      { name: 'Anu', email: EMAIL, phone: '9876543210', subject: 'Almonds', message: 'Are they new?' },
    ],
    ['address of an order', () => ShippingAddressInput.parse(each(ADDRESS)), { ...ADDRESS, addressType: 'home' }],
    [
      'address form',
      () => {
        const { name, ...rest } = ADDRESS;
        const [firstName = '', lastName = ''] = name.split(' ');
        const form = { ...EMPTY_ADDRESS, ...each({ ...rest, firstName, lastName }), country: 'India' };
        return [checkAddress(form), toShippingAddress(form)];
      },
      [{}, { ...ADDRESS, addressType: 'home', gstin: '' }],
    ],
  ])('%s', (_, read, clean) => {
    expect(read()).toEqual(clean);
  });

  test('nothing but invisible characters is empty', () => {
    const nothing = '\u200b\u2068\u2069';
    expect(checkAddress({ ...EMPTY_ADDRESS, city: nothing }).city).toBe('City is required');
    expect(checkContact({ name: nothing, email: '', phone: '', subject: '', message: '' }).name).toMatch(/name/i);
    expect(checkMobile(nothing)).toBe(checkMobile(''));
    expect(checkTeamMember({ name: nothing, email: EMAIL }).name).toBeDefined();
    expect(checkUpiId(nothing)).not.toBeNull();
  });
});
