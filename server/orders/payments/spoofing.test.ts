import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { START } from '#tests/app.ts';
import { orderBody } from '#tests/factories.ts';
import { credited, proofShop } from '#tests/proof.ts';

/**
 * Everything that looks like a credit and is none, or whose sender is not who it says. Every policy
 * is `confirm` without limits, and an order waits whose UTR and amount agree: a message that gets
 * through confirms it. The controls show that real ones do.
 */
const FREE = { policy: 'confirm', limitPerOrder: null, limitPerDay: null };
const OWN = 'mx.google.com';
const MAILBOX = 'owner@kishmish.example';
const BANK = 'VM-HDFCBK-S';
const ON = '20-11-26';

type Shop = Awaited<ReturnType<typeof proofShop>>;
let shop: Shop;
let secret = '';
let placed = 0;
beforeAll(async () => {
  shop = await proofShop(
    { statement: FREE, email: FREE, sms: FREE },
    {
      accounts: [
        { bank: 'HDFC', tail: '6298' },
        { bank: 'PhonePe', tail: '' },
      ],
      mailbox: { authservId: OWN, address: MAILBOX },
    },
  );
  secret = (await shop.t.post('/api/payments/inbox', {}, shop.auth)).body.secret;
});
afterAll(() => shop[Symbol.asyncDispose]());

/** An order of ₹299 that waits for its credit. */
async function waiting(): Promise<{ number: string; utr: string }> {
  placed += 1;
  const utr = `6324${String(50_000_000 + placed)}`;
  const address = orderBody().shippingAddress as Record<string, unknown>;
  const { number } = await shop.order(utr, {
    shippingAddress: { ...address, phone: `98765${String(10_000 + placed)}` },
  });
  return { number, utr };
}

const inbox = (body: unknown, at = secret, headers = {}) => shop.t.post(`/api/payments/inbox/${at}`, body, headers);
const posted = (text: string, sender: string) => ({ from: sender, text, receivedStamp: START, sim: 'sim1' });
const paymentOf = async (number: string) => (await shop.staff(number)).payment.status;
/** The credits with this reference, by status. */
async function ledger(utr: string): Promise<string[]> {
  const rows = await shop.t.db
    .selectFrom('credit_refs')
    .innerJoin('credits', 'credits.id', 'credit_refs.credit_id')
    .select('credits.status')
    .where('credit_refs.ref', '=', utr)
    .execute();
  return rows.map(({ status }) => status);
}

/**
 * The order still waits, and nothing of the message is in the ledger; then the bank's own message
 * confirms it.
 */
async function provedNothing({ number, utr }: { number: string; utr: string }) {
  await shop.t.services.proof.sweep();
  expect([await paymentOf(number), await ledger(utr)]).toEqual(['pending', []]);
  await inbox(posted(credited(utr), BANK));
  expect([await paymentOf(number), await ledger(utr)]).toEqual(['completed', ['matched']]);
}

describe('controls: what is real confirms', () => {
  test.each<[string, (utr: string) => [unknown, Record<string, string>?]]>([
    ['an SMS as JSON', (utr) => [posted(credited(utr), BANK)]],
    ['an SMS with a header in lower case', (utr) => [posted(credited(utr), 'jm-hdfcbk')]],
    [
      'an SMS as a form',
      (utr) => [
        new URLSearchParams({ from: BANK, content: credited(utr), timestamp: String(START) }).toString(),
        { 'content-type': 'application/x-www-form-urlencoded' },
      ],
    ],
    ['an SMS as text', (utr) => [`${BANK}\n${credited(utr)}`, { 'content-type': 'text/plain' }]],
    [
      'an SMS in an event',
      (utr) => [
        { event: 'sms:received', id: utr, payload: { sender: BANK, message: credited(utr), receivedAt: START } },
      ],
    ],
    ['an SMS as JSON in a field', (utr) => [{ data: JSON.stringify(posted(credited(utr), BANK)) }]],
    [
      'a notification of a payment app',
      (utr) => [posted(`Payment Received Rs.299 from Ananya Iyer. UTR: ${utr}`, 'com.phonepe.app.business')],
    ],
  ])('%s', async (_title, request) => {
    const { number, utr } = await waiting();
    expect((await inbox(...(([body, headers]) => [body, secret, headers] as const)(request(utr)))).status).toBe(200);
    expect([await paymentOf(number), await ledger(utr)]).toEqual(['completed', ['matched']]);
  });

  test.each<[string, (utr: string) => string]>([
    ['a mail of the bank', (utr) => mail(utr)],
    ['a mail of a subdomain', (utr) => mail(utr, { from: 'HDFC Bank <x@mailer.hdfcbank.net>' })],
    ['a mail with forged results below', (utr) => mail(utr, { results: [PASS, 'evil.example; dkim=fail'] })],
  ])('%s', async (_title, raw) => {
    const { number, utr } = await waiting();
    const { body } = await emailed(raw(utr));
    expect(body.message).toMatchObject({ kind: 'credit', amount: 299, rrn: utr, trusted: true });
    expect([await paymentOf(number), await ledger(utr)]).toEqual(['completed', ['matched']]);
  });
});

