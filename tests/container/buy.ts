import { setTimeout as wait } from 'node:timers/promises';
import { ADDRESS } from '#tests/factories.ts';

/** `node tests/container/buy.ts URL`: waits for the shop at URL, and buys one pack of almonds. */
const url = process.argv[2] ?? '';
const DEADLINE = Date.now() + 120_000;

async function call<T>(path: string, body?: unknown): Promise<T> {
  const response = await fetch(`${url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: body ? { 'content-type': 'application/json' } : {},
    body: body ? JSON.stringify(body) : null,
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text.slice(0, 500)}`);
  return text.startsWith('{') ? (JSON.parse(text) as T) : (text as T);
}

async function open(): Promise<void> {
  for (;;) {
    try {
      await call('/readyz');
      return;
    } catch (error) {
      if (Date.now() > DEADLINE) throw error;
      await wait(250);
    }
  }
}

await open();
const home = await call<string>('/');
const script = /\/assets\/[\w.-]+\.js/.exec(home)?.[0];
if (!script) throw new Error('the home page names no script of the build');
await call(script);

interface Products {
  products: { id: string; sizes: { size: string }[] }[];
}
const { products } = await call<Products>('/api/products?limit=1');
const [product] = products;
if (!product) throw new Error('the shop has no product');
interface Placed {
  order: { orderNumber: string };
}
const { order } = await call<Placed>('/api/orders', {
  items: [{ product: product.id, size: product.sizes[0]?.size, quantity: 1 }],
  shippingAddress: ADDRESS,
  paymentDetails: { utrNumber: '632412345678', method: 'upi' },
});
const tracked = await call<unknown>(`/api/orders/track/${ADDRESS.phone}`);
if (!JSON.stringify(tracked).includes(order.orderNumber)) throw new Error('the order cannot be tracked');
process.stdout.write(`bought: ${order.orderNumber}\n`);
