import type { ReactNode } from 'react';
import { useMatches } from 'react-router';
import { whatsAppLink, whatsAppShare } from '#shop/contacts/whatsapp.ts';
import { Icon } from '#web/ui/icon.tsx';
import { MessageCircle } from '#web/ui/page-icons.ts';
import { useHydrated } from './device.ts';
import { pagePath } from './language.ts';
import { siteOf } from './seo.ts';

/**
 * Opens WhatsApp with `text` filled in: a chat with the shop, or with whom the shopper chooses
 * (`share`). Renders nothing in a shop without a number. `path` of the shop: its address follows
 * the text.
 */
export function WhatsAppLink({
  text,
  path,
  share,
  className = 'link link-tap gap-1.5',
  children,
}: {
  text: string;
  path?: string;
  share?: boolean;
  className?: string;
  children: ReactNode;
}) {
  const { whatsapp = '', origin } = siteOf(useMatches());
  // Without PUBLIC_URL only the browser knows the address of the shop.
  const base = useHydrated() ? window.location.origin : origin;
  const whole = path && base ? `${text} ${new URL(pagePath(path), base).href}` : text;
  const chat = whatsAppLink(whatsapp, whole);
  if (!chat) return null;
  return (
    <a className={className} href={share ? whatsAppShare(whole) : chat} target="_blank" rel="noopener noreferrer">
      <Icon of={MessageCircle} /> {children}
    </a>
  );
}
