import { createHash, randomBytes } from 'node:crypto';

/**
 * A new id such as `evt_mb3k2v8c4q…`: the time in base 36, so that ids sort by age, then 80 random bits.
 */
export function newId(prefix: string): string {
  return `${prefix}_${Date.now().toString(36).padStart(9, '0')}${randomBytes(10).toString('hex')}`;
}

/** A secret of 192 random bits in base64url: session tokens, order tokens, reset links. Only its hash is stored. */
export function newToken(): string {
  return randomBytes(24).toString('base64url');
}

/** SHA-256 in hex. For secrets with high entropy (tokens); passwords use argon2id. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
