/**
 * Five stars filled to the rounded-down average, the count beside them (R1.2). One picture with one spoken label; the
 * stars are painted by CSS, so a grid of fifty cards carries no fifty copies of the drawing.
 */
export function Stars({ average, count, className = '' }: { average: number; count?: number; className?: string }) {
  const filled = Math.max(0, Math.min(5, Math.floor(average)));
  return (
    <span className={`stars ${className}`}>
      <span className="stars-row" data-stars={filled} role="img" aria-label={`${average} out of 5`} />
      {count !== undefined && <span>({count})</span>}
    </span>
  );
}