describe('who does not know the address', () => {
  test.each([
    ['a wrong secret', () => 'wrong'],
    ['a secret with another last letter', () => `${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}`],
    [
      'its hash',
      async () =>
        (await shop.t.db.selectFrom('payment_inbox').select('secret_hash').executeTakeFirstOrThrow()).secret_hash,
    ],
  ])('%s', async (_title, wrong) => {
    const order = await waiting();
    expect((await inbox(posted(credited(order.utr), BANK), await wrong())).status).toBe(404);
    await provedNothing(order);
  });

  test('an address that was replaced', async () => {
    const ended = secret;
    secret = (await shop.t.post('/api/payments/inbox', {}, shop.auth)).body.secret;
    const order = await waiting();
    expect((await inbox(posted(credited(order.utr), BANK), ended)).status).toBe(404);
    await provedNothing(order);
  });
});

describe('an SMS whose sender is no bank', () => {
  test.each([
    '+919000011111',
    '919000011111',
    '9000011111',
    '56161',
    '',
    ' ',
    'HDFC Bank',
    'HDFCBANK',
    'hdfcbk@evil.example',
    'VM-HDFC8K-S',
    'VM-HDFCBK-P',
    'VM-HDFCBK-X',
    'VM-HDFCBK-S-S',
    'VM-HDFCBK1',
    'XVM-HDFCBK',
    'HDFCBKS',
    'AHDFCBK',
    // Letters that look like others, or become them in capitals.
    'VM-HDFСBK-S',
    'ＨＤＦＣＢＫ',
    'ſBIUPI',
    'ıCICIB',
    'VM-HDFCBK\u200b-S',
    'VM-KBCFDH\u202e-S',
    'VM\u2010HDFCBK\u2010S',
    'com.snapwork.hdfc.evil',
    'com.snapwork',
    'COM.SNAPWORK.HDFC',
    'net.evil.com.snapwork.hdfc',
  ])('%j', async (sender) => {
    const order = await waiting();
    expect((await inbox(posted(credited(order.utr), sender))).status).toBe(200);
    const message = { via: 'sms', sender, text: credited(order.utr) };
    const { body } = await shop.t.post('/api/payments/messages', message, shop.auth);
    expect([body.message.trusted, body.credit, body.match]).toEqual([false, undefined, undefined]);
    await provedNothing(order);
  });

  /** A shopper's own SMS, which the app forwards with the shopper's number. */
  const NUMBER = '+919000011111';
  const asJson = (utr: string) => JSON.stringify({ from: BANK, sender: BANK, text: credited(utr) });
  test.each<[string, (utr: string) => unknown]>([
    ['that names a bank in its first line', (utr) => posted(`${BANK}\n${credited(utr)}`, NUMBER)],
    ['that says `From: ` a bank', (utr) => posted(`From: ${BANK}\n${credited(utr)}`, NUMBER)],
    ['that is JSON', (utr) => posted(asJson(utr), NUMBER)],
    ['that is JSON, before the sender', (utr) => ({ text: asJson(utr), from: NUMBER })],
    ['that is JSON, with another name of the sender', (utr) => ({ sender: NUMBER, message: asJson(utr) })],
    [
      'that is JSON, in an event',
      (utr) => ({ event: 'sms:received', payload: { phoneNumber: NUMBER, message: asJson(utr) } }),
    ],
    [
      'that is JSON, in a form',
      (utr) => new URLSearchParams({ content: asJson(utr), from: NUMBER, timestamp: String(START) }).toString(),
    ],
    ['that is a list', (utr) => posted(`[${asJson(utr)}]`, NUMBER)],
    ['that is a form', (utr) => posted(`from=${BANK}&text=${encodeURIComponent(credited(utr))}`, NUMBER)],
  ])('%s', async (_title, request) => {
    const order = await waiting();
    const body = request(order.utr);
    const headers = typeof body === 'string' ? { 'content-type': 'application/x-www-form-urlencoded' } : {};
    expect((await inbox(body, secret, headers)).status).toBe(200);
    await provedNothing(order);
  });
});

