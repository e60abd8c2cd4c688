import { expect, onTestFinished, test, vi } from 'vitest';
import { createServices, type Services } from '#server/services.ts';
import { testApp } from '#tests/app.ts';
import { buildApp } from './app.ts';

interface Background {
  start(): void;
  stop(): Promise<void>;
}

const isBackground = (value: object): value is Background => 'start' in value && 'stop' in value;

/** All background work of the services, and of their parts, by name. */
function backgroundOf({ context: _, ...services }: Services): Map<string, Background> {
  const found = new Map<string, Background>();
  for (const [name, service] of Object.entries(services)) {
    for (const [part, value] of [['', service], ...Object.entries(service)] as const) {
      if (typeof value === 'object' && value !== null && isBackground(value))
        found.set(`${name} ${part}`.trim(), value);
    }
  }
  return found;
}

test('background work starts when the shop listens, not before, and stops when it closes', async () => {
  await using t = await testApp({ seed: 'none' });
  const services = createServices(t.context);
  const calls: string[] = [];
  const background = backgroundOf(services);
  for (const [name, work] of background) {
    vi.spyOn(work, 'start').mockImplementation(() => void calls.push(`start ${name}`));
    vi.spyOn(work, 'stop').mockImplementation(async () => void calls.push(`stop ${name}`));
  }
  expect([...background.keys()]).toEqual(expect.arrayContaining(['mail', 'replacements photos', 'reviewPhotos']));
  const all = (what: string) => [...background.keys()].map((name) => `${what} ${name}`).toSorted();

  const app = await buildApp(services, { maxEventLoopDelayMs: 0 });
  onTestFinished(() => app.close());
  expect((await app.inject('/api/config')).statusCode).toBe(200);
  expect(calls).toEqual([]);

  await app.listen({ port: 0, host: '127.0.0.1' });
  await expect.poll(() => calls.toSorted()).toEqual(all('start'));

  calls.length = 0;
  await app.close();
  expect(calls.toSorted()).toEqual(all('stop'));
  // A mail server that hangs must not keep the others from ending.
  expect(calls.at(-1)).toBe('stop mail');
});

test('background work goes on until the last request has its response', async () => {
  await using t = await testApp({ seed: 'none' });
  const services = createServices(t.context);
  const calls: string[] = [];
  for (const [, work] of backgroundOf(services)) {
    vi.spyOn(work, 'start').mockImplementation(() => {});
    vi.spyOn(work, 'stop').mockImplementation(async () => void calls.push('stop'));
  }
  const settings = { ...services.settings };
  const reached = Promise.withResolvers<void>();
  const goesOn = Promise.withResolvers<void>();
  settings.config = async () => {
    reached.resolve();
    await goesOn.promise;
    return services.settings.config();
  };
  const app = await buildApp({ ...services, settings }, { maxEventLoopDelayMs: 0 });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const response = fetch(`${origin}/api/config`).then(({ status }) => calls.push(`response ${status}`));
  await reached.promise;
  const closed = app.close();
  await expect.poll(() => app.server.listening).toBe(false);
  expect(calls).toEqual([]);
  goesOn.resolve();
  await Promise.all([closed, response]);
  expect(calls).toContain('response 200');
  expect(calls).toContain('stop');
});
