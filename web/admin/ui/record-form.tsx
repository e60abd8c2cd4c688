import { type ReactNode, useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { formatDateTime } from '#shop/india/dates.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorNote } from '#web/ui/note.tsx';
import { ListSkeleton } from './list-skeleton.tsx';
import { OutdatedNote } from './outdated-note.tsx';
import { type Fields, fieldsOf } from './use-form.ts';
import type { EditedRecord } from './use-record.ts';

interface RecordFormProps<Value> {
  title: string;
  record: EditedRecord<Value>;
  /** The label of the save button. */
  action: string;
  loadFailed: string;
  /** Renders the fields; called only when there is a value. */
  children: (value: Value, fields: Fields<Value>) => ReactNode;
}

/**
 * The card of one record: its fields, the conflict notice, who saved it last, Discard and Save.
 */
export function RecordForm<Value>({ title, record, action, loadFailed, children }: RecordFormProps<Value>) {
  const { value, stored, dirty, props } = record;
  const form = props.ref;
  // A link can name the field that it is about: `?section=shop-settings&field=gstin`.
  const [search] = useSearchParams();
  const field = search.get('field');
  const loaded = value !== undefined;
  useEffect(() => {
    if (loaded && field) form.current?.querySelector<HTMLElement>(`[name="${CSS.escape(field)}"]`)?.focus();
  }, [loaded, field, form]);
  return (
    <section className="admin-card" aria-label={title}>
      <header className="card-head">
        <h2>{title}</h2>
      </header>
      {record.failed && (
        <div className="card-body pb-0">
          <ErrorNote message={loadFailed} onRetry={record.retry} retrying={record.fetching} quiet />
        </div>
      )}
      {value === undefined ? (
        !record.failed && <ListSkeleton label={`Loading: ${title}`} />
      ) : (
        <form {...props}>
          <div className="card-body grid gap-4">{children(value, fieldsOf(value, record.errors, record.change))}</div>
          <footer className="admin-foot record-foot">
            {record.outdated && (
              <OutdatedNote who={stored?.updatedBy} onLatest={record.clear} onMine={record.keepMine} />
            )}
            <p role="status">{dirty ? 'Not saved yet' : lastChange(stored)}</p>
            <span className="row-actions">
              {dirty && !record.outdated && (
                <Button variant="quiet" size="admin" onClick={record.clear}>
                  Discard
                </Button>
              )}
              {!record.outdated && (
                <Button type="submit" size="admin" busy={record.busy} busyText="Saving…">
                  {action}
                </Button>
              )}
            </span>
          </footer>
        </form>
      )}
    </section>
  );
}

function lastChange(stored: { updatedAt: number | null; updatedBy: string | null } | undefined): string {
  if (!stored?.updatedAt) return 'Never changed';
  return `Last changed ${formatDateTime(stored.updatedAt)} by ${stored.updatedBy || 'somebody'}`;
}
