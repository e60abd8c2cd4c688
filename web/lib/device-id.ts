import { readText, writeText } from './device.ts';

/**
 * The random name of this device for hearts and 'helpful' votes (D15, D16): 32 hex digits, made when first needed. No person is
 * behind it. `crypto.randomUUID` would need HTTPS; random values do not.
 */
export function deviceId(): string {
  const known = readText('deviceId');
  if (known && /^[A-Za-z0-9_-]{8,100}$/.test(known)) return known;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const made = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  writeText('deviceId', made);
  return made;
}
