import { Link } from 'react-router';
import type { Customer } from '#shop/customers/customer-calls.ts';
import { CUSTOMER_SEGMENTS, CUSTOMER_SORTS, type CustomerSegment } from '#shop/customers/customers.ts';
import { formatRupees } from '#shop/money/money.ts';
import { pathFor, type ResponseFor } from '#web/lib/api.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Select } from '#web/ui/field.tsx';
import { countOf } from '../lib/count.ts';
import { ExportButton } from '../ui/export-button.tsx';
import { FilterChip, FilterTabs } from '../ui/filter-tabs.tsx';
import { ListSkeleton } from '../ui/list-skeleton.tsx';
import { LoadFailed } from '../ui/load-failed.tsx';
import { PageButtons } from '../ui/page-buttons.tsx';
import { SearchBox } from '../ui/search-box.tsx';
import { SidePanel } from '../ui/side-panel.tsx';
import { pageParameter, useSectionAddress } from '../ui/use-address.ts';
import { usePagedQuery } from '../ui/use-list-query.ts';
import { CustomerPanel } from './customer-panel.tsx';
import { type CustomerFilter, customersQuery, filterQuery, LOAD_FAILED } from './customers-api.ts';

const EXPORT_FAILED = 'Failed to export the customers. Please try again.';

const SEGMENTS: Record<CustomerSegment, { label: string; meaning: string }> = {
  new: { label: 'New', meaning: 'One order so far, in the last 30 days.' },
  returning: { label: 'Returning', meaning: 'Two orders or more, the last within half a year.' },
  lapsed: { label: 'Lapsed', meaning: 'No order for half a year.' },
  top: { label: 'Top 20', meaning: 'The 20 who have paid the most.' },
};

/**
 * Customers: a list by segment, and beside it one person. On a phone the person replaces the list.
 */
export default function CustomersSection() {
  const address = useSectionAddress('customers');
  const filter: CustomerFilter = {
    segment: CUSTOMER_SEGMENTS.find((segment) => segment === address.get('segment')) ?? 'all',
    sort: CUSTOMER_SORTS.find((sort) => sort === address.get('sort')) ?? 'recent',
    tag: address.get('tag'),
    q: address.get('q'),
    page: address.page,
  };
  const list = usePagedQuery(customersQuery(filter), LOAD_FAILED, address.page, address.toPage);
  const id = address.get('customer');
  const back = address.href({ customer: null });
  return (
    <div className="grid lg:grid-cols-[20rem_minmax(0,1fr)] lg:items-start lg:gap-x-4">
      <div className={`min-w-0 lg:col-span-2 ${id ? 'max-lg:hidden' : ''}`}>
        <Tools filter={filter} list={list.data} address={address} />
      </div>
      <div className={`min-w-0 ${id ? 'max-lg:hidden' : ''}`}>
        {list.failed && <LoadFailed message={LOAD_FAILED} onRetry={list.retry} retrying={list.fetching} />}
        <div className="admin-card overflow-hidden">
          {list.data ? (
            <People list={list.data} filter={filter} openId={id} href={address.href} />
          ) : (
            !list.failed && <ListSkeleton label="Loading customers" />
          )}
        </div>
      </div>
      {id ? (
        <SidePanel key={id} from="lg">
          <CustomerPanel id={id} back={back} onErased={() => address.close('customer', id)} />
        </SidePanel>
      ) : (
        <div className="admin-card max-lg:hidden">
          <EmptyState as="h2" title="Choose a customer" text="Orders, notes and consent are shown here." />
        </div>
      )}
    </div>
  );
}

function Tools({
  filter,
  list,
  address,
}: {
  filter: CustomerFilter;
  list: ResponseFor<'GET /customers'> | undefined;
  address: ReturnType<typeof useSectionAddress>;
}) {
  const count = (segment: CustomerSegment | 'all') =>
    segment === 'top' ? {} : { count: list?.segments[segment] ?? null };
  return (
    <div className="admin-tools">
      <FilterTabs
        label="Segment"
        tabs={[
          { value: 'all' as const, label: 'All', ...count('all') },
          ...CUSTOMER_SEGMENTS.map((value) => ({ value, label: SEGMENTS[value].label, ...count(value) })),
        ]}
        value={filter.segment}
        onChange={(segment) => address.change({ segment: segment === 'all' ? null : segment, page: null })}
      />
      <SearchBox
        label="Find a customer"
        placeholder="Name, mobile, city or tag"
        value={filter.q}
        onChange={(q) => address.change({ q, page: null }, true)}
      />
      {filter.segment !== 'top' && (
        <Select
          label="Sort"
          admin
          value={filter.sort}
          onChange={({ target: { value } }) => address.change({ sort: value === 'recent' ? null : value, page: null })}
        >
          <option value="recent">Latest order</option>
          <option value="value">Most paid</option>
        </Select>
      )}
      <ExportButton
        of="GET /customers/export"
        path={pathFor('GET /customers/export', { query: filterQuery(filter) })}
        failed={EXPORT_FAILED}
      />
      {filter.tag && (
        <FilterChip onRemove={() => address.change({ tag: null, page: null })}>{`Tag: ${filter.tag}`}</FilterChip>
      )}
    </div>
  );
}

function People({
  list,
  filter,
  openId,
  href,
}: {
  list: ResponseFor<'GET /customers'>;
  filter: CustomerFilter;
  openId: string;
  href: (next: Record<string, string | null>) => string;
}) {
  const { currentPage, totalPages, totalCustomers } = list.pagination;
  const meaning = filter.segment === 'all' ? undefined : SEGMENTS[filter.segment].meaning;
  if (totalCustomers === 0) {
    const narrowed = filter.q || filter.tag || filter.segment !== 'all';
    return narrowed ? (
      <EmptyState title="No customer matches these filters" text={meaning} />
    ) : (
      <EmptyState title="No customers yet" text="Everyone who orders is listed here." />
    );
  }
  return (
    <>
      {meaning && <p className="hairline-b-admin-line py-2 px-[1.1rem] text-ink-soft">{meaning}</p>}
      <ul aria-label="Customers">
        {list.customers.map((customer) => (
          <Row
            key={customer.id}
            customer={customer}
            current={customer.id === openId}
            to={href({ customer: customer.id })}
          />
        ))}
      </ul>
      <div className="admin-foot">
        <p className="num" role="status">
          {countOf(totalCustomers, 'customer')}
        </p>
        <PageButtons page={currentPage} pages={totalPages} to={(page) => href({ page: pageParameter(page) })} />
      </div>
    </>
  );
}

function Row({ customer, current, to }: { customer: Customer; current: boolean; to: string }) {
  const { name, phone, city, orders, paid, tags } = customer;
  return (
    <li className="hairline-b-admin-line">
      <Link
        to={to}
        preventScrollReset
        aria-current={current ? 'true' : undefined}
        className="grid min-h-tap grid-cols-[minmax(0,1fr)_auto] gap-x-3 py-2 px-[1.1rem] hover:bg-admin-hover aria-[current]:bg-admin-hover aria-[current]:shadow-[inset_3px_0_0_var(--color-ink)]"
      >
        <b className="admin-clip weight-600">{name || phone}</b>
        <span className="num text-right weight-650">
          {paid > 0 ? `${formatRupees(paid)} paid` : <span className="weight-400 text-ink-soft">Nothing paid yet</span>}
        </span>
        <small className="admin-clip text-ink-soft">{[city, ...tags].filter(Boolean).join(' · ') || phone}</small>
        <small className="text-right text-ink-soft">{countOf(orders, 'order')}</small>
      </Link>
    </li>
  );
}
