import { expect, test } from 'vitest';
import { readAlertContact } from './back-in-stock.ts';

test.each([
  [' Asha@Example.com ', { email: 'asha@example.com', phone: '' }],
  ['98765 43210', { email: '', phone: '919876543210' }],
  ['+91 98765-43210', { email: '', phone: '919876543210' }],
  ['+44 7700 900123', { email: '', phone: '447700900123' }],
  ['asha@', null],
  ['12345', null],
  ['', null],
])('the contact %j is read as %j', (text, contact) => expect(readAlertContact(text)).toEqual(contact));
