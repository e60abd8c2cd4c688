import { z } from 'zod';

/**
 * Alerts of new orders for a member of staff: by email, and by Web Push to the browsers that they
 * have switched it on in.
 */

export const ALERT_TEXTS = {
  mailOn: 'You get an email about each new order.',
  mailOff: 'You will get no more emails about new orders.',
  deviceAdded: 'Alerts are on in this browser.',
  deviceRemoved: 'That browser will show no more alerts.',
  noKey: 'Alerts in the browser need SECRETS_KEY in the environment of the shop.',
  wrongAddress: 'This browser’s push service cannot be used.',
} as const;

/** Browsers of one person; with one more, the oldest goes. */
export const MAX_PUSH_DEVICES = 10;

const HOST = /^(?=.{4,253}$)([a-z0-9-]{1,63}\.)+[a-z][a-z0-9-]{1,62}$/i;
const PRINTABLE = /^[!-~]*$/;
const INTERNAL = /\.(local|localhost|internal|intranet|lan|home|corp|arpa|onion)$/i;

/**
 * Whether this is the address of a push service: https at a public host name. Its IP addresses are
 * checked when it is connected to.
 */
export function isPushEndpoint(text: string): boolean {
  // `URL` drops or escapes control characters, and the text is stored as it is.
  if (text.length > 1_000 || !PRINTABLE.test(text) || !URL.canParse(text)) return false;
  const { protocol, hostname, username, password, port } = new URL(text);
  if (protocol !== 'https:' || username || password || port) return false;
  return HOST.test(hostname) && !INTERNAL.test(hostname);
}

const base64url = (bytes: number) =>
  z.string().regex(new RegExp(`^[\\w-]{${Math.ceil((bytes * 4) / 3)}}=*$`), ALERT_TEXTS.wrongAddress);

/** A subscription as a browser describes it (`PushSubscription.toJSON()`). */
export const PushDeviceInput = z.object({
  endpoint: z.string().refine(isPushEndpoint, ALERT_TEXTS.wrongAddress),
  keys: z.object({ p256dh: base64url(65), auth: base64url(16) }),
});
export type PushDeviceInput = z.infer<typeof PushDeviceInput>;

export const AlertChoice = z.object({ mail: z.boolean() });

/** The alerts of the signed-in person. */
export const StaffAlerts = z.object({
  mail: z.boolean().describe('an email about each new order'),
  ready: z.boolean().describe('the environment has SECRETS_KEY, which Web Push needs'),
  devices: z.array(
    z.object({
      id: z.string(),
      device: z.string(),
      createdAt: z.number(),
      endpoint: z.string().describe('so that a browser finds itself'),
    }),
  ),
});
export type StaffAlerts = z.infer<typeof StaffAlerts>;
