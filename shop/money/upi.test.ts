import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  appLink,
  canonicalUtr,
  checkSampleUpiId,
  checkUpiId,
  checkUtr,
  cleanUtr,
  DEMO_UPI_ID,
  isUpiApp,
  isUtrReady,
  looksLikeRrn,
  platformOf,
  refundLink,
  shownUtr,
  suggestUpiIds,
  typedUtr,
  UPI_APPS,
  UPI_HANDLES,
  upiApp,
  upiLink,
  utrHelp,
  utrsFromPaste,
} from './upi.ts';

const link = upiLink({
  pa: 'kishmish@upi',
  pn: 'Kishmish Foods (Demo)',
  am: 96800,
  orderNumber: 'ORD1795113300074',
  returnUrl: 'https://shop.example/payment-success?orderId=ORD1795113300074',
});

describe('upiLink', () => {
  test('returns the string documented in docs/upi.md', () => {
    expect(link).toBe(
      'upi://pay?pa=kishmish@upi&pn=Kishmish%20Foods%20(Demo)&am=968.00&cu=INR&tn=Payment%20for%20ORD1795113300074' +
        '&tr=ORD1795113300074&url=https%3A%2F%2Fshop.example%2Fpayment-success%3ForderId%3DORD1795113300074',
    );
  });

  test.each([
    [1, '0.01'],
    [5, '0.05'],
    [100, '1.00'],
    [29950, '299.50'],
    [129900000, '1299000.00'],
    [0, '0.00'],
  ])('%i paise are am=%s', (am, text) => {
    expect(upiLink({ pa: 'a@b', pn: 'x', am, orderNumber: 'ORD1', returnUrl: '' })).toContain(`&am=${text}&`);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, -1, 0.5])('rejects %d', (am) => {
    expect(() => upiLink({ pa: 'a@b', pn: 'x', am, orderNumber: 'ORD1', returnUrl: '' })).toThrow(RangeError);
  });

  test('input cannot add a parameter', () => {
    const sly = upiLink({
      pa: 'a@b&am=1',
      pn: "A&B + C=D #'\ud800",
      am: 500,
      orderNumber: 'ORD1&am=1',
      returnUrl: 'x&y',
    });
    const query = new URLSearchParams(sly.slice(sly.indexOf('?') + 1));
    expect(sly).not.toMatch(/[+'# ]/);
    expect([...query.keys()]).toEqual(['pa', 'pn', 'am', 'cu', 'tn', 'tr', 'url']);
    expect(query.get('am')).toBe('5.00');
    expect(query.get('pn')).toBe("A&B + C=D #'\ufffd");
  });
});

describe('UPI_APPS', () => {
  test('has every id of R2.7 exactly once', () => {
    const ids = UPI_APPS.map((entry) => entry.id);
    expect(ids).toEqual([
      'phonepe',
      'googlepay',
      'paytm',
      'other',
      'amazonpay',
      'navi',
      'bharatpe',
      'mobikwik',
      'freecharge',
      'airtel',
      'jio',
      'icici',
      'hdfc',
      'bhim',
      'whatsapp',
      'yono',
      'popupi',
    ]);
    expect(UPI_APPS.filter((entry) => entry.main)).toHaveLength(4);
    expect(UPI_APPS.filter((entry) => entry.group === 'more')).toHaveLength(9);
  });

  test('an unknown id maps to the generic app', () => {
    expect(upiApp('constructor').id).toBe('other');
  });

  test('only its own ids are apps', () => {
    expect(UPI_APPS.every(({ id }) => isUpiApp(id))).toBe(true);
    for (const id of ['constructor', '', null, undefined, 7]) expect(isUpiApp(id)).toBe(false);
  });
});

describe('appLink', () => {
  const query = link.slice('upi://pay?'.length);

  test('returns null on desktop', () => {
    for (const { id } of UPI_APPS) expect(appLink(id, link, 'desktop')).toBeNull();
  });

  test.each([
    ['phonepe', 'com.phonepe.app', 'phonepe://pay'],
    ['googlepay', 'com.google.android.apps.nbu.paisa.user', 'gpay://upi/pay'],
    ['paytm', 'net.one97.paytm', 'paytmmp://pay'],
    ['bhim', 'in.org.npci.upiapp', 'bhim://upi/pay'],
    ['amazonpay', 'in.amazon.mShop.android.shopping', 'amazonpay://upi/pay'],
    ['navi', 'com.navi.navidotcom', 'navipay://upi/pay'],
    ['mobikwik', 'com.mobikwik_new', 'mobikwik://upi/pay'],
    ['freecharge', 'com.freecharge.android', 'freecharge://upi/pay'],
    ['whatsapp', 'com.whatsapp', 'whatsapp://upi/pay'],
  ])('%s', (id, androidPackage, scheme) => {
    expect(appLink(id, link, 'android')).toBe(
      `intent://pay?${query}#Intent;scheme=upi;package=${androidPackage};` +
        'S.browser_fallback_url=https%3A%2F%2Fshop.example%2Fpayment;end',
    );
    expect(appLink(id, link, 'ios')).toBe(`${scheme}?${query}`);
  });

  test.each(['other', 'bharatpe', 'airtel', 'jio', 'icici', 'hdfc', 'yono', 'popupi', 'nothing'])(
    '%s uses the chooser',
    (id) => {
      expect(appLink(id, link, 'android')).toBe(link);
      expect(appLink(id, link, 'ios')).toBe(link);
    },
  );

  test('the fallback is optional', () => {
    expect(appLink('paytm', link, 'android', 'https://x.example/a b')).toContain(
      'url=https%3A%2F%2Fx.example%2Fa%20b;end',
    );
    expect(appLink('paytm', link, 'android', null)).not.toContain('fallback');
    expect(appLink('paytm', 'upi://pay?pa=a@b', 'android')).not.toContain('fallback');
  });
});

test.each([
  ['Mozilla/5.0 (Linux; Android 15; Pixel 9)', 5, 'android'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)', 5, 'ios'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5, 'ios'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 0, 'desktop'],
  ['Mozilla/5.0 (Windows NT 10.0)', 10, 'desktop'],
  ['', 0, 'desktop'],
] as const)('platformOf(%s, %i)', (agent, points, platform) => {
  expect(platformOf(agent, points)).toBe(platform);
});

describe('UTR', () => {
  test.each([
    ['', 'Please enter UTR/Reference number'],
    ['   ', 'Please enter UTR/Reference number'],
    ['---', 'Please enter UTR/Reference number'],
    ['123456789', 'UTR/Reference number must be at least 10 digits long'],
    ['CICAgABCDEFGH12', 'UTR/Reference number must be at least 10 digits long'],
    ['1234567890', null],
    [' 6324 0018 2734 ', null],
    ['६३२४००१८२७३४', null],
    ['SBINR12345678901', null],
    ['1'.repeat(20), null],
    ['1'.repeat(21), 'UTR/Reference number must be at most 20 characters long'],
  ])('%j', (text, message) => {
    expect(checkUtr(text)).toBe(message);
    expect(isUtrReady(text)).toBe(message === null);
  });

  test('is normalised for storage and comparison', () => {
    expect(cleanUtr(' utr: 6324-0018/2734 ')).toBe('632400182734');
    // All forms of one reference are equal; letters that a bank adds are part of the reference.
    expect(cleanUtr('UPI Ref No. 632400182734')).toBe('632400182734');
    expect(cleanUtr('UPI transaction ID: 632400182734')).toBe('632400182734');
    expect(cleanUtr('HDFCN52026112012345678')).toBe('HDFCN52026112012345678');
    expect(cleanUtr('UTR6324001827345')).toBe('UTR6324001827345');
    expect(looksLikeRrn('6324 0018 2734')).toBe(true);
    expect(looksLikeRrn('SBINR12345678901')).toBe(false);
  });

  test.each([
    ['0632400182734', '632400182734'],
    ['UTR 0000632400182734', '632400182734'],
    ['32400182734', '032400182734'],
    ['032400182734', '032400182734'],
    ['6324001827', '006324001827'],
    ['1632400182734', '1632400182734'],
    ['HDFCN0012345678901', 'HDFCN0012345678901'],
    // Not valid, and stays so.
    ['63240', '63240'],
    ['0'.repeat(21), '0'.repeat(21)],
  ])('%j is stored as %s', (text, stored) => {
    expect(canonicalUtr(text)).toBe(stored);
    expect(canonicalUtr(stored)).toBe(stored);
  });

  test('people see the UTR as it was typed, until another replaces it', () => {
    expect(typedUtr('1234-567890')).toBe('1234567890');
    expect(typedUtr('001234567890')).toBeNull();
    expect(shownUtr({ utr: '001234567890', utr_typed: '1234567890' })).toBe('1234567890');
    expect(shownUtr({ utr: '632400182734', utr_typed: '1234567890' })).toBe('632400182734');
    expect(shownUtr({ utr: null, utr_typed: '1234567890' })).toBeNull();
    expect(shownUtr({ utr: '632400182734', utr_typed: null })).toBe('632400182734');
  });

  test('every app has help, as a new array each time', () => {
    for (const { id } of UPI_APPS) expect(utrHelp(id).length).toBeGreaterThanOrEqual(3);
    expect(utrHelp('toString')).toEqual(utrHelp('other'));
    utrHelp('phonepe').pop();
    expect(utrHelp('phonepe')).toHaveLength(3);
  });
});

test.each<[string, ...string[]]>([
  ['632400182734', '632400182734'],
  ['  UTR: 632400182734 ', '632400182734'],
  ['UPI Ref No. 6324 0018 2734', '632400182734'],
  ['६३२४००१८२७३४', '632400182734'],
  ['HDFCR52026112012345678', 'HDFCR520261120123456'],
  ['63240', '63240'],
  ['nothing here', 'NOTHINGHERE'],
  // A number before the UTR does not win.
  ['Sent Rs.968 from AC X1234 to 9876543210@ybl on 28-11-26. UPI Ref 633212345678', '633212345678'],
  ['Sent to 987654321012@ybl. 633212345678', '633212345678'],
  ['Call 18002582582 if not you. UPI Ref No 633212345678', '633212345678'],
  ['Transaction ID T2611281022334455667788\nUTR: 633212345678', '633212345678'],
  ['Transaction ID 111122223333 UTR 633212345678', '633212345678'],
  ['UPI transaction ID\n633212345678\nGoogle transaction ID\nCICAgOjx1234567890', '633212345678'],
  ['Order ORD1795113300074 paid, 633212345678', '633212345678'],
  ['Debited Rs 968.00 on 28-11-2026 RRN No: 633212345678 Avl Bal 12345.67', '633212345678'],
  ['+91 98765 43210 paid 633212345678', '633212345678'],
  ['UTR number is HDFCN52026112012', 'HDFCN52026112012'],
  ['UTR\u200e:\u200b 633212345678', '633212345678'],
  ['The UTR of this payment is below. 9876543210 and 633212345678', '633212345678'],
  ['UPI:633212345678:shop@upi', '633212345678'],
  ['UTR 633212345678, UTR 633212345678', '633212345678'],
  // Only the shopper can tell.
  ['633212345678 or 633287654321', '633212345678', '633287654321'],
  ['UTR 633212345678, RRN 633287654321', '633212345678', '633287654321'],
])('pasted %j becomes %s', (text, ...utrs) => {
  expect(utrsFromPaste(text)).toEqual(utrs);
});

describe('UPI ID', () => {
  test.each([
    'kishmish@upi',
    'a.b_c-d9@ok-axis.x',
    ' kishmish@upi ',
    ...UPI_HANDLES.map((handle) => `yourname${handle}`),
  ])('%s', (text) => {
    expect(checkUpiId(text)).toBeNull();
  });
  test.each(['', '@', 'a@', '@b', 'a b@c', 'a@b@c', 'a@b_c', 'a@b\nc', 'ab', 'अ@upi', `${'a'.repeat(300)}@b`])(
    'not %j',
    (text) => {
      expect(checkUpiId(text)).toBe('Please enter a valid UPI ID (e.g., yourname@paytm)');
    },
  );
});

test('patterns run in linear time', () => {
  for (const piece of ['a', '@', '1', ' ', '.']) {
    const text = `${piece.repeat(50_000)}!`;
    // CPU time of this thread: other processes do not count.
    const start = process.threadCpuUsage();
    checkUpiId(text);
    checkUtr(text);
    utrsFromPaste(text);
    expect(process.threadCpuUsage(start).user / 1_000).toBeLessThan(50);
  }
});

describe('a UPI ID of nobody', () => {
  test.each([
    ['yourname@okaxis', null],
    [' YourName@YBL ', null],
    ['example@upi', null],
    ['kishmish@upi', DEMO_UPI_ID],
    ['Kishmish@UPI', DEMO_UPI_ID],
  ])('%s is refused', (id, demo) => {
    expect(checkSampleUpiId(id, demo)).toContain('enter your own UPI ID');
  });

  test.each([
    ['kishmish@upi', null],
    ['kishmish@okaxis', DEMO_UPI_ID],
    ['yourname.shop@upi', DEMO_UPI_ID],
  ])('%s is not', (id, demo) => {
    expect(checkSampleUpiId(id, demo)).toBeNull();
  });

  test('is the one of the demo shop', () => {
    const demo = JSON.parse(readFileSync(new URL('../../demo/settings.json', import.meta.url), 'utf8'));
    expect(JSON.stringify(demo)).toContain(`"upiId":"${DEMO_UPI_ID}"`);
  });

  test('is never made of a chip: a handle waits for a name', () => {
    expect(suggestUpiIds('')).toEqual(UPI_HANDLES.map((handle) => ({ label: `…${handle}`, id: null })));
    expect(suggestUpiIds('@ybl').every(({ id }) => id === null)).toBe(true);
    expect(suggestUpiIds('mewa.house@yb')[2]).toEqual({ label: 'mewa.house@okaxis', id: 'mewa.house@okaxis' });
  });
});

describe('the way to send a refund', () => {
  const refund = { pa: 'ananya@okhdfc', pn: 'Ananya Iyer', am: 24_950, orderNumber: 'ORD1' };

  test('names the shopper, the amount and the order, and nothing of the shop', () => {
    expect(refundLink(refund)).toBe(
      'upi://pay?pa=ananya@okhdfc&pn=Ananya%20Iyer&am=249.50&cu=INR&tn=Refund%20for%20ORD1',
    );
  });

  test('takes nothing over from a name that a stranger has typed', () => {
    const link = refundLink({ ...refund, pn: 'A&am=99999&pa=thief@upi' });
    expect(new URLSearchParams(link.slice(link.indexOf('?') + 1)).getAll('pa')).toEqual(['ananya@okhdfc']);
    expect(() => refundLink({ ...refund, am: 0 })).toThrow(RangeError);
    expect(() => refundLink({ ...refund, am: 0.5 })).toThrow(RangeError);
  });
});
