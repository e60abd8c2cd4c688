import m from '#messages/frame';

/**
 * Five stars filled to the rounded-down average, with the count beside them (R1.2). A single image
 * with one label; the stars are drawn in CSS, so a grid of fifty cards does not contain fifty
 * copies of the drawing.
 */
export function Stars({ average, count, className = '' }: { average: number; count?: number; className?: string }) {
  const filled = Math.max(0, Math.min(5, Math.floor(average)));
  return (
    <span className={`stars ${className}`}>
      <span className="stars-row" data-stars={filled} role="img" aria-label={m.outOf5({ average })} />
      {count !== undefined && <span>({count})</span>}
    </span>
  );
}
