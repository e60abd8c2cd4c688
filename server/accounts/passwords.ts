import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * The first argon2id configuration OWASP recommends: 19 MiB, two passes, one lane. About 30 ms on
 * the thread pool.
 */
const PARAMETERS = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };

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
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return encode(PARAMETERS, salt, await derive(password, salt, PARAMETERS));
}

/**
 * Returns true if `password` matches `hash`. A null hash takes the same time and returns false. Do
 * not call it inside a transaction: on SQLite all writers would wait for it.
 */
export async function checkPassword(password: string, hash: string | null): Promise<boolean> {
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

function derive(password: string, salt: Buffer, parameters: typeof PARAMETERS): Promise<Buffer> {
  // The same text typed on two keyboards may differ in bytes. NFKC normalizes it.
  const message = password.normalize('NFKC');
  return new Promise((resolve, reject) => {
    argon2('argon2id', { message, nonce: salt, ...parameters }, (error, tag) => (error ? reject(error) : resolve(tag)));
  });
}

function encode(parameters: typeof PARAMETERS, salt: Buffer, tag: Buffer): string {
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=${parameters.memory},t=${parameters.passes},p=${parameters.parallelism}$${text(salt)}$${text(tag)}`;
}
