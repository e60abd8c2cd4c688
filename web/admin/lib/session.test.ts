import { afterEach, expect, test, vi } from 'vitest';
import { adminPicture } from './session.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a call of staff without a token is refused before anything is sent (R2.6)', async () => {
  const fetch = vi.fn();
  vi.stubGlobal('fetch', fetch);
  vi.stubGlobal('window', Object.assign(new EventTarget(), { localStorage: { getItem: () => null } }));
  await expect(adminPicture('/orders/ORD1/photos/1')).rejects.toMatchObject({
    message: 'No admin authentication token found. Please log in again.',
    status: 401,
  });
  expect(fetch).not.toHaveBeenCalled();
});
