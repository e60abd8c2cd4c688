import { expect, test } from 'vitest';
import { wantedBy } from './wanted.ts';

const [MOBILE, UTR, ORDER] = ['9876501299', '633200700703', 'ORD1795860726109'];

test.for([
  MOBILE,
  '+91 98765 01299',
  '+91-98765-01299',
  '919876501299',
  '09876501299',
  '98765 01299',
  '(+91) 98765 01299',
  '\u202a+91 98765 01299\u202c',
  '\u2066+91\u00a098765\u00a001299\u2069',
  '९८७६५ ०१२९९',
  'Mobile: +91 98765 01299',
  'WhatsApp no. 98765 01299',
])('%j is a mobile number', (typed) => {
  expect(wantedBy(typed)).toMatchObject({ text: MOBILE, phone: MOBILE, orderNumber: null });
});

test.for([
  UTR,
  'UTR 633200700703',
  'UTR: 6332 0070 0703',
  'UPI Ref No. 633200700703',
  '0633200700703',
  '#633200700703',
])('%j is a UTR', (typed) => {
  expect(wantedBy(typed)).toMatchObject({ phone: null, utr: UTR, orderNumber: null });
});

test.for([ORDER, `#${ORDER}`, ORDER.toLowerCase(), `Order no. ${ORDER}`, 'ORD 1795860726109', `\u200e${ORDER} `])(
  '%j is an order number',
  (typed) => {
    expect(wantedBy(typed)).toEqual({ text: ORDER, orderNumber: ORDER, phone: null, utr: null });
  },
);

test('twelve digits from 91 on may be a mobile number or a UTR, ten digits too', () => {
  expect(wantedBy('919876501299')).toMatchObject({ phone: MOBILE, utr: '919876501299' });
  expect(wantedBy(MOBILE)).toMatchObject({ phone: MOBILE, utr: '009876501299' });
});

test.for([
  ['+44 7700 900123', '7700900123'],
  ['+61 412 345 678', '0412345678'],
  ['+1 (415) 555-0123', '4155550123'],
])('%j is the mobile number of another country', ([typed, phone]) => {
  expect(wantedBy(typed!)).toMatchObject({ text: phone, phone, utr: null });
});

test.for([
  // Parts of numbers are looked for inside of words.
  ['98765 01', '9876501'],
  ['+91 98765', '98765'],
  ['UTR 6332', '6332'],
  ['ORD1795', 'ORD1795'],
  ['#1795860', '1795860'],
  ['022 2756 1234', '2227561234'],
  // Words stay as they are, also with what joins letters in Devanagari.
  ['  Asha Iyer ', 'Asha Iyer'],
  ['\u2068Asha\u2069', 'Asha'],
  ['क्\u200dष', 'क्\u200dष'],
  ['Noor Order', 'Noor Order'],
  ['5/231', '5/231'],
  ['asha 98765', 'asha 98765'],
  ['asha+1@example.com', 'asha+1@example.com'],
  ['', ''],
  ['#', '#'],
])('%j looks for the text %j', ([typed, text]) => {
  expect(wantedBy(typed!)).toEqual({ text, orderNumber: null, phone: null, utr: null });
});

test('a long text of labels is read at once', () => {
  const start = performance.now();
  wantedBy('no ref reference '.repeat(2_000));
  expect(performance.now() - start).toBeLessThan(200);
});