describe('a text in the name of the bank that is no credit', () => {
  test.each<[string, (utr: string) => string]>([
    ['a promise', (utr) => credited(utr).replace('credited to', 'will be credited to')],
    ['a promise with a day', (utr) => credited(utr).replace('credited to', 'to be credited by tomorrow to')],
    ['a payment that is pending', (utr) => `Your payment of Rs.299.00 to A/c XX6298 is pending. UPI Ref ${utr}`],
    ['a request', (utr) => `ananya@okexample has requested Rs.299.00 from you. UPI Ref ${utr}. A/c XX6298`],
    [
      'a collect request',
      (utr) => `Collect request: on approving, Rs.299.00 will be credited to HDFC Bank A/c XX6298 (UPI ${utr})`,
    ],
    ['a request in the past tense', (utr) => `Rs.299.00 requested by ananya@okexample to A/c XX6298 (UPI ${utr})`],
    ['a mandate', (utr) => `UPI-Mandate of Rs.299.00 created towards A/c XX6298. UMN ${utr}`],
    ['a code', (utr) => `123456 is the OTP for Rs.299.00 to be credited to A/c XX6298 (UPI ${utr}). Do not share`],
    ['a code after a credit', (utr) => `${credited(utr)}. Your OTP is 123456`],
    ['a debit', (utr) => `Rs.299.00 debited from HDFC Bank A/c XX6298 on ${ON} to VPA ananya@okexample (UPI ${utr})`],
    ['the other side of a debit', (utr) => `Acct XX6298 debited for Rs 299.00 on ${ON}; ANANYA credited. UPI:${utr}`],
    ['somebody else’s receipt', (utr) => `ANANYA has received Rs 299.00 from your A/c XX6298 on ${ON}. UPI Ref ${utr}`],
    [
      'a credit of the beneficiary',
      (utr) => `Rs 299.00 from A/c XX6298 credited to the beneficiary on ${ON}. RRN ${utr}`,
    ],
    ['a failed credit', (utr) => `FAILED: ${credited(utr)}`],
    ['a credit that was declined', (utr) => `${credited(utr)} was declined`],
    ['a credit that was not made', (utr) => credited(utr).replace('credited to', 'not credited to')],
    ['an own payment that came back', (utr) => `${credited(utr)} for reversal of UPI transaction ${utr}`],
    ['a refund', (utr) => `Refund initiated: Rs.299.00 credited to HDFC Bank A/c XX6298 on ${ON} (UPI ${utr})`],
    ['cashback', (utr) => `Rs.299.00 credited to your wallet as cashback on ${ON}. UPI Ref ${utr}`],
    [
      'a reward',
      (utr) => `Congratulations! You won Rs.299.00, credited to A/c XX6298. Claim: http://x.example UPI ${utr}`,
    ],
    ['an offer', (utr) => `Rs.299.00 can be credited to your A/c XX6298 in 2 minutes. Apply now. UPI Ref ${utr}`],
    ['a PIN to receive', (utr) => `${credited(utr)}. Enter UPI PIN to receive`],
    ['money sent by mistake', (utr) => `${credited(utr)} sent by mistake, please return`],
    [
      'a credit card',
      (utr) => `Payment of Rs.299.00 credited to your HDFC Bank Credit Card XX6298 on ${ON}. Ref ${utr}`,
    ],
    ['a loan', (utr) => `Rs.299.00 received towards your loan A/c XX6298 on ${ON}. UPI Ref ${utr}`],
    ['a balance', (utr) => `Avl bal in HDFC Bank A/c XX6298 on ${ON} is Rs.299.00. Ref ${utr}`],
    ['a shopper who has paid', (utr) => `I have paid Rs.299.00 to your UPI ID, UTR ${utr}. Please confirm my order`],
    ['a shopper in Hindi', (utr) => `Bhaiya Rs.299 bhej diya hai, UTR ${utr}, order confirm kar do`],
    ['a shopper who copies the bank', (utr) => `Hi, my payment is done: ${credited(utr)}`],
    ['an amount in words', (utr) => credited(utr).replace('Rs.299.00', 'Rupees two hundred and ninety nine only')],
    [
      'a promise with hidden characters',
      (utr) => credited(utr).replace('credited to', 'wi\u200bll b\u2060e credited to'),
    ],
  ])('%s', async (_title, text) => {
    const order = await waiting();
    expect((await inbox(posted(text(order.utr), BANK))).status).toBe(200);
    await provedNothing(order);
  });
});

