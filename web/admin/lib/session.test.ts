import { afterEach, expect, test, vi } from 'vitest';
import { adminCall, adminPicture, loadProfile, onForbidden } from './session.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

function signedIn(token: string | null): void {
  vi.stubGlobal('window', Object.assign(new EventTarget(), { localStorage: { getItem: () => token } }));
}

test('a call of staff without a token is refused before anything is sent (R2.6)', async () => {
  const fetch = vi.fn();
  vi.stubGlobal('fetch', fetch);
  signedIn(null);
  await expect(adminPicture('/orders/ORD1/photos/1')).rejects.toMatchObject({
    message: 'No admin authentication token found. Please log in again.',
    status: 401,
  });
  expect(fetch).not.toHaveBeenCalled();
});

test('a call that is refused with 403 fails once its listeners have looked again; other failures do not call them', async () => {
  signedIn('a token');
  let status = 403;
  vi.stubGlobal('fetch', async () => Response.json({ success: false, message: 'No' }, { status }));
  const seen: string[] = [];
  const stop = onForbidden(async () => {
    seen.push('looks');
    await new Promise((resolve) => setTimeout(resolve));
    seen.push('done');
  });
  const refused = (call: Promise<unknown>) => call.catch((error) => seen.push(`failed ${error.status}`));
  await refused(adminCall('GET /auth/sessions'));
  expect(seen).toEqual(['looks', 'done', 'failed 403']);
  // The profile is what the listeners load.
  await refused(loadProfile());
  status = 409;
  await refused(adminCall('GET /auth/sessions'));
  stop();
  status = 403;
  await refused(adminCall('GET /auth/sessions'));
  expect(seen.slice(3)).toEqual(['failed 403', 'failed 409', 'failed 403']);
});
