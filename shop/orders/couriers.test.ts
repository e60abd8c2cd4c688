import { expect, test } from 'vitest';
import { COURIER_NAMES, courierLink, courierName } from './couriers.ts';

test('the table has the couriers of the specification', () => {
  expect(COURIER_NAMES).toEqual([
    'Delhivery',
    'Blue Dart',
    'DTDC',
    'India Post',
    'Ecom Express',
    'XpressBees',
    'Shadowfax',
    'Ekart',
  ]);
});

test.each([
  ['bluedart', 'Blue Dart'],
  ['BLUE-DART', 'Blue Dart'],
  ['Speed Post', 'India Post'],
  ['Xpress Bees', 'XpressBees'],
  ['ekart logistics', 'Ekart'],
  ['Raju with the scooter', 'Raju with the scooter'],
  ['', ''],
])('courierName(%j)', (typed, name) => {
  expect(courierName(typed)).toBe(name);
});

test.each([
  ['Delhivery', '14831960274415', 'https://www.delhivery.com/track/package/14831960274415'],
  [
    'Blue Dart',
    '81234567890',
    'https://www.bluedart.com/web/guest/trackdartresultthirdparty?trackFor=0&trackNo=81234567890',
  ],
  ['Ecom Express', '4712345678', 'https://ecomexpress.in/tracking/?awb_field=4712345678'],
  ['XpressBees', '134567890123', 'https://www.xpressbees.com/shipment/tracking?awbNo=134567890123'],
  ['Ekart', 'FMPP0123456789', 'https://ekartlogistics.com/shipmenttrack/FMPP0123456789'],
  ['delhivery', 'A/../B?c#d', 'https://www.delhivery.com/track/package/A%2F..%2FB%3Fc%23d'],
])('the page of %s shows the parcel %s', (courier, number, url) => {
  expect(courierLink(courier, number)).toEqual({ url, hasNumber: true });
});

test.each(['DTDC', 'India Post', 'Shadowfax'])('the number is entered on the page of %s', (courier) => {
  expect(courierLink(courier, 'AB1')).toEqual({ url: expect.stringMatching(/^https:\/\//), hasNumber: false });
});

test('there is no link without a number or for another courier', () => {
  expect(courierLink('Delhivery', '')).toBeNull();
  expect(courierLink('Raju with the scooter', 'AB1')).toBeNull();
  expect(courierLink('', 'AB1')).toBeNull();
});
