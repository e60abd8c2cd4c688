import { useMemo } from 'react';
import { getAddress, isPaying } from './checkout.ts';
import { forget, readJson, readText, useStoredText, writeJson } from './device.ts';
import { acceptAddress, type StoredAddress } from './stored-checkout.ts';

/** The addresses that the shopper saved on this device, last used first. */

/** The oldest address beyond this number is dropped. */
const MOST = 12;
const NONE: StoredAddress[] = [];

function acceptList(value: unknown): StoredAddress[] | null {
  if (!Array.isArray(value)) return null;
  return value.flatMap((entry) => {
    const address = acceptAddress(entry);
    return address?.id ? [address] : [];
  });
}

/** The saved addresses. Without a list, the address of the last checkout if it was to be saved. */
export function getAddresses(): StoredAddress[] {
  const list = readJson('savedAddresses', acceptList);
  if (list) return list;
  const only = getAddress();
  return only?.saveAddress && only.id ? [only] : [];
}

/** Adds an address or replaces the one with the same id, and moves it to the front. */
export function saveAddress(address: StoredAddress): void {
  writeJson('savedAddresses', [address, ...getAddresses().filter(({ id }) => id !== address.id)].slice(0, MOST));
}

/**
 * Removes an address, also as that of the next order; an order that may be paid keeps it to its
 * end. Returns a function that restores both (Undo).
 */
export function removeAddress(id: string, now: number): () => void {
  const before = getAddresses();
  const current = getAddress();
  writeJson(
    'savedAddresses',
    before.filter((address) => address.id !== id),
  );
  const own = current?.id === id ? current : null;
  if (own && isPaying(now)) writeJson('shippingAddress', { ...own, saveAddress: false });
  else if (own) forget('shippingAddress');
  const left = readText('shippingAddress');
  return () => {
    writeJson('savedAddresses', before);
    // Not over an address that the shopper has entered meanwhile.
    if (own && readText('shippingAddress') === left) writeJson('shippingAddress', own);
  };
}

/** The list as React state; empty until hydration. */
export function useAddresses(): StoredAddress[] {
  const list = useStoredText('savedAddresses');
  const only = useStoredText('shippingAddress');
  return useMemo(() => (list === null && only === null ? NONE : getAddresses()), [list, only]);
}
