import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { ShopError } from '#shop/errors.ts';

const VERSION = 'v1';
const NONCE = 12;
const TAG = 16;
/** The version, and base64url of at least a nonce and a tag. */
const SEALED = /^v1\.[\w-]{38,}$/;

export type SecretBox = ReturnType<typeof secretBox>;

/**
 * Encrypts credentials that the owner enters, such as the mailbox password, for the database
 * (AES-256-GCM). The sealed text is `v1.` and base64url.
 *
 * @param key 32 bytes (`SECRETS_KEY`), or null if the environment has none
 */
export function secretBox(key: Buffer | null) {
  return {
    /** Whether the environment has a key, so that `seal` works. */
    ready: key !== null,

    /**
     * @param purpose what the secret is for, such as `mailbox`; it can only be opened for the same
     *   purpose
     * @throws ShopError `validation` without a key
     */
    seal(purpose: string, secret: string): string {
      if (!key) {
        throw new ShopError('validation', {
          message: 'Passwords and keys can only be saved once SECRETS_KEY is set in the environment of the shop.',
        });
      }
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG });
      cipher.setAAD(Buffer.from(`${VERSION}.${purpose}`));
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return `${VERSION}.${Buffer.concat([nonce, text, cipher.getAuthTag()]).toString('base64url')}`;
    },

    /** Whether this text was made by `seal`, with this key or another one. */
    isSealed: (text: string): boolean => SEALED.test(text),

    /**
     * The secret; null without a key, with another key, for another purpose, or if the sealed text
     * was changed.
     */
    open(purpose: string, sealed: string): string | null {
      const [version, data = '', ...more] = sealed.split('.');
      const bytes = Buffer.from(data, 'base64url');
      if (!key || version !== VERSION || more.length > 0 || bytes.length < NONCE + TAG) return null;
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE), { authTagLength: TAG });
      decipher.setAAD(Buffer.from(`${VERSION}.${purpose}`));
      decipher.setAuthTag(bytes.subarray(-TAG));
      try {
        return Buffer.concat([decipher.update(bytes.subarray(NONCE, -TAG)), decipher.final()]).toString('utf8');
      } catch {
        return null;
      }
    },
  };
}
