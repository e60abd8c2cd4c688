import { useMemo } from 'react';
import { acceptAddress, getAddress, type StoredAddress } from './checkout.ts';
import { readJson, useStoredText, writeJson } from './device.ts';

/** The addresses that the shopper asked this device to keep, the last used first. */

/** More than anybody sends to; the oldest goes. */
const MOST = 12;
const NONE: StoredAddress[] = [];

function acceptList(value: unknown): StoredAddress[] | null {
  if (!Array.isArray(value)) return null;
  return value.flatMap((entry) => {
    const address = acceptAddress(entry);
    return address?.id ? [address] : [];
  });
}

/** The list; before there was one, the single address that was kept. */
export function getAddresses(): StoredAddress[] {
  const list = readJson('savedAddresses', acceptList);
  if (list) return list;
  const only = getAddress();
  return only?.saveAddress && only.id ? [only] : [];
}

/** Adds an address, or replaces the one with its id, and puts it first. */
export function saveAddress(address: StoredAddress): void {
  writeJson('savedAddresses', [address, ...getAddresses().filter(({ id }) => id !== address.id)].slice(0, MOST));
}

/** Takes an address off the list. Answers how to put the list back (Undo). */
export function removeAddress(id: string): () => void {
  const before = getAddresses();
  writeJson(
    'savedAddresses',
    before.filter((address) => address.id !== id),
  );
  return () => writeJson('savedAddresses', before);
}

/** The list as React state; empty on the server and in the first paint. */
export function useAddresses(): StoredAddress[] {
  const list = useStoredText('savedAddresses');
  const only = useStoredText('shippingAddress');
  return useMemo(() => (list === null && only === null ? NONE : getAddresses()), [list, only]);
}
