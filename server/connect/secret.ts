import { randomBytes } from 'node:crypto';

/** A secret of a webhook (Standard Webhooks). */
export const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;

/** A sealed secret opens for its own webhook only. */
export const purposeOf = (id: string) => `webhook ${id}`;
