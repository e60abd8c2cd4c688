import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { ErrorNote } from '#web/ui/note.tsx';
import { toast } from '#web/ui/toast.tsx';

/** A page whose data did not come: the specification's sentence as a toast and, with Retry, on the page. */
export function LoadFailed({ message }: { message: string }) {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    toast.error(message, { action: { label: 'Retry', onPress: revalidate } });
  }, [message, revalidate]);
  return (
    <div className="page py-section">
      <h1 className="sr-only">{message}</h1>
      <ErrorNote message={message} onRetry={revalidate} retrying={state === 'loading'} quiet />
    </div>
  );
}

/** Above a list that is no longer the newest, because its next load failed. The page has said so in a toast. */
export function StillShown({ failure }: { failure: string }) {
  const { revalidate, state } = useRevalidator();
  return (
    <div className="mb-6">
      <ErrorNote message={failure} onRetry={revalidate} retrying={state === 'loading'} quiet />
    </div>
  );
}
