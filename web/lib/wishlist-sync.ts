import { parseIds, without } from '#shop/catalogue/id-lists.ts';
import { call, isUnreachable } from './api.ts';
import { readText, writeJson } from './device.ts';
import { deviceId } from './device-id.ts';
import { isWished } from './wishlist.ts';

/** A heart may be pressed again while its call is under way; more rounds than this are left for the next time. */
const ROUNDS = 4;

let sending: Promise<void> | null = null;

const waiting = () => parseIds(readText('wishlistOutbox'));

/**
 * Tells the server of the waiting hearts, one after the other, until what it answers is what the device shows: its call
 * toggles, so an answer that was lost or a heart pressed twice is put right by one more call. Never throws; what the server did
 * not take stays for the next time.
 */
export function sendWishes(): Promise<void> {
  sending ??= alone(sendAll).finally(() => {
    sending = null;
  });
  return sending;
}

/** One tab at a time, where the browser knows locks (HTTPS). Without them two tabs may toggle twice and put it right again. */
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
      // The rest would fare the same.
      if (isUnreachable(error)) return;
      // A product that is gone: nobody counts its hearts.
      writeJson('wishlistOutbox', without(waiting(), id));
    }
  }
}

/** @returns whether the server has the heart as the device has it. @throws ApiError */
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
