import { hash, randomFillSync, randomInt } from 'node:crypto';

/** Random bytes in advance: a call for 4,096 takes about as long as one for ten. */
const pool = Buffer.alloc(4_096);
let used = pool.length;

function randomBytes(size: number): Buffer {
  if (used + size > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const bytes = pool.subarray(used, used + size);
  used += size;
  return bytes;
}

let last = 0;
let count = 0;

/**
 * A new id such as `evt_0mb3k2v8c0000c4q…`: the time in base 36 and a count within the millisecond,
 * so that the ids of a process sort by age, then 64 random bits.
 */
export function newId(prefix: string): string {
  const now = Date.now();
  // A clock that is set back starts again from its new time.
  if (now > last || now < last - 1_000) {
    last = now;
    count = 0;
  } else {
    count += 1;
  }
  const time = last.toString(36).padStart(9, '0') + count.toString(16).padStart(4, '0');
  return `${prefix}_${time}${randomBytes(8).toString('hex')}`;
}

/**
 * A secret of 192 random bits in base64url: session tokens, order tokens, reset links. Only its
 * hash is stored.
 */
export function newToken(): string {
  return randomBytes(24).toString('base64url');
}

/** A code of digits for a mail, which a person types. */
export function newCode(length: number): string {
  return String(randomInt(10 ** length)).padStart(length, '0');
}

/** SHA-256 in hex, of content or of secrets with high entropy (tokens); passwords use argon2id. */
export function sha256(data: string | Buffer): string {
  return hash('sha256', data, 'hex');
}

/**
 * A client that gets no response sends again: within this time (ms), the same text counts as sent
 * once.
 */
export const SAME_MS = 10 * 60_000;

/**
 * A key for a unique column: equal for the same fields within the same `SAME_MS`, so that what a
 * client sends several times at once is stored once. An earlier window is found by reading before
 * the insert, after `lockKey`.
 */
export function onceKey(fields: readonly string[], at: number): string {
  return sha256(JSON.stringify([...fields, Math.floor(at / SAME_MS)]));
}
