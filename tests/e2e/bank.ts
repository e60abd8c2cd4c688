import { type APIRequestContext, expect } from '@playwright/test';
import { isoDay } from '../../shop/india/dates.ts';
import { ownerToken } from './admin.ts';

/** The bank of the browser tests: HDFC, account ••4821, whose SMS a phone forwards to the shop. */
const ACCOUNT = { bank: 'HDFC', tail: '4821' };

/**
 * Lets SMS of the bank confirm orders by themselves, without a UTR where `rules` say so.
 *
 * @returns the secret of the address to which the phone posts
 */
export async function watchBank(
  request: APIRequestContext,
  rules: { byNumber?: boolean; byPaise?: boolean; policy?: 'confirm' | 'suggest' } = {},
): Promise<string> {
  const { byNumber = true, byPaise = false, policy = 'confirm' } = rules;
  const headers = { authorization: `Bearer ${await ownerToken(request)}` };
  const sms = { policy, limitPerOrder: null, limitPerDay: null };
  const data = { sources: { sms }, accounts: [ACCOUNT], byNumber, byPaise };
  expect((await request.post('/api/payment-settings', { headers, data })).status()).toBe(200);
  const response = await request.post('/api/payments/inbox', { headers, data: {} });
  return ((await response.json()) as { secret: string }).secret;
}

let count = 0;

/** An RRN of today, which no other test uses. */
export function freshRrn(): string {
  const day = isoDay(Date.now());
  const ofYear = Math.round((Date.parse(day) - Date.parse(`${day.slice(0, 4)}-01-01`)) / 86_400_000) + 1;
  count += 1;
  return `${day.at(3)}${String(ofYear).padStart(3, '0')}${String(Date.now() % 1e6).padStart(6, '0')}${String(count).padStart(2, '0')}`;
}

/**
 * The phone forwards the bank's SMS about a credit of `rupees`; with `note`, what the payer wrote.
 */
export async function bankReports(
  request: APIRequestContext,
  secret: string,
  credit: { rupees: number; rrn: string; note?: string },
): Promise<void> {
  const { rupees, rrn, note } = credit;
  const [year = '', month, day] = isoDay(Date.now()).split('-');
  const on = `${day}-${month}-${year.slice(2)}`;
  const amount = rupees.toFixed(2);
  const text =
    note === undefined
      ? `Rs.${amount} credited to HDFC Bank A/c XX4821 on ${on} from VPA meera@okhdfc (UPI ${rrn})`
      : `Dear Customer, Rs.${amount} is credited to your HDFC Bank account XX4821 on ${on} towards UPI-MEERA NAIR-meera@okhdfc-${rrn}-${note}. Not you? Call 18002586161`;
  const data = { from: 'VM-HDFCBK-S', text, sentStamp: Date.now(), receivedStamp: Date.now(), sim: 'SIM1' };
  expect((await request.post(`/api/payments/inbox/${secret}`, { data })).status()).toBe(200);
}
