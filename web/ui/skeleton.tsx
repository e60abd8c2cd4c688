import m from '#messages/frame';

/** A grey placeholder box; set the size of the real content by classes. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <span className={`sk ${className}`} />;
}

/**
 * Skeletons of product cards (8 on lists, R1.9), with the same boxes as the cards, to avoid layout
 * shift.
 */
export function CardSkeletons({ count = 8, besideFilters }: { count?: number; besideFilters?: boolean }) {
  return (
    <div
      className={besideFilters ? 'grid-products grid-products-3' : 'grid-products'}
      role="status"
      aria-label={m.loadingProducts()}
    >
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the items are identical except for their position
        <div key={index} aria-hidden="true">
          <Skeleton className="aspect-square rounded-card" />
          <Skeleton className="mt-3 h-5 w-4/5" />
          <Skeleton className="mt-2.5 h-3 w-2/5" />
          <Skeleton className="mt-3 h-5 w-1/3" />
          <Skeleton className="mt-3 h-11 rounded-control" />
        </div>
      ))}
    </div>
  );
}
