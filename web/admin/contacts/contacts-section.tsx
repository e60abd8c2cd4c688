import { useQuery } from '@tanstack/react-query';
import type { ContactStats } from '#shop/contacts/contact-input.ts';
import { CONTACT_PAGE_SIZES, CONTACT_PRIORITIES, CONTACT_STATUSES } from '#shop/contacts/contacts.ts';
import type { ResponseFor } from '#web/lib/api.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Select } from '#web/ui/field.tsx';
import { ExportButton } from '../ui/export-button.tsx';
import { FilterTabs } from '../ui/filter-tabs.tsx';
import { ListSkeleton } from '../ui/list-skeleton.tsx';
import { LoadFailed } from '../ui/load-failed.tsx';
import { PageButtons } from '../ui/page-buttons.tsx';
import { SearchBox } from '../ui/search-box.tsx';
import { StatStrip } from '../ui/stat-strip.tsx';
import { pageParameter, useSectionAddress } from '../ui/use-address.ts';
import { usePagedQuery } from '../ui/use-list-query.ts';
import { ContactDrawer } from './contact-drawer.tsx';
import { PRIORITY, STATUS } from './contact-words.ts';
import { type ContactFilter, contactStatsQuery, contactsQuery, LOAD_FAILED } from './contacts-api.ts';
import { ContactsTable } from './contacts-table.tsx';
import { StockAlerts } from './stock-alerts.tsx';

const SHOWN = [
  { value: 'all', label: 'Complaints' },
  { value: 'overdue', label: 'Overdue complaints' },
] as const;

type Address = ReturnType<typeof useSectionAddress>;

/** Contact Management (R2.2): stats, filters, table, pagination, and a drawer with one message. */
export default function ContactsSection() {
  const address = useSectionAddress('contacts');
  const filter: ContactFilter = {
    status: CONTACT_STATUSES.find((status) => status === address.get('status')) ?? 'all',
    priority: CONTACT_PRIORITIES.find((priority) => priority === address.get('priority')) ?? 'all',
    show: SHOWN.find(({ value }) => value === address.get('show'))?.value ?? '',
    q: address.get('q'),
    page: address.page,
    rows: CONTACT_PAGE_SIZES.find((rows) => String(rows) === address.get('rows')) ?? CONTACT_PAGE_SIZES[0],
  };
  const list = usePagedQuery(contactsQuery(filter), LOAD_FAILED, address.page, address.toPage);
  const { data: stats } = useQuery(contactStatsQuery);
  const open = address.get('contact') || null;
  return (
    <>
      <ContactFigures stats={stats} />
      <StockAlerts />
      <div className="admin-tools">
        <FilterTabs
          label="Status"
          tabs={[
            { value: 'all' as const, label: 'All', count: stats?.totalContacts ?? null },
            ...CONTACT_STATUSES.map((value) => ({
              value,
              label: STATUS[value].label,
              count: stats?.byStatus[value] ?? null,
            })),
          ]}
          value={filter.status}
          onChange={(status) => address.change({ status: status === 'all' ? null : status, page: null })}
        />
        <SearchBox
          label="Find a message"
          placeholder="Name, email, number or words"
          value={filter.q}
          onChange={(q) => address.change({ q, page: null }, true)}
        />
        <Select
          label="Priority"
          admin
          value={filter.priority}
          onChange={({ target: { value } }) => address.change({ priority: value === 'all' ? null : value, page: null })}
        >
          <option value="all">All priorities</option>
          {CONTACT_PRIORITIES.map((priority) => (
            <option key={priority} value={priority}>
              {PRIORITY[priority].label}
            </option>
          ))}
        </Select>
        <Select
          label="Complaints"
          admin
          value={filter.show}
          onChange={({ target: { value } }) => address.change({ show: value || null, page: null })}
        >
          <option value="">All messages</option>
          {SHOWN.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        <ExportButton
          of="GET /contacts/grievances/export"
          path="/contacts/grievances/export"
          failed="Failed to export the complaints. Please try again."
          label="Export complaints"
        />
      </div>
      {list.failed && <LoadFailed message={LOAD_FAILED} onRetry={list.retry} retrying={list.fetching} />}
      <div className="admin-card">
        {list.data ? (
          <Messages list={list.data} filter={filter} stale={list.stale} address={address} openId={open} />
        ) : (
          !list.failed && <ListSkeleton label="Loading messages" />
        )}
      </div>
      <ContactDrawer id={open} onClose={() => address.change({ contact: null })} />
    </>
  );
}

function ContactFigures({ stats }: { stats: ContactStats | undefined }) {
  return (
    <StatStrip
      label="Contact figures"
      stats={[
        { label: 'Messages', value: stats?.totalContacts, line: 'All time' },
        {
          label: 'New',
          value: stats?.newContacts,
          line: stats && (stats.newContacts > 0 ? 'Waiting for you' : 'Nothing waits'),
          hot: (stats?.newContacts ?? 0) > 0,
        },
        {
          label: 'Complaints',
          value: stats?.grievances.open,
          line: stats && (stats.grievances.overdue > 0 ? `${stats.grievances.overdue} overdue` : 'open, none overdue'),
          hot: (stats?.grievances.overdue ?? 0) > 0,
        },
        { label: 'Today', value: stats?.todayContacts, line: 'Since midnight' },
        {
          label: 'Response rate',
          value: stats && (stats.totalContacts > 0 ? `${stats.responseRate}%` : '—'),
          line: 'Share of messages that are not new',
        },
      ]}
    />
  );
}

function Messages({
  list,
  filter,
  stale,
  address,
  openId,
}: {
  list: ResponseFor<'GET /contacts'>;
  filter: ContactFilter;
  stale: boolean;
  address: Address;
  openId: string | null;
}) {
  const { currentPage, totalPages, totalContacts } = list.pagination;
  const narrowed = filter.status !== 'all' || filter.priority !== 'all' || filter.show || filter.q;
  if (totalContacts === 0) {
    return <EmptyState title={narrowed ? 'No messages match these filters' : 'No messages yet'} />;
  }
  const first = (currentPage - 1) * filter.rows + 1;
  const last = first + list.contacts.length - 1;
  return (
    <>
      <div className="admin-scroll">
        <ContactsTable
          contacts={list.contacts}
          openId={openId}
          stale={stale}
          onView={(contact) => address.change({ contact })}
        />
      </div>
      <div className="admin-foot">
        <p className="num" role="status">
          {totalContacts === 1 ? '1 message' : `${first}–${last} of ${totalContacts} messages`}
        </p>
        <Select
          label="Rows on a page"
          admin
          value={filter.rows}
          onChange={({ target: { value } }) =>
            address.change({ rows: value === String(CONTACT_PAGE_SIZES[0]) ? null : value, page: null })
          }
        >
          {CONTACT_PAGE_SIZES.map((rows) => (
            <option key={rows} value={rows}>
              {rows} rows
            </option>
          ))}
        </Select>
        <PageButtons page={currentPage} pages={totalPages} to={(page) => address.href({ page: pageParameter(page) })} />
      </div>
    </>
  );
}
