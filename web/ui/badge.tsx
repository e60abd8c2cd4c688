import type { Badge as ProductBadge } from '#shop/catalogue/catalogue.ts';

/** One of the five badge colours of the admin. */
export function Badge({ text, color, className = '' }: ProductBadge & { className?: string }) {
  return <span className={`badge badge-${color} ${className}`}>{text}</span>;
}
