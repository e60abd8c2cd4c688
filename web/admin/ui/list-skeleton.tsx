import { Skeleton } from '#web/ui/skeleton.tsx';

/** Placeholder for a list that is loading. */
export function ListSkeleton({ label }: { label: string }) {
  return (
    <div className="grid gap-3 p-4" role="status" aria-label={label}>
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <Skeleton key={key} className="h-8" />
      ))}
    </div>
  );
}
