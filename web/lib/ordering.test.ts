import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { getDraft, priceItems } from './checkout.ts';
import { saveDraft } from './ordering.ts';
import type { CheckoutItem, Draft } from './stored-checkout.ts';

const NOW = 1_800_000_000_000;
const almonds: CheckoutItem = {
  product: 'almonds',
  name: 'Almonds',
  size: '1kg',
  quantity: 1,
  price: 1_000,
  image: '',
};
const coupon = { kind: 'coupon', code: 'DIWALI10', label: 'Diwali', amount: 100 } as const;
const granted: Draft = {
  orderNumber: 'ORD1',
  accessToken: 'secret',
  direct: false,
  items: [almonds],
  reservedUntil: NOW - 1,
  pricing: priceItems([almonds], 0, [coupon]),
  couponCode: 'DIWALI10',
};

let stored: Map<string, string>;
let sent: Record<string, unknown>[];

/** The responses of the server to the drafts; null: it cannot be reached. */
function server(...responses: (Response | (() => Response) | null)[]): void {
  vi.stubGlobal('fetch', (_url: string, { body, signal }: { body: string; signal: AbortSignal }) => {
    sent.push(JSON.parse(body));
    const response = responses.shift();
    if (!response || signal.aborted) return Promise.reject(new TypeError('Failed to fetch'));
    return Promise.resolve(typeof response === 'function' ? response() : response);
  });
}

/** The draft as the server returns it, under the number and the secret that were sent. */
const made = () => {
  const { orderNumber, accessToken } = sent.at(-1) ?? {};
  const order = {
    orderNumber,
    accessToken,
    items: [almonds],
    pricing: priceItems([almonds]),
    reservedUntil: NOW,
  };
  return new Response(JSON.stringify({ success: true, order, changes: [], coupon: null }), { status: 201 });
};
const failed = (status: number) => new Response(JSON.stringify({ success: false, message: 'no' }), { status });
const save = (items: CheckoutItem[], direct = false, more: { now?: number; signal?: AbortSignal } = {}) =>
  saveDraft({ items, direct, address: null, offer: 0, holdMinutes: 15, now: NOW, ...more });
const numbersSent = () => new Set(sent.map(({ orderNumber, accessToken }) => `${orderNumber} ${accessToken}`));

beforeEach(() => {
  stored = new Map();
  sent = [];
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  };
  vi.stubGlobal('window', { localStorage: storage, sessionStorage: storage, dispatchEvent: () => true });
});
afterEach(() => vi.unstubAllGlobals());

describe('a draft that could not be refreshed', () => {
  test.each([
    ['a timeout or no network', null],
    ['a server that is busy', failed(503)],
    ['a limit', failed(429)],
  ])('keeps the discount that the server has granted: %s', async (_, response) => {
    stored.set('draftOrder', JSON.stringify(granted));
    stored.set('couponCode', 'DIWALI10');
    server(response);
    expect(await save([almonds])).toEqual({ kind: 'offline', draft: granted, busy: response !== null });
    expect(getDraft()).toEqual(granted);
    expect(stored.get('actualPaymentAmount')).toBe('900');
  });

  test('keeps the prices of what is still held', async () => {
    const held = { ...granted, reservedUntil: NOW + 1 };
    stored.set('draftOrder', JSON.stringify(held));
    server(null);
    expect(await save([{ ...almonds, price: 1_100 }])).toEqual({ kind: 'offline', draft: held, busy: false });
  });

  test.each([
    ['other goods', [{ ...almonds, quantity: 2 }], false, 2_000],
    ['a direct order', [almonds], true, 1_000],
    ['another price, when nothing is held any more', [{ ...almonds, price: 1_100 }], false, 1_100],
  ])('has the price without it for %s', async (_, items, direct, total) => {
    stored.set('draftOrder', JSON.stringify(granted));
    server(null);
    const { draft } = (await save(items, direct)) as { draft: Draft };
    expect(draft).toMatchObject({ orderNumber: 'ORD1', accessToken: 'secret', direct, couponCode: '' });
    expect(draft.pricing).toMatchObject({ discount: 0, total });
  });
});

describe('number and secret of the first draft', () => {
  test.each([
    ['was lost', [null, made], {}],
    ['was left by a reload', [made, made], { signal: AbortSignal.abort() }],
    ['was a refusal', [failed(409), made], {}],
  ])('are those of the request before, whose response %s', async (_, responses, first) => {
    server(...responses);
    await save([almonds], false, first).catch(() => {});
    await save([almonds], false, { now: NOW + 60_000 });
    expect(numbersSent().size).toBe(1);
    expect(sent[0]).toMatchObject({ orderNumber: `ORD${NOW}` });
    expect(getDraft()).toMatchObject({ orderNumber: `ORD${NOW}`, accessToken: sent[0]?.accessToken });
  });

  test.each([
    ['made', made],
    ['kept on the device', null],
  ])('are not used again once the draft was %s', async (_, response) => {
    server(response, made);
    await save([almonds]);
    stored.delete('draftOrder');
    await save([almonds], false, { now: NOW + 60_000 });
    expect(numbersSent().size).toBe(2);
  });
});

describe("the draft that 'Try Again' has given up", () => {
  beforeEach(() => stored.set('nextDraft', JSON.stringify(granted)));

  test.each([
    ['is replaced by the next one', made],
    ['stays as it is when the shop cannot be reached', null],
  ])('%s', async (_, response) => {
    server(response);
    await save([almonds]);
    expect(sent[0]).toMatchObject({ orderNumber: 'ORD1', accessToken: 'secret' });
    expect(getDraft()).toMatchObject({ orderNumber: 'ORD1', pricing: { total: response ? 1_000 : 900 } });
    // It would stand in for a draft after the order.
    expect(stored.has('nextDraft')).toBe(false);
  });

  test('is refused without saying a sentence twice', async () => {
    const errors = [
      { path: 'items', msg: 'Too little' },
      { path: 'items.0.size', msg: 'No such size' },
    ];
    server(new Response(JSON.stringify({ success: false, message: 'Too little', errors }), { status: 400 }));
    expect(await save([almonds])).toMatchObject({ message: 'Too little', details: ['No such size'] });
  });

  test('has become an order meanwhile', async () => {
    const order = { orderNumber: 'ORD1', items: [almonds], pricing: granted.pricing, payment: {}, status: 'pending' };
    server(new Response(JSON.stringify({ success: false, message: 'Taken', data: { order } }), { status: 409 }));
    stored.set('shippingAddress', JSON.stringify({ name: 'Ananya Iyer' }));
    expect(await save([almonds])).toEqual({ kind: 'ordered', orderNumber: 'ORD1' });
    expect(stored.has('nextDraft')).toBe(false);
  });
});
