import { useState } from 'react';
import type { OrderStats } from '#shop/orders/order-calls.ts';
import { ORDER_STATUSES, type PaymentStatus, statusLabel } from '#shop/orders/order-status.ts';
import { FileUp } from '#web/admin/ui/icons.ts';
import { useStoredJson, writeJson } from '#web/lib/device.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Select, TextField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Plus, RotateCw, X } from '#web/ui/icons.ts';
import { Check, SlidersHorizontal } from '#web/ui/page-icons.ts';
import { useMay } from '../lib/session.ts';
import { ExportButton } from '../ui/export-button.tsx';
import { FilterChip, FilterTabs } from '../ui/filter-tabs.tsx';
import { SearchBox } from '../ui/search-box.tsx';
import { useForm } from '../ui/use-form.ts';
import type { OrderFilter, useOrderAddress } from './order-filter.ts';
import {
  acceptSavedViews,
  currentView,
  MAX_VIEW_NAME,
  type SavedView,
  selectView,
  viewFilterOf,
  viewsOf,
  withView,
} from './order-views.ts';
import { exportPath } from './orders-api.ts';

const NO_VIEWS: SavedView[] = [];
const PAYMENT_CHIP: Record<PaymentStatus, string> = {
  pending: 'To verify',
  completed: 'Payment verified',
  failed: 'Payment not received',
};

interface OrderToolsProps {
  filter: OrderFilter;
  stats: OrderStats | undefined;
  onChange: ReturnType<typeof useOrderAddress>['setFilter'];
  onRefresh: () => void;
  refreshing: boolean;
  onTrackingFile: () => void;
  onDeliveredFile: () => void;
  selecting: boolean;
  onSelecting: () => void;
}

/**
 * Above the list: the views of the daily work, the search, and the filters, which are folded on a
 * phone.
 */