/**
 * The bank's own words about another payment: it is in the ledger and proves nothing for this
 * order.
 */
describe('a real credit that does not agree', () => {
  const OTHER = '632499999999';
  test.each<[string, (utr: string) => string, string[]]>([
    ['of another amount', (utr) => credited(utr, '1.00'), ['open']],
    ['of two amounts', (utr) => `${credited(utr, '1.00')}. Payer note: Rs.299.00 paid`, []],
    ['of an amount that is written backwards', (utr) => credited(utr, '\u202e992.00\u202c'), ['open']],
    ['to another account', (utr) => credited(utr).replace('XX6298', 'XX1111'), []],
    ['long before the order', (utr) => credited(utr, '299.00', START - 5 * 86_400_000), ['open']],
    ['with the UTR in the note', (utr) => `${credited(OTHER)}. Note: UPI Ref ${utr}`, []],
    ['with the UTR in the payer’s address', (utr) => credited(OTHER).replace('ananya@', `${utr}@`), []],
    ['with a longer reference', (utr) => credited(`${utr}1`), []],
    ['with a shorter reference', (utr) => credited(utr.slice(0, -1)), []],
  ])('%s', async (_title, text, status) => {
    const { number, utr } = await waiting();
    await inbox(posted(text(utr), BANK));
    await shop.t.services.proof.sweep();
    expect([await paymentOf(number), await ledger(utr)]).toEqual(['pending', status]);
  });

  test('that was pasted', async () => {
    const { number, utr } = await waiting();
    const message = { via: 'text', sender: BANK, text: credited(utr) };
    const { body } = await shop.t.post('/api/payments/messages', message, shop.auth);
    expect(body.match).toMatchObject({ decision: 'suggest', reason: 'pasted' });
    await shop.t.services.proof.sweep();
    expect(await paymentOf(number)).toBe('pending');
  });
});

const FROM = 'HDFC Bank InstaAlerts <alerts@hdfcbank.net>';
const PASS = `${OWN}; dkim=pass header.i=@hdfcbank.net header.s=s1; dmarc=pass header.from=hdfcbank.net`;
const SIGNATURE = 'v=1; a=rsa-sha256; d=hdfcbank.net; s=s1; h=from:to:subject:date; bh=x; b=x';
const words = (utr: string) =>
  `Dear Customer,\n\nRs.299.00 has been credited to account 6298 from VPA ananya@okexample ANANYA IYER on ${ON}.\nYour UPI transaction reference number is ${utr}.\n\nWarm Regards,\nHDFC Bank`;
const quoted = (text: string) => text.replace(/^/gm, '> ');

interface Parts {
  from?: string;
  /** Values of `Authentication-Results`, from the top. */
  results?: string[];
  to?: string[];
  signatures?: string[];
  /** Further headers, each with its name. */
  more?: string[];
  subject?: string;
  type?: string;
  body?: string;
}

function mail(utr: string, parts: Parts = {}): string {
  const { from = FROM, results = [PASS], more = [], to = [MAILBOX], signatures = [SIGNATURE] } = parts;
  const { subject = 'View: Account update for your HDFC Bank A/c' } = parts;
  return [
    'Delivered-To: owner@kishmish.example',
    ...results.map((value) => `Authentication-Results: ${value}`),
    ...signatures.map((value) => `DKIM-Signature: ${value}`),
    ...more,
    `From: ${from}`,
    ...to.map((value) => `To: ${value}`),
    `Subject: ${subject}`,
    'Date: Fri, 20 Nov 2026 11:59:00 +0530',
    `Message-ID: <${utr}@hdfcbank.net>`,
    `Content-Type: ${parts.type ?? 'text/plain'}; charset=utf-8`,
    '',
    parts.body ?? words(utr),
    '',
  ].join('\r\n');
}

const emailed = (raw: string) => shop.t.post('/api/payments/messages', { via: 'email', raw }, shop.auth);

