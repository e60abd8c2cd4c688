import { expect } from 'vitest';
import { START, type TestOptions, testApp } from './app.ts';
import { addProduct, orderBody } from './factories.ts';

type App = Awaited<ReturnType<typeof testApp>>;
type Json = Record<string, unknown>;

/** A UTR of the day of START. */
export const UTR = '632400000001';
/** The account of `credited` and `debited`. */
const OWN_ACCOUNT = { bank: 'HDFC Bank', tail: '6298' };
const day = (ms: number) => new Date(ms + 330 * 60_000).toISOString().slice(0, 10).split('-').reverse().join('-');
const short = (ms: number) => day(ms).replace(/20(\d\d)$/, '$1');

export const credited = (rrn: string, amount = '299.00', at = START) =>
  `Credit Alert!\nRs.${amount} credited to HDFC Bank A/c XX6298 on ${short(at)} from VPA ananya@okexample (UPI ${rrn})`;
export const debited = (rrn: string, amount = '299.00', at = START) =>
  `Alert! Rs.${amount} debited from HDFC Bank A/c XX6298 on ${short(at)} towards reversal of UPI credit Ref ${rrn} received from ananya@okexample`;

/** Canara Bank names no reference. Its sender, and the settings of a shop with an account there. */
export const UNNAMED =
  'An amount of INR 299.00 has been CREDITED to your account XX6298 on 20/11/2026. Total Avail.bal INR 66.95. - Canara Bank';
export const CANARA = 'VM-CANBNK-S';
export const WITH_CANARA = { accounts: [OWN_ACCOUNT, { bank: 'Canara Bank', tail: '6298' }] };

export async function proofShop(
  rules: Json = { sms: { policy: 'confirm' } },
  more: Json = {},
  env: TestOptions['env'] = {},
) {
  const t = await testApp({ env });
  await addProduct(t.db, { sizes: [{ stock: 1000 }] });
  const auth = t.auth(await t.adminToken());
  const saved = await t.post('/api/payment-settings', { sources: rules, accounts: [OWN_ACCOUNT], ...more }, auth);
  expect(saved.status).toBe(200);
  const order = async (utr: string | null, body: Json = {}): Promise<{ number: string; token: string }> => {
    const paid = utr === null ? {} : { paymentDetails: { utrNumber: utr, method: 'upi', app: 'phonepe' } };
    const placed = await t.post('/api/orders', orderBody({ ...paid, ...body }));
    expect(placed.status).toBe(201);
    return { number: placed.body.order.orderNumber, token: placed.body.order.accessToken };
  };
  return {
    t,
    auth,
    order,
    sms: async (text: string, message: Json = {}) => {
      const body = { via: 'sms', sender: 'VM-HDFCBK-S', text, ...message };
      const sent = await t.post('/api/payments/messages', body, auth);
      expect(sent.status).toBe(200);
      return sent.body;
    },
    staff: async (number: string) => (await t.get(`/api/orders/${number}`, auth)).body.order,
    credits: async (query = '') => (await t.get(`/api/payments/credits${query}`, auth)).body.credits,
    review: async () => (await t.get('/api/payments/review', auth)).body,
    statement: async (lines: string[], query = '') => upload(t, auth, statementOf(lines), query),
    async [Symbol.asyncDispose]() {
      await t[Symbol.asyncDispose]();
    },
  };
}

/**
 * A statement in HDFC's layout, with running balances; a line that names the account stands above
 * the headings.
 */
function statementOf(all: string[]): string {
  const [account = [], lines = []] = [true, false].map((above) =>
    all.filter((one) => /^Account No/.test(one) === above),
  );
  const headings = 'Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance';
  return [...account, headings, ...lines, ''].join('\n');
}
let balance = 10_000;
/** A credit, or with a negative amount a debit. */
export const statementLine = (rrn: string, amount = 299, at = START) => {
  const narration = `UPI-ANANYA IYER-ananya@okexample-EXMP0000101-${rrn}-ORDER`;
  return lineOf(narration, `0000${rrn}`, amount, at);
};
/** An own payment that came back. */
export const returnLine = (rrn: string, amount: number, at: number) =>
  lineOf(`UPI-RETURN-REVERSAL OF DEBIT-${rrn}-ANANYA`, `0000${rrn}`, amount, at);
/** A credit without a reference. */
export const cashLine = (amount = 299, at = START) => lineOf('CASH DEPOSIT BY SELF', '', amount, at);

/** A payment of a bank that names no reference. */
export const unnamedLine = (amount: number, at: number, narration = 'UPI CREDIT FROM ANANYA IYER') =>
  lineOf(narration, '', amount, at);

function lineOf(narration: string, reference: string, amount: number, at: number): string {
  balance += amount;
  const date = day(at)
    .replaceAll('-', '/')
    .replace(/20(\d\d)$/, '$1');
  const columns = amount < 0 ? `${(-amount).toFixed(2)},` : `,${amount.toFixed(2)}`;
  return `${date},${narration},${reference},${date},${columns},${balance.toFixed(2)}`;
}

export async function upload(t: App, auth: Record<string, string>, text: string, query = '') {
  const boundary = 'boundary7';
  const payload = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="october.csv"\r\ncontent-type: text/csv\r\n\r\n${text}\r\n--${boundary}--\r\n`;
  const response = await t.app.inject({
    method: 'POST',
    url: `/api/payments/statements${query}`,
    headers: { ...auth, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload,
  });
  return { status: response.statusCode, body: response.json() };
}
