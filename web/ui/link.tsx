import type { ComponentProps } from 'react';
import { Link } from 'react-router';

type AnchorProps = Omit<ComponentProps<'a'>, 'href'> & { to: string; replace?: boolean };

/**
 * A link to any target in the content (D46: a path of the shop, `https:`, `mailto:` or `tel:`).
 * Paths use client navigation; the rest are plain anchors, and external pages receive no referrer.
 */
export function AppLink({ to, replace, ...rest }: AnchorProps) {
  if (to.startsWith('/') && !to.startsWith('//') && !to.startsWith('/api/')) {
    return <Link to={to} replace={replace} {...rest} />;
  }
  return <a href={to} rel={to.startsWith('http') ? 'noopener noreferrer' : undefined} {...rest} />;
}
