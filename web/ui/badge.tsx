import type { Badge as ProductBadge } from '#shop/catalogue/catalogue.ts';

/** One of the five badge colours an admin may pick. */
export function Badge({ text, color }: { text: string; color: ProductBadge['color'] }) {
  return <span className={`badge badge-${color}`}>{text}</span>;
}
