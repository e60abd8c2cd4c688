import { useEffect, useState } from 'react';
import { formatDateTime } from '#shop/india/dates.ts';
import { MonitorSmartphone } from '#web/admin/ui/icons.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { ErrorNote } from '#web/ui/note.tsx';
import { StatusPill } from '#web/ui/status-pill.tsx';
import { ListSkeleton } from '../ui/list-skeleton.tsx';
import { useListQuery } from '../ui/use-list-query.ts';
import { useSettled } from '../ui/use-settled.ts';
import { accountCalls, sessionsQuery } from './account-api.ts';
import { useSaving } from './use-saving.ts';

const LOAD_FAILED = 'Failed to load your sessions. Please check your connection.';
/** Sessions that are shown at first. */
const FIRST = 10;
const END_FAILED = 'Failed to sign out. Please try again.';

/** The active sessions of the account. Ends one of them, or all except the current one. */
export function SessionsList() {
  const { data, failed, stale, fetching, retry } = useListQuery(sessionsQuery, LOAD_FAILED);
  const { busy, run } = useSaving();
  const [all, setAll] = useState(false);
  // This one is shown, whatever was used last.
  const sessions = data?.toSorted((a, b) => Number(b.current) - Number(a.current)).slice(0, all ? undefined : FIRST);
  const list = useSettled<HTMLUListElement>(sessions?.map(({ id }) => id).join(' ') ?? '', { stale });
  // The button has gone with its press.
  useEffect(() => {
    if (all) list.current?.querySelectorAll('li')[FIRST]?.focus({ preventScroll: true });
  }, [all, list]);
  const others = data?.filter((session) => !session.current).length ?? 0;
  return (
    <section className="admin-card" aria-labelledby="sessions">
      <header className="card-head">
        <h2 id="sessions">Active sessions</h2>
        {others > 0 && (
          <Button
            variant="line"
            size="admin"
            className="ml-auto"
            busy={busy === 'others'}
            onClick={() => void run('others', accountCalls.endOthers, { otherwise: END_FAILED })}
          >
            Sign out all others
          </Button>
        )}
      </header>
      {failed && <ErrorNote message={LOAD_FAILED} onRetry={retry} retrying={fetching} />}
      {sessions ? (
        <ul ref={list} className="needs people">
          {sessions.map((session) => (
            <li key={session.id} tabIndex={-1}>
              <Icon of={MonitorSmartphone} />
              <span>
                <b>{session.device}</b>
                <small>
                  {session.address} · last used {formatDateTime(session.lastUsedAt)}
                </small>
              </span>
              {session.current ? (
                <StatusPill tone="green" admin>
                  This session
                </StatusPill>
              ) : (
                <Button
                  variant="quiet"
                  size="admin"
                  busy={busy === session.id}
                  aria-label={`Sign out ${session.device}`}
                  onClick={() =>
                    void run(session.id, () => accountCalls.endSession(session.id), { otherwise: END_FAILED })
                  }
                >
                  Sign out
                </Button>
              )}
            </li>
          ))}
        </ul>
      ) : (
        !failed && <ListSkeleton label="Loading your sessions" />
      )}
      {data && !all && data.length > FIRST && (
        <Button variant="quiet" size="admin" className="mx-4.5 mb-3" onClick={() => setAll(true)}>
          Show all {data.length}
        </Button>
      )}
    </section>
  );
}