export function OrderTools({
  filter,
  stats,
  onChange,
  onRefresh,
  refreshing,
  onTrackingFile,
  onDeliveredFile,
  selecting,
  onSelecting,
}: OrderToolsProps) {
  const may = useMay();
  const saved = useStoredJson('orderViews', acceptSavedViews) ?? NO_VIEWS;
  const [naming, setNaming] = useState(false);
  const [open, setOpen] = useState(false);
  const views = viewsOf(stats, saved);
  const own = viewFilterOf(filter);
  const current = currentView(views, own);
  const mine = saved.find(({ name }) => current?.id === `saved ${name}`);
  const folded = open ? '' : 'max-md:hidden';
  return (
    <div className="admin-tools">
      {may('POST /orders/by-staff') && (
        <ButtonLink size="admin" to="/admin?section=new-order" aria-keyshortcuts="n">
          <Icon of={Plus} /> <span className="max-md:sr-only">New order</span>
        </ButtonLink>
      )}
      <FilterTabs
        label="Views"
        tabs={views.map((view) => ({
          value: view.id,
          label: view.label,
          ...('count' in view ? { count: view.count ?? null } : {}),
        }))}
        value={current?.id ?? ''}
        onChange={(id) => {
          const chosen = views.find((view) => view.id === id);
          // A search goes on in another view, unless it was part of a saved one.
          if (chosen) onChange(selectView(chosen, mine ? '' : filter.q));
        }}
      />
      {mine ? (
        <Button
          variant="text"
          size="admin"
          className={`order-0 ${folded}`}
          onClick={() => {
            writeJson(
              'orderViews',
              saved.filter((view) => view !== mine),
            );
          }}
        >
          <Icon of={X} /> Remove view
        </Button>
      ) : (
        Object.keys(own).length > 0 &&
        !views.some((view) => view === current && !own.q) && (
          <Button variant="text" size="admin" className={`order-0 ${folded}`} onClick={() => setNaming(true)}>
            <Icon of={Plus} /> Save view
          </Button>
        )
      )}
      {!current && filter.attention && (
        <FilterChip onRemove={() => onChange({ attention: '' })}>Needs attention</FilterChip>
      )}
      {!current && filter.payment && (
        <FilterChip onRemove={() => onChange({ payment: '' })}>{PAYMENT_CHIP[filter.payment]}</FilterChip>
      )}
      <SearchBox
        label="Find an order"
        placeholder="Order, UTR, name or mobile"
        value={filter.q}
        onChange={(q) => onChange({ q }, true)}
      />
      <Button
        variant="quiet"
        size="admin"
        className="btn-admin-icon md:hidden"
        aria-label="Select orders"
        aria-pressed={selecting}
        onClick={onSelecting}
      >
        <Icon of={Check} />
      </Button>
      <Button
        variant="quiet"
        size="admin"
        className="btn-admin-icon md:hidden"
        aria-label="Filters"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Icon of={SlidersHorizontal} />
      </Button>
      <Button
        variant="quiet"
        size="admin"
        className={`btn-admin-icon ${folded}`}
        aria-label="Refresh"
        aria-busy={refreshing || undefined}
        onClick={onRefresh}
      >
        <Icon of={RotateCw} />
      </Button>
      <Select
        label="Status"
        className={`input-admin w-auto ${folded}`}
        value={filter.status}
        onChange={(event) => onChange({ ...selectView({ filter: {} }, filter.q), status: event.target.value })}
      >
        <option value="all">Every status</option>
        {ORDER_STATUSES.map((status) => (
          <option key={status} value={status}>
            {stats ? `${statusLabel(status)} (${stats.byStatus[status] ?? 0})` : statusLabel(status)}
          </option>
        ))}
      </Select>
      <fieldset className={`admin-dates ${folded}`}>
        <legend className="sr-only">Date range</legend>
        <label htmlFor="orders-from">From</label>
        <input
          id="orders-from"
          type="date"
          className="input input-admin"
          max={filter.to || undefined}
          value={filter.from}
          onChange={(event) => onChange({ from: event.target.value })}
        />
        <label htmlFor="orders-to">to</label>
        <input
          id="orders-to"
          type="date"
          className="input input-admin"
          min={filter.from || undefined}
          value={filter.to}
          onChange={(event) => onChange({ to: event.target.value })}
        />
      </fieldset>
      <span className={`flex flex-wrap gap-2 ${folded}`}>
        <ExportButton
          of="GET /orders/export"
          path={exportPath(filter)}
          failed="Failed to export the orders. Please try again."
        />
        {may('POST /orders/tracking-file') && (
          <Button variant="quiet" size="admin" onClick={onTrackingFile}>
            <Icon of={FileUp} /> Tracking file
          </Button>
        )}
        {may('POST /orders/delivered-file') && (
          <Button variant="quiet" size="admin" onClick={onDeliveredFile}>
            <Icon of={FileUp} /> Delivery report
          </Button>
        )}
      </span>
      <Dialog open={naming} onClose={() => setNaming(false)} title="Save this view">
        <ViewForm saved={saved} filter={own} onDone={() => setNaming(false)} />
      </Dialog>
    </div>
  );
}

function ViewForm({ saved, filter, onDone }: { saved: SavedView[]; filter: SavedView['filter']; onDone: () => void }) {
  const form = useForm({
    start: { name: '' },
    onSubmit: ({ name }) => {
      const views = withView(saved, name, filter);
      if ('problem' in views) {
        form.refuse({ name: views.problem });
      } else {
        writeJson('orderViews', views);
        onDone();
      }
    },
  });
  return (
    <form className="grid gap-4" {...form.props}>
      <TextField
        label="Name"
        admin
        {...form.text('name')}
        maxLength={MAX_VIEW_NAME}
        autoComplete="off"
        hint="The search, the status and the dates are kept on this device."
      />
      <div className="flex justify-end gap-2">
        <Button variant="quiet" size="admin" onClick={onDone}>
          Not now
        </Button>
        <Button type="submit" size="admin">
          Save view
        </Button>
      </div>
    </form>
  );
}
