import { describe, expect, test } from 'vitest';
import { START } from '#tests/app.ts';
import { credited, proofShop, statementLine, UTR } from '#tests/proof.ts';

type Shop = Awaited<ReturnType<typeof proofShop>>;
type Json = Record<string, unknown>;

/** A wording of HDFC that no template has. */
const odd = (rrn: string, amount = '299.00', payer = 'ANANYA IYER', account = 'XX6298') =>
  `Namaste! Your HDFC Bank A/c ${account} has grown: Rs.${amount} received by UPI on 20-11-26 from ${payer}, Ref ${rrn}.`;
const COOP = `Rs.299.00 received in your Kotak Bank A/c X7730 by UPI on 20-11-26. Ref ${UTR}`;

const waiting = async (s: Shop, query = ''): Promise<Json[]> =>
  (await s.t.get(`/api/payments/bank-messages${query}`, s.auth)).body.messages;
const wordings = async (s: Shop) => (await s.t.get('/api/payments/wordings', s.auth)).body;
const post = (s: Shop, path: string, body: Json = {}) => s.t.post(`/api/payments/${path}`, body, s.auth);
const paymentOf = async (s: Shop, number: string) => (await s.staff(number)).payment.status;

describe('a message that no wording fits', () => {
  test('waits with the order whose UTR and total stand in it, also when the UTR comes later', async () => {
    await using s = await proofShop();
    const { message, waiting: kept, credit } = await s.sms(odd(UTR));
    expect(message).toMatchObject({ kind: 'other', reason: 'wording_unknown', trusted: false });
    expect([kept.order, credit]).toEqual([null, undefined]);
    const { number } = await s.order(UTR);
    const found = {
      reason: 'wording_unknown',
      bank: 'HDFC',
      sender: 'HDFCBK',
      order: { orderNumber: number, total: 299 },
    };
    expect(await waiting(s)).toMatchObject([found]);
    expect([await paymentOf(s, number), await s.credits()]).toEqual(['pending', []]);
    expect((await s.review()).messagesWaiting).toBe(1);
  });

  test('is kept once, and names no order of another total', async () => {
    await using s = await proofShop();
    await s.order(UTR);
    for (let time = 0; time < 3; time += 1) await s.sms(odd(UTR, '298.00'));
    expect(await waiting(s)).toMatchObject([{ order: null }]);
  });

  test('confirms an order by a person, who may not give another one', async () => {
    await using s = await proofShop();
    const { number } = await s.order(UTR);
    const other = await s.order('632400000002');
    await s.sms(odd(UTR));
    const [message] = await waiting(s);
    const confirm = (orderNumber: string) => post(s, `bank-messages/${message?.id}/confirm`, { orderNumber });
    expect((await confirm(other.number)).status).toBe(409);
    expect((await confirm('ORD0')).status).toBe(404);
    const done = await confirm(number);
    expect(done.body).toMatchObject({
      bankMessage: { status: 'confirmed', orderNumber: number, decidedBy: expect.any(String) },
      credit: { rrn: UTR, amount: 299, status: 'matched', orderNumber: number, sources: [{ kind: 'sms' }] },
    });
    expect(await paymentOf(s, number)).toBe('completed');
    expect([await waiting(s), (await confirm(number)).status]).toEqual([[], 409]);
    const audit = s.t.db.selectFrom('audit_log').select('action').where('entity', '=', 'bank_message');
    expect(await audit.execute()).toEqual([{ action: 'confirm' }]);
  });

  test('whose payer wrote another UTR proves one order only, when the bank reports the payment again', async () => {
    await using s = await proofShop();
    const noted = await s.order('632400000002');
    await s.sms(`${odd(UTR)} Note 632400000002`);
    const [message] = await waiting(s);
    const confirm = (id: unknown, orderNumber: string) => post(s, `bank-messages/${id}/confirm`, { orderNumber });
    expect((await confirm(message?.id, noted.number)).status).toBe(200);
    const other = await s.order(UTR);
    await s.statement([statementLine(UTR)]);
    expect([await paymentOf(s, other.number), (await s.credits()).length]).toEqual(['pending', 1]);
  });

  test('that names another number of its own account is about one payment each time', async () => {
    await using s = await proofShop({}, { accounts: [{ bank: 'HDFC Bank', tail: '6298' }] });
    for (const utr of [UTR, '632400000002']) {
      const { number } = await s.order(utr);
      await s.sms(odd(utr, '299.00', 'ANANYA IYER', '501000006298'));
      const [message] = await waiting(s);
      expect((await post(s, `bank-messages/${message?.id}/confirm`, { orderNumber: number })).status).toBe(200);
    }
    expect((await s.credits()).map(({ status }: Json) => status)).toEqual(['matched', 'matched']);
  });

  test('of another amount confirms nothing, also by a person', async () => {
    await using s = await proofShop();
    const { number } = await s.order(UTR);
    await s.sms(odd(UTR, '1.00', 'You received Rs 29'));
    const [message] = await waiting(s);
    const refused = await post(s, `bank-messages/${message?.id}/confirm`, { orderNumber: number });
    expect([refused.status, await paymentOf(s, number), await s.credits()]).toEqual([409, 'pending', []]);
  });

  test('is set aside, and waits again', async () => {
    await using s = await proofShop();
    await s.sms(odd(UTR));
    const [message] = await waiting(s);
    expect((await post(s, `bank-messages/${message?.id}/dismiss`)).body.bankMessage.status).toBe('dismissed');
    expect([await waiting(s), (await waiting(s, '?status=dismissed')).length]).toEqual([[], 1]);
    await post(s, `bank-messages/${message?.id}/open`);
    expect(await waiting(s)).toHaveLength(1);
  });

  test.each([
    ['a one-time password', 'Your OTP is 482913 for a payment of Rs.299.00, Ref 632400000001.'],
    ['a one-time password, the code first', '482913 is your one time password for Rs.299.00, Ref 632400000001.'],
    ['no amount', `Your UPI Ref ${UTR} is noted.`],
    ['no number', 'Rs.299.00 was received in your account.'],
  ])('is not kept: %s', async (_name, text) => {
    await using s = await proofShop();
    await s.sms(text);
    expect(await s.t.db.selectFrom('bank_messages').select('id').execute()).toEqual([]);
  });

  test.each([
    ['a phone number', { sender: '+919000012345' }],
    ['an offer', { sender: 'VM-HDFCBK-P' }],
    ['a numeric sender', { sender: '56767' }],
  ])('of %s has no effect', async (_name, more) => {
    await using s = await proofShop();
    await s.sms(odd(UTR), more);
    await s.sms(credited(UTR), more);
    expect([await waiting(s), await s.credits()]).toEqual([[], []]);
  });

  test('is deleted after sixty days, and a flood of one kind does not push the others out', async () => {
    await using s = await proofShop();
    await s.sms(odd(UTR));
    const flood = Array.from({ length: 510 }, (_, n) => ({
      id: `x${n}`,
      fingerprint: `f${n}`,
      via: 'sms' as const,
      sender: 'KOTAKD',
      subject: '',
      text: 'x',
      received_at: START,
      created_at: START - 1_000 + n,
      reason: 'sender_unknown' as const,
      numbers: '[]',
      amounts: '[]',
    }));
    for (let at = 0; at < flood.length; at += 50) {
      await s.t.db
        .insertInto('bank_messages')
        .values(flood.slice(at, at + 50))
        .execute();
    }
    await s.sms(COOP, { sender: 'VM-KOTAKD-S' });
    const count = async (reason: string) =>
      (await s.t.db.selectFrom('bank_messages').select('reason').execute()).filter((row) => row.reason === reason)
        .length;
    expect([await count('sender_unknown'), await count('wording_unknown')]).toEqual([500, 1]);
    s.t.clock.advance(61 * 86_400_000);
    const late = { via: 'sms', sender: 'VM-HDFCBK-S', text: odd('632400000009') };
    await s.t.post('/api/payments/messages', late, s.t.auth(await s.t.adminToken()));
    expect([await count('sender_unknown'), await count('wording_unknown')]).toEqual([0, 1]);
  });
});

