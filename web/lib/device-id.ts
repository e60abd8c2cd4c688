import { readText, writeText } from './device.ts';

/**
 * A random id of this device for the wishlist and 'helpful' votes (D15, D16): 32 hex digits, generated on first use and not linked
 * to a person. Does not use `crypto.randomUUID`, which requires HTTPS.
 */
export function deviceId(): string {
  const stored = readText('deviceId');
  if (stored && /^[A-Za-z0-9_-]{8,100}$/.test(stored)) return stored;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const id = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  writeText('deviceId', id);
  return id;
}
