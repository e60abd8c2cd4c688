import { useRevalidator } from 'react-router';
import { ErrorNote } from '#web/ui/note.tsx';

/** A page whose data did not come: the specification's sentence, and Retry. */
export function LoadFailed({ message }: { message: string }) {
  const { revalidate, state } = useRevalidator();
  return (
    <div className="page py-section">
      <h1 className="sr-only">{message}</h1>
      <ErrorNote message={message} onRetry={revalidate} retrying={state === 'loading'} />
    </div>
  );
}
