import { setTimeout as wait } from 'node:timers/promises';
import { ADDRESS } from '#tests/factories.ts';
import { SHOP_URL } from './parts.ts';

/** Shoppers who buy and look, through the proxy, as browsers do: an order without an answer is sent again. */

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
}

export class Clients {
  readonly bought: Bought[] = [];
  /** Answers of pages other than 200, with the time. */
  readonly failedPages: { at: number; what: string }[] = [];
  /** Answers to orders that are neither taken nor 'come back later'. */
  readonly refused: string[] = [];
  pages = 0;
  /** Orders that were sent more than once. */
  repeated = 0;
  #next = 0;
  #stopping = false;
  #running: Promise<void>[] = [];

  start(item: Item, buyers: number, paths: string[]): void {
    this.#running = [
      ...Array.from({ length: buyers }, () => this.#each(() => this.#buy(item))),
      ...paths.map((path) => this.#each(() => this.#look(path))),
    ];
  }

  /** Lets every order that was begun end. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.#running);
  }

  async #each(run: () => Promise<void>): Promise<void> {
    while (!this.#stopping) await run();
  }

  async #buy(item: Item): Promise<void> {
    const index = this.#next++;
    const items = [{ ...item, quantity: 1 }];
    const draft = await this.#sent('/api/orders/draft', { items }, index);
    const utr = String(632_400_000_000 + index);
    const order = await this.#sent(
      '/api/orders',
      {
        items,
        orderNumber: draft.order?.orderNumber,
        accessToken: draft.order?.accessToken,
        shippingAddress: { ...ADDRESS, phone: String(9_100_000_000 + index) },
        paymentDetails: { utrNumber: utr, method: 'upi' },
      },
      index,
    );
    const orderNumber = order.order?.orderNumber ?? order.data?.order?.orderNumber;
    if (orderNumber) this.bought.push({ orderNumber, utr, at: Date.now() });
  }

  /** Sends until there is an answer that is not of a proxy or of a shop in trouble. */
  async #sent(path: string, body: unknown, index: number): Promise<Answer> {
    for (let attempt = 1; ; attempt++) {
      if (attempt === 2) this.repeated += 1;
      const answer = await fetch(SHOP_URL + path, {
        method: 'POST',
        // Each buyer has a network of their own.
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`,
        },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
        .then(async (response) => ({ status: response.status, body: (await response.json()) as Answer }))
        .catch(() => null);
      const again = answer?.status === 409 && answer.body.data?.order;
      if (answer && (answer.status < 300 || again)) return answer.body;
      if (answer && answer.status < 500) {
        this.refused.push(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
        return answer.body;
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
