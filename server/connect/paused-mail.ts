import type { ShopSettings } from '#shop/settings/settings.ts';
import { letter } from '../mail/html.ts';
import type { Message } from '../mail/mail-queue.ts';

/** Tells an admin that a webhook was paused. */
export function pausedMail(
  to: string,
  url: string,
  shop: Pick<ShopSettings, 'brandName'>,
  shopUrl: string | null,
): Message {
  const brand = shop.brandName;
  const where = shopUrl ? `${shopUrl}/admin?section=connections` : 'the admin, under Connections';
  const parts = [
    `A program takes no messages of ${brand} any more: ${url}`,
    'The shop has paused it. New messages wait for 30 days.',
    `Please ask whoever runs the program. Then go on, and see what failed: ${where}`,
  ];
  return { kind: 'webhook_paused', to, ...letter({ subject: `${brand}: a webhook was paused`, parts, brand }) };
}
