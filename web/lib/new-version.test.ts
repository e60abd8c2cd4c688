import { expect, test, vi } from 'vitest';
import { watch } from './new-version.ts';

/** A worker of this build, as a page sees it. */
function workerOf(build: string, state: ServiceWorkerState = 'installed') {
  return Object.assign(new EventTarget(), { state, build }) as unknown as ServiceWorker & { state: ServiceWorkerState };
}

/** What the browser shows a page of build `one`. */
function browser(waiting: ServiceWorker | null = null, installing: ServiceWorker | null = null) {
  const update = vi.fn(async () => {});
  const registration = Object.assign(new EventTarget(), { waiting, installing, update });
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' as DocumentVisibilityState });
  const time = { now: 0 };
  const onNew = vi.fn();
  watch({
    registration: registration as unknown as ServiceWorkerRegistration,
    page,
    build: 'one',
    buildsOf: async (worker) => ['in Hindi', (worker as ServiceWorker & { build: string }).build],
    now: () => time.now,
    onNew,
  });
  return { registration, page, time, onNew, update };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test.each<[string, ServiceWorker | null, number]>([
  ['nothing waits', null, 0],
  ['a worker of another build waits since before', workerOf('two'), 1],
  ['the page was loaded after the update, its worker waits', workerOf('one'), 0],
])('at the start: %s', async (_, waiting, times) => {
  const { onNew } = browser(waiting);
  await settled();
  expect(onNew).toHaveBeenCalledTimes(times);
});

test.each<[string, ServiceWorkerState, number]>([
  ['two', 'installing', 0],
  ['two', 'installed', 1],
  ['two', 'redundant', 0],
  ['one', 'installed', 0],
])('while the page is open, a worker of build %s becomes %s', async (build, state, times) => {
  const { registration, onNew } = browser();
  const worker = workerOf(build, 'installing');
  registration.installing = worker;
  registration.dispatchEvent(new Event('updatefound'));
  worker.state = state;
  worker.dispatchEvent(new Event('statechange'));
  await settled();
  expect(onNew).toHaveBeenCalledTimes(times);
});

test('a worker that was being installed before the page watched', async () => {
  const worker = workerOf('two', 'installing');
  const { onNew } = browser(null, worker);
  worker.state = 'installed';
  worker.dispatchEvent(new Event('statechange'));
  await settled();
  expect(onNew).toHaveBeenCalledTimes(1);
});

test('a page that is looked at again asks for a new build, at most every 15 minutes', () => {
  const { page, time, update } = browser();
  const lookAgain = (minutes: number) => {
    time.now = minutes * 60_000;
    page.visibilityState = 'hidden';
    page.dispatchEvent(new Event('visibilitychange'));
    page.visibilityState = 'visible';
    page.dispatchEvent(new Event('visibilitychange'));
    return update.mock.calls.length;
  };
  expect([14, 15, 29, 31].map(lookAgain)).toEqual([0, 1, 1, 2]);
});