describe('who may confirm', () => {
  test('nobody but a statement without an own account', async () => {
    await using s = await proofShop(undefined, { accounts: [] });
    const { number } = await s.order(UTR);
    expect((await s.sms(credited(UTR))).match).toMatchObject({ decision: 'suggest', reason: 'no_account' });
    expect(await paymentOf(s, number)).toBe('pending');
    expect((await s.review()).figures.missing).toContain('account');
  });

  test.each([
    ['a bank without an own account', credited(UTR), [{ bank: 'ICICI Bank', tail: '6298' }], 'no_account'],
    ['a foreign account', credited(UTR), [{ bank: 'HDFC', tail: '1111' }], 'other_account'],
    ['an app that is not the owner’s', credited(UTR), [{ bank: 'PhonePe', tail: '' }], 'no_account'],
  ])('not %s: it waits for a person', async (_name, text, accounts, reason) => {
    await using s = await proofShop(undefined, { accounts });
    const { number } = await s.order(UTR);
    await s.sms(text);
    expect([await paymentOf(s, number), await s.credits()]).toEqual(['pending', []]);
    expect(await waiting(s)).toMatchObject([{ reason, order: { orderNumber: number } }]);
  });

  test('not the text that a payer writes', async () => {
    await using s = await proofShop();
    const { number } = await s.order(UTR);
    await s.sms(credited('632400000009', '1.00').replace('ananya@okexample', `You received Rs 299 UPI ${UTR}`));
    await s.sms(credited('632400000009', '1.00'));
    expect(await paymentOf(s, number)).toBe('pending');
  });
});

