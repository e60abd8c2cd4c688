import { parseIds, without } from '#shop/catalogue/id-lists.ts';
import { call, isUnreachable } from './api.ts';
import { readText, writeJson } from './device.ts';
import { deviceId } from './device-id.ts';

/**
 * Requests per product in one run. More are needed only if the shopper toggles during a request;
 * the rest waits for the next run.
 */
const ROUNDS = 4;

let sending: Promise<void> | null = null;

const waiting = () => parseIds(readText('wishlistOutbox'));
const isWished = (id: string) => parseIds(readText('wishlist')).includes(id);

/**
 * Sends the pending wishlist changes one after the other, each until the server's state matches the
 * device's. The endpoint toggles, so one more request corrects a lost response or a double toggle.
 * Never throws; changes that failed stay for the next run.
 */
export function sendWishes(): Promise<void> {
  sending ??= alone(sendAll).finally(() => {
    sending = null;
  });
  return sending;
}

/**
 * Runs in one tab at a time where the browser supports locks (HTTPS). Without them two tabs may
 * toggle twice and then correct it.
 */
function alone(work: () => Promise<void>): Promise<void> {
  return navigator.locks ? navigator.locks.request('wishlist', work) : work();
}

async function sendAll(): Promise<void> {
  const tried = new Set<string>();
  for (;;) {
    const id = waiting().find((candidate) => !tried.has(candidate));
    if (id === undefined) return;
    tried.add(id);
    try {
      if (await settle(id)) writeJson('wishlistOutbox', without(waiting(), id));
    } catch (error) {
      // The remaining requests would fail too.
      if (isUnreachable(error)) return;
      // The product no longer exists.
      writeJson('wishlistOutbox', without(waiting(), id));
    }
  }
}

/** @returns whether the server's state matches the device's @throws ApiError */
async function settle(id: string): Promise<boolean> {
  for (let round = 0; round < ROUNDS; round++) {
    const { wishlisted } = await call('POST /products/:id/wishlist', {
      params: { id },
      body: { deviceId: deviceId() },
    });
    if (wishlisted === isWished(id)) return true;
  }
  return false;
}
