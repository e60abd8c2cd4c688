import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ProductStats } from '#shop/catalogue/product-admin.ts';
import { ConfirmDialog } from '#web/admin/ui/confirm-dialog.tsx';
import { FilterTabs } from '#web/admin/ui/filter-tabs.tsx';
import { ListSkeleton } from '#web/admin/ui/list-skeleton.tsx';
import { SearchBox } from '#web/admin/ui/search-box.tsx';
import { StatStrip } from '#web/admin/ui/stat-strip.tsx';
import { useSectionAddress } from '#web/admin/ui/use-address.ts';
import { usePagedQuery } from '#web/admin/ui/use-list-query.ts';
import type { ResponseFor } from '#web/lib/api.ts';
import { useStoredText } from '#web/lib/device.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Select } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Plus } from '#web/ui/icons.ts';
import { Note } from '#web/ui/note.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { countOf } from '../../lib/count.ts';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { ProductForm } from './form/product-form-dialog.tsx';
import { BulkBar, FileTools, UndoBar } from './list-tools.tsx';
import { PricesDialog } from './prices-dialog.tsx';
import {
  DISPLAY_TYPES,
  PAGE_SIZE,
  type ProductFilter,
  productStatsQuery,
  productsQuery,
  SHOWN,
} from './products-api.ts';
import { ProductsTable } from './products-table.tsx';
import { StockDialog } from './stock-dialog.tsx';
import { useProductActions } from './use-product-actions.ts';

/** The exact text of R1.8. */
const LOAD_FAILED = 'Failed to load products';
/** R1.6. */
const NO_TOKEN = 'Please login as admin to manage product status';
const NONE: ReadonlySet<string> = new Set();

/** Product Management (R1.2). */
export default function ProductsSection() {
  const token = useStoredText('adminToken');
  if (!token) return <Note tone="warn">{NO_TOKEN}</Note>;
  return <Products />;
}

