import type { Figures } from '../dashboard/figures.ts';

/** Live figures (D37). One that is not known (yet) is left out, never guessed. */
export function QuickStats({ figures, className }: { figures: Figures; className: string }) {
  const shown = [
    { one: 'product', value: figures.products },
    { one: 'active order', value: figures.activeOrders },
    { one: 'pending review', value: figures.pendingReviews },
  ].filter((figure) => figure.value !== undefined);
  return (
    <section className={`quick ${className}`} aria-label="Quick Stats">
      {shown.map(({ one, value }) => (
        <span key={one}>
          <b>{value}</b> {value === 1 ? one : `${one}s`}
        </span>
      ))}
    </section>
  );
}
