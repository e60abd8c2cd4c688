import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { shortAddress } from '#shop/accounts/staff.ts';
import { type AuditItem, differences } from '#shop/audit/audit.ts';
import { formatDateTime } from '#shop/india/dates.ts';
import type { ResponseFor } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Select } from '#web/ui/field.tsx';
import { adminCall, isSignedOut } from '../lib/session.ts';
import { ListSkeleton } from '../ui/list-skeleton.tsx';
import { LoadFailed } from '../ui/load-failed.tsx';
import { SearchBox } from '../ui/search-box.tsx';
import { useSectionAddress } from '../ui/use-address.ts';
import { actionWords, auditWords, plain, shownId, subjectWords, valueText } from './audit-words.ts';

const LOAD_FAILED = 'Failed to load the audit log. Please check your connection.';
const FILTERS = ['actor', 'action', 'subject', 'from', 'to', 'text'] as const;

type Choices = ResponseFor<'GET /admin/audit/choices'>;

/** The audit log: actor, action, time, and the values before and after (R3.11). */
export default function AuditSection() {
  const address = useSectionAddress('audit');
  const filter = Object.fromEntries(FILTERS.map((name) => [name, address.get(name)]));
  const choices = useQuery({
    queryKey: ['audit', 'choices'],
    queryFn: ({ signal }) => adminCall('GET /admin/audit/choices', {}, { signal }),
  });
  const log = useInfiniteQuery({
    queryKey: ['audit', 'list', filter],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      adminCall('GET /admin/audit', { query: { ...filter, before: pageParam } }, { signal }),
    getNextPageParam: (page) => page.next ?? undefined,
    // Loaded pages are not refetched; Refresh loads new entries.
    refetchInterval: false,
  });
  const entries = log.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <>
      <AuditTools address={address} choices={choices.data} />
      {log.isError && !isSignedOut(log.error) && (
        <LoadFailed message={LOAD_FAILED} onRetry={() => void log.refetch()} retrying={log.isFetching} />
      )}
      <div className="admin-card">
        {log.data ? (
          <>
            {entries.length === 0 && !log.hasNextPage && <EmptyState title="No changes match these filters" />}
            <ol className="audit">
              {entries.map((entry) => (
                <AuditLine key={entry.id} entry={entry} />
              ))}
            </ol>
            {log.hasNextPage && (
              <div className="admin-foot">
                <p>{entries.length === 0 ? 'Nothing among the newest entries.' : ''}</p>
                <Button
                  variant="quiet"
                  size="admin"
                  busy={log.isFetchingNextPage}
                  busyText="Loading…"
                  onClick={() => void log.fetchNextPage()}
                >
                  Older entries
                </Button>
              </div>
            )}
          </>
        ) : (
          !log.isError && <ListSkeleton label="Loading the audit log" />
        )}
      </div>
    </>
  );
}

function AuditTools({
  address,
  choices,
}: {
  address: ReturnType<typeof useSectionAddress>;
  choices: Choices | undefined;
}) {
  const choose = (name: 'actor' | 'action' | 'subject', all: string, options: [string, string][]) => (
    <Select
      label={all}
      admin
      value={address.get(name)}
      onChange={(event) => address.change({ [name]: event.target.value || null })}
    >
      <option value="">{all}</option>
      {options.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </Select>
  );
  const named = (values: string[] = [], wordsOf: (value: string) => string) =>
    values.map((value): [string, string] => [value, wordsOf(value)]);
  return (
    <div className="admin-tools">
      <SearchBox
        label="Search the audit log"
        placeholder="Order, product, name, value…"
        value={address.get('text')}
        onChange={(text) => address.change({ text: text || null }, true)}
      />
      {choose('actor', 'Everybody', choices?.actors.map(({ id, name }) => [id, name]) ?? [])}
      {choose('action', 'Every action', named(choices?.actions, actionWords))}
      {choose('subject', 'Every subject', named(choices?.subjects, subjectWords))}
      <fieldset className="admin-dates">
        <legend className="sr-only">Date range</legend>
        <label htmlFor="audit-from">From</label>
        <input
          id="audit-from"
          type="date"
          className="input input-admin"
          max={address.get('to') || undefined}
          value={address.get('from')}
          onChange={(event) => address.change({ from: event.target.value || null })}
        />
        <label htmlFor="audit-to">to</label>
        <input
          id="audit-to"
          type="date"
          className="input input-admin"
          min={address.get('from') || undefined}
          value={address.get('to')}
          onChange={(event) => address.change({ to: event.target.value || null })}
        />
      </fieldset>
    </div>
  );
}

function AuditLine({ entry }: { entry: AuditItem }) {
  const [open, setOpen] = useState(false);
  const id = shownId(entry.subjectId);
  const has = entry.before !== null || entry.after !== null;
  return (
    <li>
      <p>
        <b>{entry.actor}</b> <span>{auditWords(entry.action, entry.subject)}</span> {id && <code>{id}</code>}
      </p>
      <p className="text-ink-soft num">
        <time dateTime={new Date(entry.at).toISOString()}>{formatDateTime(entry.at)}</time>
        {entry.address && <span>{` · ${shortAddress(entry.address)}`}</span>}
      </p>
      {has && (
        <Button variant="bare" size="admin" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Hide change' : 'Show change'}
        </Button>
      )}
      {has && open && <Change entry={entry} />}
    </li>
  );
}

function Change({ entry }: { entry: AuditItem }) {
  const rows = differences(entry.before, entry.after);
  if (rows.length === 0) return <p className="text-ink-soft">Saved without a change.</p>;
  const shown = (value: unknown, path: string) => valueText(value, path, entry.subject);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section className="audit-change" aria-label="Change" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.path}>
              <th scope="row">{row.path ? plain(row.path) : 'value'}</th>
              <td>{shown(row.before, row.path) === '' ? '–' : <del>{shown(row.before, row.path)}</del>}</td>
              <td>{shown(row.after, row.path) === '' ? '–' : <ins>{shown(row.after, row.path)}</ins>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
