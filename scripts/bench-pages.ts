import { loadavg } from 'node:os';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { chromium as installed } from '../tests/e2e/chromium.ts';
import { serveWithoutScripts, withShop } from './bench-shop.ts';

/**
 * `npm run bench:pages`, after `npm run build`: the first view of the shop's pages beside the same
 * pages without scripts (the limit), in turn in one run, on a slow phone: 412 × 823, a processor 4
 * times slower, 1.6 Mbit/s, 150 ms. Prints medians in ms: first and largest paint, blocking time,
 * layout shift, and the time from a tap to its effect. BENCH_RUNS (5) visits of each page.
 *
 * Hydration could start once the last script has arrived: a tap counts from there, or from itself
 * if it came later.
 */
const RUNS = Number(process.env.BENCH_RUNS ?? 5);
/**
 * A button that is tapped. Its effect is that an attribute of this name changes; without one, that
 * cart or wishlist change.
 */
interface Tap {
  name: RegExp;
  attribute?: string;
}
const ADD: Tap = { name: /^Add .* to cart$|^Add to Cart$/ };
const HEART: Tap = { name: /^Save .* to wishlist$/ };
const NEXT: Tap = { name: /^Next (slide|picture)$/, attribute: 'aria-current' };
// These wait for hydration.
const PAUSE: Tap = { name: /^Pause announcement$/, attribute: 'aria-label' };
const FILTERS: Tap = { name: /^Filters/, attribute: 'open' };
const ENLARGE: Tap = { name: /^Enlarge/, attribute: 'open' };
const PAGES: { name: string; path: string; taps: Record<string, Tap> }[] = [
  { name: 'home', path: '/', taps: { Add: ADD, heart: HEART, 'next slide': NEXT, pause: PAUSE } },
  { name: 'listing', path: '/all-products', taps: { Add: ADD, heart: HEART, filters: FILTERS } },
  {
    name: 'product',
    path: '/product/california-almonds',
    taps: { Add: ADD, heart: HEART, 'next picture': NEXT, enlarge: ENLARGE },
  },
  { name: 'cart', path: '/cart', taps: { '+': { name: /^One more/ } } },
];
const BAR = { paint: 1.25, shift: 0.0005, tap: 200 };
/** When the tap is made: at the first paint, or when the page has loaded. */
const MOMENTS = ['first paint', 'load'] as const;

/** Collected in the page, ms since the visit began. */
interface Marks {
  first: number;
  largest: number;
  blocking: number;
  shift: number;
  tapped: number;
  effect: number;
}
type Measured = Window & { marks: Marks };

await withShop('SQLite', null, async (shop) => {
  const limit = await serveWithoutScripts(shop);
  const browser = await chromium.launch({ executablePath: installed(), args: ['--no-sandbox', '--disable-gpu'] });
  let good = true;
  try {
    const cart = await cartOf(browser, shop);
    for (const { name, path, taps } of PAGES) {
      const shops: Marks[] = [];
      const limits: Marks[] = [];
      const effects = new Map<string, number[]>();
      for (let run = 0; run < RUNS; run++) {
        shops.push(await visit(browser, shop + path, cart, firstView));
        limits.push(await visit(browser, limit.origin + path, cart, firstView));
        for (const [button, tap] of Object.entries(taps)) {
          for (const moment of MOMENTS) {
            const key = `${button} at ${moment}`;
            const measure = (page: Page) => tapped(page, tap.name, moment);
            const effect = await visit(browser, shop + path, cart, measure, tap.attribute);
            effects.set(key, [...(effects.get(key) ?? []), effect]);
          }
        }
      }
      const of = (all: Marks[], key: keyof Marks) => median(all.map((marks) => marks[key]));
      const ratio = of(shops, 'largest') / of(limits, 'largest');
      const met =
        ratio <= BAR.paint &&
        of(shops, 'shift') < BAR.shift &&
        [...effects.values()].every((all) => median(all) <= BAR.tap);
      good &&= met;
      const row = (all: Marks[]) =>
        `FCP ${of(all, 'first').toFixed(0)}, LCP ${of(all, 'largest').toFixed(0)}, TBT ${of(all, 'blocking').toFixed(0)}, CLS ${of(all, 'shift').toFixed(3)}`;
      console.log(`${name}: ${met ? 'ok' : 'OVER'}, load ${loadavg()[0]?.toFixed(1)}`);
      console.log(`  shop   ${row(shops)}; LCP ${ratio.toFixed(2)} × the limit (bar ${BAR.paint})`);
      console.log(`  limit  ${row(limits)}`);
      for (const [tap, all] of effects) {
        console.log(`  ${tap}: effect ${median(all).toFixed(0)} ms after hydration could start (bar ${BAR.tap})`);
      }
    }
  } finally {
    await browser.close();
    limit.close();
  }
  process.exitCode = good ? 0 : 1;
});

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** One visit of a new shopper on a slow phone. */
async function visit<T>(
  browser: Browser,
  url: string,
  cart: string,
  measure: (page: Page) => Promise<T>,
  attribute?: string,
): Promise<T> {
  const context: BrowserContext = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 2.625,
    isMobile: true,
    hasTouch: true,
    serviceWorkers: 'block',
  });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    const throughput = 1_600_000 / 8;
    const slow = { latency: 150, downloadThroughput: throughput, uploadThroughput: throughput / 2 };
    await session.send('Network.emulateNetworkConditions', { offline: false, ...slow });
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.addInitScript(collect, attribute);
    if (url.endsWith('/cart')) await page.addInitScript((lines) => localStorage.setItem('cart', lines), cart);
    await page.goto(url, { waitUntil: 'commit' });
    return await measure(page);
  } finally {
    await context.close();
  }
}

