import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import m from '#messages/frame';
import { ErrorNote } from '#web/ui/note.tsx';
import { toast } from '#web/ui/toast.tsx';

/**
 * A page whose loader failed: the specification's message as a toast and, with Retry, on the page.
 */
export function LoadFailed({ message }: { message: string }) {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    toast.error(message, { action: { label: m.retry(), onPress: revalidate } });
  }, [message, revalidate]);
  return (
    <div className="page py-section">
      <h1 className="sr-only">{message}</h1>
      <ErrorNote message={message} onRetry={revalidate} retrying={state === 'loading'} quiet />
    </div>
  );
}

/**
 * Marks a list as stale because its latest load failed. A toast has already announced the failure.
 */
export function StillShown({ failure }: { failure: string }) {
  const { revalidate, state } = useRevalidator();
  return (
    <div className="mb-6">
      <ErrorNote message={failure} onRetry={revalidate} retrying={state === 'loading'} quiet />
    </div>
  );
}
