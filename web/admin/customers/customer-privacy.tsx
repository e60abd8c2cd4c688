import '#web/ui/facts.css';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CustomerDetail } from '#shop/customers/customer-calls.ts';
import { formatDate } from '#shop/india/dates.ts';
import { pathFor } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Note } from '#web/ui/note.tsx';
import { Download } from '#web/ui/page-icons.ts';
import { toast } from '#web/ui/toast.tsx';
import { adminCall, adminDownload, isSignedOut, serverSentence, useMay } from '../lib/session.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

const EXPORT_FAILED = 'Failed to export the data. Please try again.';
const ERASE_FAILED = 'Failed to erase the data. Please try again.';

/**
 * What the person has agreed to, and their rights under the DPDP Act: a copy of the data, and
 * erasure.
 */
export function CustomerPrivacy({ customer, onErased }: { customer: CustomerDetail; onErased: () => void }) {
  const { id, newsletter, stockAlerts, kept } = customer;
  const may = useMay();
  const [asking, setAsking] = useState(false);
  const save = useMutation({
    mutationFn: () => adminDownload(pathFor('GET /customers/:id/data', { params: { id } })),
    onError: (error) => {
      if (!isSignedOut(error)) toast.error(serverSentence(error, EXPORT_FAILED));
    },
  });
  return (
    <section className="admin-card min-w-0">
      <header className="card-head">
        <h2>Privacy</h2>
      </header>
      <div className="card-body grid gap-4">
        <dl className="kv">
          <dt>Newsletter</dt>
          <dd>
            {newsletter === null
              ? 'No'
              : newsletter.leftAt === null
                ? `Yes, ${formatDate(newsletter.since)}`
                : `Left ${formatDate(newsletter.leftAt)}`}
          </dd>
          <dt>Stock alerts</dt>
          <dd>{stockAlerts === 0 ? 'None' : stockAlerts}</dd>
          <dt>WhatsApp</dt>
          <dd>Order messages only</dd>
        </dl>
        {kept && (
          <Note tone="info">
            <p>
              Erased.{' '}
              {kept.orders === 1 ? 'One order with an invoice stays' : `${kept.orders} orders with an invoice stay`}{' '}
              until {formatDate(kept.until - 1)}, as tax law requires.
            </p>
          </Note>
        )}
        {may('GET /customers/:id/data') && (
          <div className="flex flex-wrap gap-2">
            <Button
              variant="quiet"
              size="admin"
              busy={save.isPending}
              busyText="Exporting…"
              onClick={() => save.mutate()}
            >
              <Icon of={Download} /> Export this person's data
            </Button>
            <Button variant="line" size="admin" onClick={() => setAsking(true)}>
              Erase…
            </Button>
          </div>
        )}
        <p className="text-ink-soft">Invoices that tax law requires are kept.</p>
      </div>
      <EraseDialog customer={customer} open={asking} onClose={() => setAsking(false)} onErased={onErased} />
    </section>
  );
}

function EraseDialog({
  customer: { id, name, phone },
  open,
  onClose,
  onErased,
}: {
  customer: CustomerDetail;
  open: boolean;
  onClose: () => void;
  onErased: () => void;
}) {
  const client = useQueryClient();
  const erase = useMutation({
    mutationFn: () => adminCall('POST /customers/:id/erase', { params: { id }, body: { phone } }),
    onSuccess: async ({ message, kept }) => {
      onClose();
      toast.success(message);
      // Without an order that stays, the person is gone.
      if (kept === null) {
        onErased();
        client.removeQueries({ queryKey: ['customers', 'one', id] });
      }
      await client.invalidateQueries({ queryKey: ['customers'] });
    },
    onError: (error) => {
      if (isSignedOut(error)) return;
      onClose();
      toast.error(serverSentence(error, ERASE_FAILED));
    },
  });
  return (
    <ConfirmDialog
      open={open}
      title="Erase this person's data?"
      action="Erase"
      busyText="Erasing…"
      busy={erase.isPending}
      onClose={onClose}
      onConfirm={() => erase.mutate()}
    >
      <p>
        Everything the shop holds about <b className="wrap-anywhere">{name || phone}</b> is deleted permanently: name
        and address in orders, messages, newsletter, alerts, emails, photos, notes and tags. Reviews stay, without the
        name.
      </p>
      <p>
        Orders with an invoice keep what the invoice shows for as long as tax law requires, and bank credits stay in
        your records. Offer the person a copy of the data first.
      </p>
    </ConfirmDialog>
  );
}
