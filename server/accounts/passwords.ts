import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { atMost } from '../at-most.ts';

/**
 * The first argon2id configuration OWASP recommends: 19 MiB, two passes, one lane. About 30 ms on
 * the thread pool.
 */
const PARAMETERS = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };

/**
 * Hashes share Node's four threads with pictures and files: 300 sign-ins at once let a picture wait
 * for 38 s. Thirty wait for about a second.
 */
const inTurn = atMost(2, 30);

/**
 * Dummy hash for unknown emails, so that they take as long as a wrong password. No password matches
 * it.
 */
const DUMMY_HASH = encode(PARAMETERS, randomBytes(16), randomBytes(32));

/** A password that nobody has chosen: 16 characters. */
export function randomPassword(): string {
  return randomBytes(12).toString('base64url');
}

/**
 * Hashes a password with argon2id. Returns parameters, salt and tag in the standard `$argon2id$…`
 * format.
 *
 * @throws ShopError('busy') when too many wait
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return encode(PARAMETERS, salt, await inTurn(() => derive(password, salt, PARAMETERS)));
}

/**
 * Returns true if `password` matches `hash`. A null hash takes the same time and returns false. Do
 * not call it inside a transaction: on SQLite all writers would wait for it.
 *
 * @param hash may be a function that is called when it is the turn of this password: an attempt
 *   that it counts is then one that was looked at
 * @param ahead before the others that wait, and however many they are
 * @throws ShopError('busy') when too many wait
 */
export function checkPassword(password: string, hash: StoredHash, ahead = false): Promise<boolean> {
  return inTurn(async () => compare(password, typeof hash === 'function' ? await hash() : hash), ahead);
}

export type StoredHash = string | null | (() => Promise<string | null>);

async function compare(password: string, hash: string | null): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(
    hash ?? DUMMY_HASH,
  );
  if (!parts) {
    return false;
  }
  const [, memory, passes, parallelism, salt = '', tag = ''] = parts;
  const expected = Buffer.from(tag, 'base64');
  const actual = await derive(password, Buffer.from(salt, 'base64'), {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  });
  return timingSafeEqual(actual, expected) && hash !== null;
}

const argon2id = promisify(argon2);

function derive(password: string, nonce: Buffer, parameters: typeof PARAMETERS): Promise<Buffer> {
  // The same text typed on two keyboards may differ in bytes. NFKC normalizes it.
  const message = password.normalize('NFKC');
  return argon2id('argon2id', { message, nonce, ...parameters });
}

function encode(parameters: typeof PARAMETERS, salt: Buffer, tag: Buffer): string {
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=${parameters.memory},t=${parameters.passes},p=${parameters.parallelism}$${text(salt)}$${text(tag)}`;
}