describe('a mail that does not come from the bank', () => {
  const signedBy = (domain: string) => `${OWN}; dkim=pass header.i=@${domain} header.d=${domain}; dmarc=pass`;
  const own = (address: string, domain: string): Parts => ({ from: address, results: [signedBy(domain)] });
  test.each<[string, Parts]>([
    ['without a check', { results: [] }],
    ['checked by another server', { results: [PASS.replace(OWN, 'mx.evil.example')] }],
    ['checked by a server whose name begins alike', { results: [PASS.replace(OWN, `${OWN}.evil.example`)] }],
    ['with a forged check below the real one', { results: [`${OWN}; dkim=none; spf=fail`, PASS] }],
    ['with a forged check above the real one', { results: [PASS.replace(OWN, 'evil.example'), `${OWN}; dkim=fail`] }],
    ['with a check that another server has put above', { results: ['list.example; dkim=fail', PASS] }],
    ['with an ARC check only', { results: [], more: [`ARC-Authentication-Results: i=1; ${PASS}`] }],
    ['with a check under another name', { results: [], more: [`X-Authentication-Results: ${PASS}`] }],
    ['whose signature failed', { results: [`${OWN}; dkim=fail header.i=@hdfcbank.net`] }],
    ['with a result in a comment', { results: [`${OWN}; dkim=none (dkim=pass header.i=@hdfcbank.net)`] }],
    [
      'with a result in the sender',
      { results: [`${OWN}; spf=pass smtp.mailfrom="a; dkim=pass header.d=hdfcbank.net"`] },
    ],
    ['that only SPF passed', { results: [`${OWN}; spf=pass smtp.mailfrom=alerts@hdfcbank.net`] }],
    ['that DMARC failed', { results: [PASS.replace('dmarc=pass', 'dmarc=fail')] }],
    ['signed by a foreign domain', { results: [signedBy('evil.example')] }],
    ['signed by another bank', { results: [signedBy('icicibank.com')] }],
    ['signed by a domain above', { results: [signedBy('net')] }],
    ['from a look-alike domain', own('Alerts <alerts@hdfcbank.net.evil.example>', 'hdfcbank.net.evil.example')],
    ['from a domain that ends alike', own('Alerts <alerts@xhdfcbank.net>', 'xhdfcbank.net')],
    ['from a domain with a Cyrillic letter', own('Alerts <alerts@hdfcbаnk.net>', 'hdfcbаnk.net')],
    ['from the same domain in ASCII', own('Alerts <alerts@xn--hdfcbnk-2fg.net>', 'xn--hdfcbnk-2fg.net')],
    ['whose name is the bank’s address', own('"alerts@hdfcbank.net" <x@evil.example>', 'evil.example')],
    ['with two senders', { from: 'alerts@hdfcbank.net, x@evil.example' }],
    ['with two From headers', { more: ['From: x@evil.example'] }],
    ['with a Sender header of the bank', { ...own('x@evil.example', 'evil.example'), more: [`Sender: ${FROM}`] }],
    ['that answers to the bank', { ...own('x@evil.example', 'evil.example'), more: [`Reply-To: ${FROM}`] }],
    ['of a mail service', own('HDFC Bank <hdfcbank.alerts@gmail.com>', 'gmail.com')],
    // A genuine mail of the bank about the account of somebody else, which he sends again.
    ['to somebody else', { to: ['attacker@mail.example'] }],
    ['to somebody else, with the mailbox added', { to: ['attacker@mail.example', MAILBOX] }],
    ['to two', { to: [`attacker@mail.example, ${MAILBOX}`] }],
    ['whose signature does not cover To', { signatures: [SIGNATURE.replace(':to', '')] }],
    ['with a second signature of the bank that covers less', { signatures: [SIGNATURE, SIGNATURE.replace(':to', '')] }],
    ['without a signature', { signatures: [] }],
    ['that was forwarded', { ...own('Friend <friend@gmail.com>', 'gmail.com'), subject: 'Fwd: Account update' }],
  ])('%s', async (_title, parts) => {
    const order = await waiting();
    const { body } = await emailed(mail(order.utr, parts));
    expect([body.message.trusted, body.credit, body.match]).toEqual([false, undefined, undefined]);
    await provedNothing(order);
  });

  test('any mail without the name of the own server', async () => {
    await shop.t.post('/api/payment-settings', { mailbox: { authservId: '' } }, shop.auth);
    const order = await waiting();
    const { body } = await emailed(mail(order.utr));
    expect([body.message.trusted, body.credit]).toEqual([false, undefined]);
    await provedNothing(order);
    await shop.t.post('/api/payment-settings', { mailbox: { authservId: OWN } }, shop.auth);
  });
});