function Products() {
  const address = useSectionAddress('products');
  const filter: ProductFilter = {
    type: DISPLAY_TYPES.find(({ value }) => value === address.get('type'))?.value ?? 'all',
    show: SHOWN.find(({ value }) => value === address.get('show'))?.value ?? '',
    q: address.get('q'),
    page: address.page,
  };
  const edited = address.get('edit') || null;
  const list = usePagedQuery(productsQuery(filter), LOAD_FAILED, address.page, address.toPage);
  const { data: stats } = useQuery(productStatsQuery);
  const actions = useProductActions();
  const [ticked, setTicked] = useState(NONE);
  const tick = (ids: string[], on: boolean) =>
    setTicked((current) => {
      const others = [...current].filter((id) => !ids.includes(id));
      return new Set(on ? [...others, ...ids] : others);
    });
  // Only products on the current page can be selected, so that bulk changes never affect hidden
  // rows.
  const selected = list.data?.products.filter(({ id }) => ticked.has(id)) ?? [];
  const open = (id: string) => address.change({ edit: id, copy: null });
  return (
    <>
      <Figures stats={stats} />
      <div className="admin-tools">
        <FilterTabs
          label="Display type"
          tabs={DISPLAY_TYPES.map(({ value, label }) => ({ value, label, count: countOfType(stats, value) }))}
          value={filter.type}
          onChange={(type) => address.change({ type: type === 'all' ? null : type, page: null })}
        />
        <SearchBox
          label="Find a product"
          placeholder="Find a product"
          value={filter.q}
          onChange={(q) => address.change({ q, page: null }, true)}
        />
        <Select
          label="Show"
          admin
          value={filter.show}
          onChange={(event) => address.change({ show: event.target.value, page: null })}
        >
          <option value="">All products</option>
          {SHOWN.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        <p className="num text-ink-soft" role="status">
          {list.data && countOf(list.data.pagination.total, 'result')}
        </p>
        <FileTools filter={filter} />
        <Button size="admin" onClick={() => open('new')}>
          <Icon of={Plus} /> Add Product
        </Button>
      </div>
      {actions.tokenGone && (
        <Note tone="warn" className="mb-3">
          {NO_TOKEN}
        </Note>
      )}
      {list.failed && <LoadFailed message={LOAD_FAILED} onRetry={list.retry} retrying={list.fetching} />}
      <div className="admin-card">
        {list.data ? (
          <Listed list={list.data} href={address.href} empty={stats?.total === 0}>
            <ProductsTable
              products={list.data.products}
              openId={edited}
              stale={list.stale}
              actions={actions}
              onEdit={open}
              ticked={ticked}
              tick={tick}
            />
          </Listed>
        ) : (
          !list.failed && <ListSkeleton label="Loading products" />
        )}
      </div>
      <BulkBar
        selected={selected}
        actions={actions}
        onClear={() => setTicked(NONE)}
        onChanged={(ids) => tick(ids, false)}
      />
      <UndoBar actions={actions} />
      <StockDialog actions={actions} />
      <PricesDialog actions={actions} />
      <ConfirmDialog
        open={actions.deleting !== null}
        title="Are you sure you want to delete this product?"
        action="Delete"
        busyText="Deleting…"
        busy={actions.removing}
        onClose={() => actions.askDelete(null)}
        onConfirm={() => actions.deleting && actions.remove(actions.deleting)}
      >
        {actions.deleting && (
          <p>
            <b>{actions.deleting.name}</b> leaves the shop for good. Orders that hold it stay as they are. To hide it
            for a while only, deactivate it.
          </p>
        )}
      </ConfirmDialog>
      <ProductForm
        id={edited}
        from={address.get('copy') || null}
        onCopy={(id) => address.change({ edit: 'new', copy: id })}
        onMade={open}
        onClose={() => address.change({ edit: null, copy: null, field: null }, true)}
      />
    </>
  );
}

function countOfType(stats: ProductStats | undefined, type: ProductFilter['type']): number | null {
  if (!stats) return null;
  const { sections } = stats;
  const counts = {
    all: stats.total,
    bestSeller: sections.bestSellers,
    valueCombo: sections.valueCombos,
    youMayLike: sections.youMayAlsoLike,
    popular: sections.popular,
    regular: sections.regular,
  };
  return counts[type];
}

/** The summary figures, as one panel (G6). */
function Figures({ stats }: { stats: ProductStats | undefined }) {
  const others = stats && [
    ...(stats.inactive > 0 ? [`${stats.inactive} inactive`] : []),
    ...(stats.outOfStock > 0 ? [`${stats.outOfStock} out of stock`] : []),
  ];
  return (
    <StatStrip
      label="Product figures"
      stats={[
        {
          label: 'Products',
          value: stats?.total,
          line: stats && others && [`${stats.active} active`, ...others].join(', '),
        },
        {
          label: 'Low stock',
          value: stats?.lowSizes,
          line: stats && (stats.emptySizes > 0 ? `${stats.emptySizes} of them sold out` : 'Sizes at 20 or fewer'),
          hot: (stats?.lowSizes ?? 0) > 0,
        },
        { label: 'Best sellers', value: stats?.sections.bestSellers, line: 'On the home page' },
        { label: 'Value combos', value: stats?.sections.valueCombos, line: 'On the home page' },
        {
          label: 'Incomplete listings',
          value: stats?.incomplete,
          line: stats && (stats.incomplete > 0 ? 'Something is missing' : 'Nothing is missing'),
        },
      ]}
    />
  );
}

function Listed({
  list,
  href,
  empty,
  children,
}: {
  list: ResponseFor<'GET /products'>;
  href: (next: Record<string, string | null>) => string;
  /** True when the shop has no products. */
  empty: boolean;
  children: React.ReactNode;
}) {
  const { page, total, totalPages } = list.pagination;
  if (list.products.length === 0) {
    const text = empty ? 'Add the first one, or import a CSV file. Every product stands in a category.' : undefined;
    return <EmptyState title="No products found" text={text} />;
  }
  const first = (page - 1) * PAGE_SIZE + 1;
  return (
    <>
      <div className="admin-scroll">{children}</div>
      <div className="admin-foot">
        <p className="num">
          {total === 1 ? '1 product' : `${first}–${first + list.products.length - 1} of ${total} products`}
        </p>
        <Pagination
          page={page}
          pages={totalPages}
          to={(next) => href({ page: next > 1 ? String(next) : null, edit: null })}
        />
      </div>
    </>
  );
}
