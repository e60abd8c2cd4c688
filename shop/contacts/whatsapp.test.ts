import { expect, test } from 'vitest';
import { whatsAppLink, whatsAppNumber, whatsAppShare } from './whatsapp.ts';

test.each([
  ['+91 98765 43210', '919876543210'],
  ['98765 43210', '919876543210'],
  ['098765-43210', '919876543210'],
  ['९८७६५ ४३२१०', '919876543210'],
  ['+44 7700 900123', '447700900123'],
  ['0044 7700 900123', '447700900123'],
  ['', null],
  ['022 2754 0000', null],
  ['+91 22 2754 0000', null],
  ['12345', null],
  ['call us', null],
])('the number %j is %j for WhatsApp', (text, number) => expect(whatsAppNumber(text)).toBe(number));

test('a chat has its text filled in; without a number there is no link', () => {
  expect(whatsAppLink('98765 43210', 'Order ORD1 & more')).toBe(
    'https://wa.me/919876543210?text=Order%20ORD1%20%26%20more',
  );
  expect(whatsAppLink('', 'Hello')).toBeNull();
  expect(whatsAppShare('Dates https://shop.example/product/dates')).toBe(
    'https://wa.me/?text=Dates%20https%3A%2F%2Fshop.example%2Fproduct%2Fdates',
  );
});
