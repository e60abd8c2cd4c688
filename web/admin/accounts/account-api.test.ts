import { environmentManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '../lib/query-client.ts';
import { setupQuery, twoStepQuery } from './account-api.ts';

beforeEach(() => {
  vi.useFakeTimers();
  environmentManager.setIsServer(() => false);
  vi.stubGlobal('window', Object.assign(new EventTarget(), { localStorage: { getItem: () => 'a token' } }));
});

afterEach(() => {
  vi.useRealTimers();
  environmentManager.setIsServer(() => true);
  vi.unstubAllGlobals();
});

test('the secret of an authenticator app stays while somebody scans it; other lists are read again', async () => {
  const calls: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    calls.push(url);
    return Response.json({ twoStep: {} });
  });
  const client = createQueryClient();
  const stops = [
    new QueryObserver(client, setupQuery).subscribe(() => {}),
    new QueryObserver(client, twoStepQuery).subscribe(() => {}),
  ];
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  for (const stop of stops) stop();
  client.clear();
  expect(calls.filter((url) => url === '/api/auth/two-step/setup')).toHaveLength(1);
  expect(calls.filter((url) => url === '/api/auth/two-step').length).toBeGreaterThan(10);
});
