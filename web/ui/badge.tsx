import type { Badge as ProductBadge } from '#shop/catalogue/catalogue.ts';

/** One of the five badge colours an admin may pick. */
export function Badge({ text, color, className = '' }: ProductBadge & { className?: string }) {
  return <span className={`badge badge-${color} ${className}`}>{text}</span>;
}
