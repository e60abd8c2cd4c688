import { setTimeout as wait } from 'node:timers/promises';
import { sentenceOf } from '#shop/errors.ts';
import { ADDRESS } from '#tests/factories.ts';
import { ADMIN, SHOP_URL } from './parts.ts';

/**
 * Shoppers who buy and look, and one of the staff who verifies what they bought, through the proxy as
 * browsers do: what has no answer is sent again.
 */

/** How long a client waits for an answer, ms. */
const TIMEOUT_MS = 20_000;
const RETRY_MS = 250;

export interface Item {
  product: string;
  size: string;
}

export interface Bought {
  orderNumber: string;
  utr: string;
  /** When the order was acknowledged, ms since 1970. */
  at: number;
}

interface Answer {
  order?: { orderNumber: string; accessToken: string };
  data?: { order?: { orderNumber: string } };
  token?: string;
  message?: string;
}

interface Call {
  method: 'POST' | 'PUT';
  path: string;
  headers: Record<string, string>;
  body: unknown;
}

export class Clients {
  readonly bought: Bought[] = [];
  /** Order numbers of the payments whose verification was acknowledged. */
  readonly verified: string[] = [];
  /** Answers of pages other than 200, with the time. */
  readonly failedPages: { at: number; what: string }[] = [];
  /** Answers to orders and verifications that are neither taken nor 'come back later'. */
  readonly refused: string[] = [];
  pages = 0;
  /** Orders and verifications that were sent more than once. */
  repeated = 0;
  #next = 0;
  #stopping = false;
  #running: Promise<void>[] = [];
  #noneComes = false;
  #staff: Promise<void> = Promise.resolve();

  start(item: Item, buyers: number, paths: string[]): void {
    this.#running = [
      ...Array.from({ length: buyers }, () => this.#each(() => this.#buy(item))),
      ...paths.map((path) => this.#each(() => this.#look(path))),
    ];
    this.#staff = this.#verifyAll();
  }

  /** Lets every order that was begun end, and be verified. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.#running);
    this.#noneComes = true;
    await this.#staff;
  }

  async #each(run: () => Promise<void>): Promise<void> {
    while (!this.#stopping) await run();
  }

  async #buy(item: Item): Promise<void> {
    const index = this.#next++;
    // Each buyer has a network of their own.
    const headers = { 'x-forwarded-for': `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}` };
    const items = [{ ...item, quantity: 1 }];
    const draft = await this.#sent({ method: 'POST', path: '/api/orders/draft', headers, body: { items } });
    if (!draft?.order) return;
    const utr = String(632_400_000_000 + index);
    const body = {
      items,
      ...draft.order,
      shippingAddress: { ...ADDRESS, phone: String(9_100_000_000 + index) },
      paymentDetails: { utrNumber: utr, method: 'upi' },
    };
    const placed = await this.#sent({ method: 'POST', path: '/api/orders', headers, body });
    const orderNumber = placed?.order?.orderNumber ?? placed?.data?.order?.orderNumber;
    if (orderNumber) this.bought.push({ orderNumber, utr, at: Date.now() });
  }

  /** Verifies the payments one after another, until all that came are verified. */
  async #verifyAll(): Promise<void> {
    const signIn = { method: 'POST', path: '/api/auth/admin-login', headers: {}, body: ADMIN } as const;
    const token = (await this.#sent(signIn))?.token;
    const headers = { authorization: `Bearer ${token}` };
    for (let next = 0; ; ) {
      const order = this.bought[next];
      if (order) {
        const path = `/api/orders/${order.orderNumber}/payment`;
        const answer = await this.#sent({ method: 'PUT', path, headers, body: { status: 'completed' } });
        if (answer) this.verified.push(order.orderNumber);
        next += 1;
      } else if (this.#noneComes) return;
      else await wait(50);
    }
  }

  /**
   * Sends until there is an answer that is not of a proxy or of a shop in trouble.
   *
   * @returns null when the call was refused
   */
  async #sent({ method, path, headers, body }: Call): Promise<Answer | null> {
    for (let attempt = 1; ; attempt++) {
      if (attempt === 2) this.repeated += 1;
      const answer = await fetch(SHOP_URL + path, {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
        .then(async (response) => ({ status: response.status, body: (await response.json()) as Answer }))
        .catch(() => null);
      const wasDone = answer?.status === 409 && attempt > 1 && saysDone(answer.body);
      if (answer && (answer.status < 300 || wasDone)) return answer.body;
      if (answer && answer.status < 500) {
        this.refused.push(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
        return null;
      }
      await wait(RETRY_MS);
    }
  }

  async #look(path: string): Promise<void> {
    const what = await fetch(SHOP_URL + path, { signal: AbortSignal.timeout(TIMEOUT_MS) })
      .then(async (response) => {
        await response.text();
        return response.status === 200 ? null : `${path}: ${response.status}`;
      })
      .catch((error: unknown) => `${path}: ${String(error)}`);
    this.pages += 1;
    if (what) this.failedPages.push({ at: Date.now(), what });
    await wait(50);
  }
}

/** Whether a call that is refused was done when it was sent before. */
function saysDone({ data, message }: Answer): boolean {
  return data?.order !== undefined || message === sentenceOf('payment_settled');
}
