import { readText, writeText } from './device.ts';

/** 32 random hex digits. Does not use `crypto.randomUUID`, which requires HTTPS. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * A random id of this device for the wishlist and 'helpful' votes (D15, D16), generated on first
 * use and not linked to a person.
 */
export function deviceId(): string {
  const stored = readText('deviceId');
  if (stored && /^[A-Za-z0-9_-]{8,100}$/.test(stored)) return stored;
  const id = randomKey();
  writeText('deviceId', id);
  return id;
}
