import { type ReactNode, useRef } from 'react';
import { formatDateTime } from '#shop/india/dates.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorNote, Note } from '#web/ui/note.tsx';
import { ListSkeleton } from './list-skeleton.tsx';
import type { EditedRecord } from './use-record.ts';

interface RecordFormProps<Value> {
  title: string;
  record: EditedRecord<Value>;
  /** The word on the button. */
  action: string;
  loadFailed: string;
  /** Draws the fields; called only when there is a value. */
  children: (value: Value) => ReactNode;
}

/**
 * The card of one record: its fields, the notice that somebody else was faster, who saved it last, Discard and Save. Fields carry
 * their path as `name`, so that the first wrong one gets the focus.
 */
export function RecordForm<Value>({ title, record, action, loadFailed, children }: RecordFormProps<Value>) {
  const form = useRef<HTMLFormElement>(null);
  const { value, stored, dirty } = record;
  const submit = () => {
    const [first] = record.submit();
    if (!first) return;
    // What is folded away opens for its error first.
    requestAnimationFrame(() => {
      form.current?.querySelector<HTMLElement>(`[name="${CSS.escape(first)}"]`)?.focus();
    });
  };
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
        <form
          ref={form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          {record.outdated && <Outdated record={record} />}
          <div className="card-body grid gap-4">{children(value)}</div>
          <footer className="admin-foot record-foot">
            <p role="status">{dirty ? 'Not saved yet' : lastChange(stored)}</p>
            <span className="row-actions">
              {dirty && (
                <Button variant="quiet" size="admin" onClick={record.discard}>
                  Discard
                </Button>
              )}
              <Button type="submit" size="admin" busy={record.busy} busyText="Saving…">
                {action}
              </Button>
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

/** Of two admins the second chooses: the state of the other one, or the own words over it. Nothing is overwritten by itself. */
function Outdated<Value>({ record }: { record: EditedRecord<Value> }) {
  const who = record.stored?.updatedBy;
  return (
    <div className="card-body pb-0">
      <Note tone="warn" live="alert">
        <p>
          {who ? `${who} has` : 'Someone else has'} changed this in the meantime. Nothing was overwritten: your words
          are still here, not saved.
        </p>
        <p className="mt-2 flex flex-wrap gap-2">
          <Button variant="line" size="admin" onClick={record.discard}>
            Show the new state
          </Button>
          <Button variant="quiet" size="admin" onClick={record.keepMine}>
            Keep my version
          </Button>
        </p>
      </Note>
    </div>
  );
}
