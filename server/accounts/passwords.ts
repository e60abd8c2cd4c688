import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. About 30 ms on the thread pool. */
const PARAMETERS = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };

/** What an unknown e-mail is checked against, so that it takes as long as a wrong password. No password fits it. */
const NOBODY = encode(PARAMETERS, randomBytes(16), randomBytes(32));

/** The argon2id hash of a password, with its parameters and salt, in the usual `$argon2id$…` text. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return encode(PARAMETERS, salt, await derive(password, salt, PARAMETERS));
}

/**
 * True when `password` made `hash`. With a null hash it takes the same time and answers false. Never call it inside a
 * transaction: on SQLite all writers would wait for it.
 */
export async function checkPassword(password: string, hash: string | null): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(hash ?? NOBODY);
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
  // The same word typed on two keyboards may differ in bytes; NFKC makes them one.
  const message = password.normalize('NFKC');
  return new Promise((resolve, reject) => {
    argon2('argon2id', { message, nonce: salt, ...parameters }, (error, tag) => (error ? reject(error) : resolve(tag)));
  });
}

function encode(parameters: typeof PARAMETERS, salt: Buffer, tag: Buffer): string {
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=${parameters.memory},t=${parameters.passes},p=${parameters.parallelism}$${text(salt)}$${text(tag)}`;
}
