import { z } from 'zod';

/**
 * The key pair of the shop for Web Push, in base64url: made once, because browsers subscribe to it.
 * The private key is sealed.
 */
export const AlertSettings = z.object({
  publicKey: z.string().default(''),
  privateKey: z.string().default(''),
});
export type AlertSettings = z.infer<typeof AlertSettings>;