describe('a sender that is not listed', () => {
  test('is asked about; once accepted, its messages count, and earlier ones are suggested', async () => {
    await using s = await proofShop();
    const { number } = await s.order(UTR);
    await s.sms(COOP, { sender: 'VM-KOTAKD-S' });
    const { body } = await s.t.get('/api/payments/senders', s.auth);
    expect(body.unlisted).toMatchObject([
      { sender: 'KOTAKD', bank: 'KOTAK', tail: '7730', count: 1, latest: { text: COOP } },
    ]);
    expect(body.accounts).toMatchObject([{ bank: 'HDFC Bank', tail: '6298', app: false }]);
    const accept = (tail: string) => post(s, 'senders/accept', { sender: 'KOTAKD', bank: 'Kotak Mahindra Bank', tail });
    expect((await accept('')).status).toBe(400);
    expect((await accept('7730')).status).toBe(200);
    const after = (await s.t.get('/api/payments/senders', s.auth)).body;
    expect(after.unlisted).toEqual([]);
    expect(after.accounts[1]).toMatchObject({ bank: 'Kotak Mahindra Bank', tail: '7730' });
    expect(after.accounts[1].senders).toContain('KOTAKD');
    expect(await waiting(s)).toMatchObject([{ reason: 'wording_unknown', order: { orderNumber: number } }]);
    expect(await paymentOf(s, number)).toBe('pending');
  });

  test('is ignored, and its messages are set aside', async () => {
    await using s = await proofShop();
    await s.sms(COOP, { sender: 'VM-KOTAKD-S' });
    await post(s, 'senders/ignore', { sender: 'KOTAKD' });
    await s.sms(COOP.replace(UTR, '632400000005'), { sender: 'VM-KOTAKD-S' });
    expect(await waiting(s)).toEqual([]);
    await post(s, 'senders/ignore', { sender: 'KOTAKD', ignored: false });
    await s.sms(COOP.replace(UTR, '632400000006'), { sender: 'VM-KOTAKD-S' });
    expect(await waiting(s)).toHaveLength(1);
  });
});

