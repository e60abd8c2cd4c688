import { bar, placeOrder, raiseStock, residentMb, signIn, withShop } from './bench-shop.ts';

const minutes = Number(process.env.SOAK_MINUTES ?? 1);
const SAMPLE_MS = 1_000;
/** What of the time counts as warm-up. */
const WARM = 0.5;
const MOST_GROWTH_MB = 20;

/**
 * A mixed load: four clients read pages, lists and searches, one places orders. Memory is flat when
 * the mean of the last tenth is near that of the tenth after half of the time.
 */
export async function benchSoak(): Promise<void> {
  await withShop('SQLite', null, async (origin, child) => {
    const until = performance.now() + minutes * 60_000;
    const list = (await (await fetch(`${origin}/api/products?limit=50`)).json()) as {
      products: { id: string; status: string; sizes: { size: string; price: number }[] }[];
    };
    const products = list.products.filter(({ status, sizes }) => status === 'Active' && sizes.length > 0);
    await raiseStock(
      origin,
      await signIn(origin),
      products.map(({ id }) => id),
    );
    const places = (index: number) => [
      '/',
      '/all-products',
      `/all-products?page=${1 + (index % 3)}&sort=price-low`,
      `/product/${products[index % products.length]?.id}`,
      `/api/products?limit=12&page=${1 + (index % 3)}`,
      `/api/products/search?q=al${index % 50}`,
      `/api/orders/track/${9_000_000_000 + (index % 1000)}`,
    ];
    let requests = 0;
    const read = async (from: number) => {
      for (let index = from; performance.now() < until; index += 4) {
        for (const place of places(index)) {
          await (await fetch(origin + place)).arrayBuffer();
          requests++;
        }
      }
    };
    const buy = async () => {
      for (let number = 0; performance.now() < until; number++) {
        const product = products[number % products.length];
        if (product?.sizes[0]) await placeOrder(origin, number, product.id, product.sizes[0]);
        requests += 2;
      }
    };
    const samples: number[] = [];
    const timer = setInterval(() => samples.push(residentMb(child.pid)), SAMPLE_MS);
    await Promise.all([0, 1, 2, 3].map(read).concat(buy()));
    clearInterval(timer);
    const tenth = Math.max(1, Math.floor(samples.length / 10));
    const mean = (part: number[]) => part.reduce((sum, value) => sum + value, 0) / part.length;
    const half = Math.floor(samples.length * WARM);
    const early = mean(samples.slice(half, half + tenth));
    const late = mean(samples.slice(-tenth));
    const more = `${early.toFixed(0)} MB after half of ${minutes} min, ${late.toFixed(0)} MB at the end, ${requests} requests`;
    bar('growth of memory in the soak', late - early, MOST_GROWTH_MB, 'MB', more);
  });
}