describe('a mail of the bank that is no credit', () => {
  const html = (text: string): Parts => ({ type: 'text/html', body: text });
  test.each<[string, (utr: string) => Parts]>([
    ['a promise', (utr) => ({ body: words(utr).replace('has been credited', 'will be credited') })],
    ['a request', (utr) => ({ body: `ananya@okexample has requested Rs.299.00 from you. UPI Ref No ${utr}.` })],
    ['a debit', (utr) => ({ body: words(utr).replace('credited to', 'debited from').replace('from VPA', 'to VPA') })],
    ['an offer', (utr) => ({ body: `Rs.299.00 cashback can be credited to your wallet. Apply now. Ref ${utr}` })],
    // The bank's care desk answers a stranger who has written in the owner's name, and quotes the
    // words.
    ['an answer that quotes a credit', (utr) => ({ body: `We have received your query.\n\n${quoted(words(utr))}` })],
    [
      'an answer that quotes a credit with its head',
      (utr) => ({ body: `We have your query.\n\nOn Fri, 20 Nov 2026, Owner wrote:\n${quoted(words(utr))}` }),
    ],
    [
      'an answer that quotes a credit without marks',
      (utr) => ({ body: `We have your query.\n\n-----Original Message-----\nFrom: Owner\n\n${words(utr)}` }),
    ],
    [
      'an answer with the words in its subject',
      (utr) => ({ subject: `Re: ${words(utr).split('\n').join(' ')}`, body: 'We have received your query.' }),
    ],
    ['a quotation in HTML', (utr) => html(`<p>We have your query.</p><blockquote>${words(utr)}</blockquote>`)],
    ['a forwarded mail', (utr) => ({ body: `---------- Forwarded message ---------\nFrom: x\n\n${words(utr)}` })],
    [
      'text that HTML hides',
      (utr) => html(`<p>Your e-statement is ready.</p><div style="display:none">${words(utr)}</div>`),
    ],
  ])('%s', async (_title, parts) => {
    const order = await waiting();
    const { status, body } = await emailed(mail(order.utr, parts(order.utr)));
    expect([status, body.credit, body.match]).toEqual([200, undefined, undefined]);
    await provedNothing(order);
  });

  test.each<[string, (utr: string) => Parts, string[]]>([
    ['of another account', (utr) => ({ body: words(utr).replace('6298', '1111') }), []],
    ['of another amount', (utr) => ({ body: words(utr).replace('299.00', '1.00') }), ['open']],
  ])('a credit %s waits for a person', async (_title, parts, status) => {
    const { number, utr } = await waiting();
    await emailed(mail(utr, parts(utr)));
    await shop.t.services.proof.sweep();
    expect([await paymentOf(number), await ledger(utr)]).toEqual(['pending', status]);
  });
});

describe('words of a payer in a mail of the bank', () => {
  test.each([
    ['an amount and a verb', '1.00', (utr: string) => `UPI/P2A/${utr}/NAME/SBIN/You received Rs 299`],
    ['another reference behind a space', '299.00', (utr: string) => `UPI/ 632499999999/UPI/P2A/${utr}/X`],
  ])('%s', async (_title, amount, info) => {
    const axis = await proofShop(
      { email: FREE },
      { accounts: [{ bank: 'Axis Bank', tail: '6298' }], mailbox: { authservId: OWN, address: MAILBOX } },
    );
    const utr = '632400000099';
    const { number } = await axis.order(utr);
    const raw = mail(utr, {
      from: 'alerts@axisbank.com',
      results: [`${OWN}; dkim=pass header.d=axisbank.com; dmarc=pass`],
      signatures: [SIGNATURE.replace('hdfcbank.net', 'axisbank.com')],
      subject: 'Credit notification from Axis Bank',
      body: `Dear Customer,\n\nThank you for banking with us.\n\nAmount Credited: INR ${amount}\nAccount Number: XX6298\nDate & Time: 20-11-26, 11:59:00 IST\nTransaction Info: ${info(utr)}`,
    });
    const { status, body } = await axis.t.post('/api/payments/messages', { via: 'email', raw }, axis.auth);
    expect(status).toBe(200);
    expect(body.match?.decision).not.toBe('confirm');
    expect((await axis.staff(number)).payment.status).toBe('pending');
    await axis[Symbol.asyncDispose]();
  });
});