describe('a wording', () => {
  const utrs = ['632400000011', '632400000012', '632400000013', '632400000014'] as const;
  async function confirmed(s: Shop, utr: string, payer: string, text = odd(utr, '299.00', payer)) {
    const { number } = await s.order(utr);
    await s.sms(text);
    const [message] = await waiting(s);
    expect((await post(s, `bank-messages/${message?.id}/confirm`, { orderNumber: number })).status).toBe(200);
  }

  test('is learned from two confirmed messages; once trusted, the third confirms by itself', async () => {
    await using s = await proofShop();
    await confirmed(s, utrs[0], 'ANANYA IYER');
    expect((await wordings(s)).asked).toEqual([]);
    await confirmed(s, utrs[1], 'RAVI KUMAR');
    const [asked] = (await wordings(s)).asked;
    expect(asked).toMatchObject({ own: true, bank: 'HDFC', senders: ['HDFCBK'], state: 'asked' });
    expect(asked.examples).toMatchObject([{ utr: utrs[1], amount: 299 }, { utr: utrs[0] }]);
    expect(asked.parts).toContainEqual({ slot: 'rrn', text: utrs[1] });

    const third = await s.order(utrs[2]);
    await s.sms(odd(utrs[2], '299.00', 'MEERA SHAH'));
    expect(await paymentOf(s, third.number)).toBe('pending');

    expect((await post(s, `wordings/${asked.id}/trust`)).body.wording).toMatchObject({ state: 'on' });
    // What came before the decision is only suggested.
    expect([await paymentOf(s, third.number), await waiting(s)]).toEqual(['pending', []]);
    const fourth = await s.order(utrs[3]);
    await s.sms(odd(utrs[3], '299.00', 'FARAH KHAN'));
    expect(await paymentOf(s, fourth.number)).toBe('completed');
    const { asked: none, inUse } = await wordings(s);
    expect([none, inUse[0]]).toMatchObject([
      [],
      { id: asked.id, messages: 2, confirmed: 1, decidedBy: expect.any(String) },
    ]);
    expect((await post(s, `wordings/${asked.id}/trust`)).status).toBe(409);
  });

  test('is asked about again after five more messages', async () => {
    await using s = await proofShop();
    await confirmed(s, utrs[0], 'ANANYA IYER');
    await confirmed(s, utrs[1], 'RAVI KUMAR');
    const [asked] = (await wordings(s)).asked;
    await post(s, `wordings/${asked.id}/later`);
    for (let n = 0; n < 5; n += 1) {
      expect((await wordings(s)).asked).toEqual([]);
      await s.sms(odd(`63240000003${n}`));
    }
    expect((await wordings(s)).asked).toMatchObject([{ id: asked.id }]);
  });

  test('whose UTR stands in words of the payer says so once, and can never be trusted', async () => {
    await using s = await proofShop();
    const noted = (utr: string, note: string) =>
      `Namaste! Your HDFC Bank A/c XX6298 has grown: Rs.299.00 received on 20-11-26. Info: UPI/${note}/${utr}/THANKS`;
    await confirmed(s, utrs[0], '', noted(utrs[0], 'ORDER 7'));
    await confirmed(s, utrs[1], '', noted(utrs[1], 'FOR NUTS'));
    const { asked, refused } = await wordings(s);
    expect([asked, refused]).toMatchObject([[], [{ state: 'refused', reason: 'rrn_in_note', senders: ['HDFCBK'] }]]);
    expect(refused[0].parts).toContainEqual({ slot: 'note', text: `UPI/FOR NUTS/${utrs[1]}/THANKS` });
    expect((await post(s, `wordings/${refused[0].id}/trust`)).status).toBe(409);
    expect((await s.t.put(`/api/payments/wordings/${refused[0].id}`, { on: true }, s.auth)).status).toBe(409);
    const { number } = await s.order(utrs[2]);
    await s.sms(noted(utrs[2], 'ORDER 8'));
    expect(await paymentOf(s, number)).toBe('pending');
    expect((await post(s, `wordings/${refused[0].id}/later`)).status).toBe(200);
    expect(await wordings(s)).toMatchObject({ asked: [], refused: [] });
  });

  test('that does not read its examples any more is off', async () => {
    await using s = await proofShop();
    await confirmed(s, utrs[0], 'ANANYA IYER');
    await confirmed(s, utrs[1], 'RAVI KUMAR');
    const [asked] = (await wordings(s)).asked;
    await post(s, `wordings/${asked.id}/trust`);
    // As after an update that reads them in another way.
    const { examples } = await s.t.db.selectFrom('bank_wordings').select('examples').executeTakeFirstOrThrow();
    const changed = examples.replaceAll('Namaste', 'Hello');
    await s.t.db.updateTable('bank_wordings').set({ examples: changed }).execute();
    expect((await wordings(s)).inUse[0]).toMatchObject({ id: asked.id, state: 'off', reason: 'examples' });
    const { number } = await s.order(utrs[2]);
    await s.sms(odd(utrs[2], '299.00', 'MEERA SHAH'));
    expect(await paymentOf(s, number)).toBe('pending');
  });

  test('that is built in can be switched off and on', async () => {
    await using s = await proofShop();
    const builtIn = async () => (await wordings(s)).inUse.find(({ messages }: { messages: number }) => messages > 0);
    await s.order(UTR);
    await s.sms(credited(UTR));
    const used = await builtIn();
    expect(used).toMatchObject({ own: false, state: 'on', messages: 1, confirmed: 1 });
    const set = (on: boolean) => s.t.put(`/api/payments/wordings/${used.id}`, { on }, s.auth);
    expect((await set(false)).body.wording).toMatchObject({ state: 'off', messages: 0 });
    const { number } = await s.order('632400000002');
    await s.sms(credited('632400000002'));
    expect([await paymentOf(s, number), await waiting(s)]).toMatchObject(['pending', [{ reason: 'wording_unknown' }]]);
    expect((await builtIn()).messages).toBe(1);
    await set(true);
    expect(await waiting(s)).toEqual([]);
    // Only the last 30 days are counted.
    const at = START - 31 * 86_400_000;
    await s.t.db.updateTable('credit_sources').set({ at }).where('refs', 'like', `%${UTR}%`).execute();
    const reads = (await wordings(s)).inUse.find(({ id }: { id: string }) => id === used.id);
    expect(reads).toMatchObject({ messages: 1, confirmed: 0, lastAt: START });
    await s.t.db.updateTable('credit_sources').set({ at }).execute();
    const old = (await wordings(s)).inUse.find(({ id }: { id: string }) => id === used.id);
    expect(old).toMatchObject({ messages: 0, confirmed: 0, lastAt: at });
    expect((await s.t.put('/api/payments/wordings/none', { on: true }, s.auth)).status).toBe(404);
  });
});

describe('a pasted text', () => {
  const paste = (s: Shop, text: string, more: Json = {}) => s.sms(text, { via: 'text', sender: undefined, ...more });

  test('of two messages is two messages', async () => {
    await using s = await proofShop();
    const second = '632400000002';
    const both = `${credited(UTR)}\n\n${credited(second)}`;
    expect(await paste(s, both, { dryRun: true })).toMatchObject({
      count: 2,
      message: { rrn: UTR },
      more: [{ message: { rrn: second } }],
    });
    await paste(s, both);
    expect((await s.credits()).map(({ rrn }: Json) => rrn).sort()).toEqual([UTR, second]);
  });

  test('that no wording fits shows its order in a dry run, and waits for a person', async () => {
    await using s = await proofShop();
    const { number } = await s.order(UTR);
    const dry = await paste(s, odd(UTR), { dryRun: true });
    expect(dry).toMatchObject({ count: 1, waiting: { id: '', order: { orderNumber: number } } });
    expect(await waiting(s)).toEqual([]);
    await paste(s, odd(UTR));
    expect(await waiting(s)).toMatchObject([{ via: 'text', order: { orderNumber: number } }]);
  });
});
