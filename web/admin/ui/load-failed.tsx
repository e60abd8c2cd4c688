import type { ComponentProps } from 'react';
import { ErrorNote } from '#web/ui/note.tsx';

/** Above a list that could not be loaded, with Retry. The last good content stays below. */
export function LoadFailed(props: ComponentProps<typeof ErrorNote>) {
  return (
    <div className="mb-3">
      <ErrorNote {...props} />
    </div>
  );
}