/** Runs in the page before its own scripts. */
function collect(attribute: string | undefined): void {
  const marks = { first: 0, largest: 0, blocking: 0, shift: 0, tapped: 0, effect: 0 };
  Object.assign(window, { marks });
  const observe = (
    type: string,
    read: (entry: PerformanceEntry & { value: number; hadRecentInput: boolean }) => void,
  ) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) read(entry as Parameters<typeof read>[0]);
    }).observe({ type, buffered: true });
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') marks.first = startTime;
  });
  observe('largest-contentful-paint', ({ startTime }) => {
    marks.largest = startTime;
  });
  observe('longtask', ({ startTime, duration }) => {
    if (startTime >= marks.first) marks.blocking += duration - 50;
  });
  observe('layout-shift', ({ value, hadRecentInput }) => {
    if (!hadRecentInput) marks.shift += value;
  });
  addEventListener(
    'pointerdown',
    ({ timeStamp }) => {
      marks.tapped ||= timeStamp;
    },
    { capture: true },
  );
  const effect = () => {
    if (marks.tapped > 0) marks.effect ||= performance.now();
  };
  for (const type of ['cartUpdated', 'wishlistUpdated']) addEventListener(type, effect);
  if (attribute) new MutationObserver(effect).observe(document, { subtree: true, attributeFilter: [attribute] });
}

/**
 * Waits until a page without scripts has loaded, or one with them has hydrated and nothing is
 * requested any more.
 */
async function firstView(page: Page): Promise<Marks> {
  await page.waitForLoadState('networkidle');
  return page.evaluate(() => (window as unknown as Measured).marks);
}

/**
 * @returns ms from the moment when hydration could start, or from a later tap, to the effect of the
 * tap
 */
async function tapped(page: Page, name: RegExp, moment: (typeof MOMENTS)[number]): Promise<number> {
  if (moment === 'load') await page.waitForLoadState('load');
  else await page.waitForFunction(() => (window as unknown as Measured).marks.first > 0);
  await page.getByRole('button', { name }).first().tap();
  await page.waitForFunction(() => (window as unknown as Measured).marks.effect > 0);
  return page.evaluate(() => {
    const { marks } = window as unknown as Measured;
    const scripts = (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter(
      ({ name: url, responseEnd }) => url.endsWith('.js') && responseEnd <= marks.effect,
    );
    return marks.effect - Math.max(marks.tapped, ...scripts.map(({ responseEnd }) => responseEnd));
  });
}

/** The stored cart of a shopper with one product. */
async function cartOf(browser: Browser, shop: string): Promise<string> {
  const page = await browser.newPage();
  await page.goto(`${shop}/product/california-almonds`);
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).first().click();
  await page.waitForFunction(() => localStorage.getItem('cart'));
  const cart = await page.evaluate(() => localStorage.getItem('cart') ?? '');
  await page.close();
  return cart;
}
