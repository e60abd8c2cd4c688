import type { APIRequestContext, Page } from '@playwright/test';
import { isoDay } from '../../shop/india/dates.ts';
import { ownerToken, type PlacedOrder, placeOrder } from './admin.ts';
import { expect } from './own-shop.ts';

/**
 * The Payments screen and the import of bank statements, in a shop of its own: the lists must hold
 * only these payments.
 */

export interface Entry {
  utr: string;
  /** Rupees; below 0 for money that went out. */
  amount: number;
  payer?: string;
}

/** A statement file as HDFC gives it, of today. */
export function statement(
  entries: readonly Entry[],
  more: readonly string[] = [],
): { name: string; mimeType: string; buffer: Buffer } {
  const [day = '', month = '', year = ''] = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kolkata' })
    .format(new Date())
    .split('/');
  const date = `${day}/${month}/${year.slice(2)}`;
  let balance = 50_000;
  const lines = entries.map(({ utr, amount, payer = 'MEERA NAIR' }) => {
    balance += amount;
    const [out, paid] = amount < 0 ? [(-amount).toFixed(2), ''] : ['', amount.toFixed(2)];
    const narration = `UPI-${payer}-PAYER@OKEXAMPLE-EXMD0364589-${utr}-ORDER`;
    return `${date},${narration},0000${utr},${date},${out},${paid},${balance.toFixed(2)}`;
  });
  const head = 'Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance';
  const text = [head, ...lines, ...more.map((line) => line.replace('DATE', date))].join('\n');
  return { name: `Statement ${lines.length}.csv`, mimeType: 'text/csv', buffer: Buffer.from(`${text}\n`) };
}

/** An SMS of HDFC about a credit of today. */
export function messageOf(rupees: number, utr: string): string {
  const [year = '', month, day] = isoDay(Date.now()).split('-');
  const on = `${day}-${month}-${year.slice(2)}`;
  return `Rs.${rupees}.00 credited to HDFC Bank A/c XX4821 on ${on} from VPA meera@okexample (UPI ${utr})`;
}

export async function authorized(request: APIRequestContext) {
  return { authorization: `Bearer ${await ownerToken(request)}` };
}

export async function paymentOf(request: APIRequestContext, orderNumber: string): Promise<string> {
  const response = await request.get(`/api/orders/${orderNumber}`, { headers: await authorized(request) });
  const { order } = (await response.json()) as { order: { payment: { status: string } } };
  return order.payment.status;
}

/**
 * Whether statements confirm orders by themselves, or a person does. The shop also applies it to
 * credits that wait.
 */
export async function setPolicy(request: APIRequestContext, policy: 'suggest' | 'confirm'): Promise<void> {
  const data = { sources: { statement: { policy } } };
  const response = await request.post('/api/payment-settings', { headers: await authorized(request), data });
  expect(response.status(), await response.text()).toBe(200);
}

export async function importCredits(request: APIRequestContext, entries: readonly Entry[]): Promise<void> {
  const headers = await authorized(request);
  const response = await request.post('/api/payments/statements', { headers, multipart: { file: statement(entries) } });
  expect(response.status(), await response.text()).toBe(200);
}

export async function placeOrders(request: APIRequestContext, count: number): Promise<PlacedOrder[]> {
  const orders: PlacedOrder[] = [];
  for (let index = 0; index < count; index++) orders.push(await placeOrder(request));
  return orders;
}

/** Another last digit. */
export const mistyped = (utr: string) => `${utr.slice(0, -1)}${(Number(utr.at(-1)) + 1) % 10}`;

export async function openPayments(page: Page, view?: string): Promise<void> {
  await page.goto(`/admin?section=payments${view ? `&view=${view}` : ''}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible();
}

/** A message of the bank says `more` rupees than its statement. */
export async function makeConflict(request: APIRequestContext, more: number): Promise<PlacedOrder> {
  const order = await placeOrder(request);
  const headers = await authorized(request);
  const text = messageOf(order.total + more, order.utr);
  const pasted = await request.post('/api/payments/messages', { headers, data: { via: 'text', text } });
  expect((await pasted.json()).credit, await pasted.text()).toBeTruthy();
  await importCredits(request, [{ utr: order.utr, amount: order.total }]);
  return order;
}

/** A toast disappears by itself, but not under the pointer. */
export const holdToast = (page: Page, message: string) => page.locator('.toast', { hasText: message }).hover();
