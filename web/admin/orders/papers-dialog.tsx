import { useState } from 'react';
import type { Api } from '#shop/api.ts';
import { COURIER_FILE_NAMES, COURIER_FILES } from '#shop/orders/courier-files.ts';
import { GIFT_RULE } from '#shop/orders/gift.ts';
import type { AdminOrder } from '#shop/orders/orders.ts';
import {
  hasPapers,
  MAX_PAPER_ORDERS,
  notByCourierSentence,
  type Paper,
  REPLACEMENT_PAPERS,
} from '#shop/orders/papers.ts';
import { unprintableFields } from '#shop/orders/printable.ts';
import { Printer } from '#web/admin/ui/icons.ts';
import { pathFor } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Note } from '#web/ui/note.tsx';
import { Download } from '#web/ui/page-icons.ts';
import { toast } from '#web/ui/toast.tsx';
import { adminDownload, isSignedOut, serverSentence, useMay } from '../lib/session.ts';
import { hasInvoice } from './invoice-link.tsx';

const PAPER_NAMES: Record<Paper, string> = {
  'pick-list': 'Pick list',
  'packing-slips': 'Packing slips',
  labels: 'Labels, 4 × 6 inch',
};

interface FileButtonProps {
  of: keyof Api;
  path: string;
  icon: string;
  children: string;
}

/** Downloads a file that staff print or send. */
function FileButton({ of, path, icon, children }: FileButtonProps) {
  const may = useMay();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      await adminDownload(path);
    } catch (error) {
      if (!isSignedOut(error)) toast.error(serverSentence(error, 'Failed to make the file. Please try again.'));
    } finally {
      setBusy(false);
    }
  };
  if (!may(of)) return null;
  return (
    <Button variant="quiet" size="admin" busy={busy} onClick={() => void save()}>
      <Icon of={icon} /> {children}
    </Button>
  );
}

/** A paper as a PDF. */
export function PaperButton({ paper, orders, name }: { paper: Paper; orders: AdminOrder[]; name?: string }) {
  return (
    <FileButton
      of="GET /orders/papers/:paper"
      path={pathFor('GET /orders/papers/:paper', { params: { paper }, query: { orders: numbersOf(orders) } })}
      icon={Printer}
    >
      {name ?? PAPER_NAMES[paper]}
    </FileButton>
  );
}

/** Slip and label for the parcel of a replacement. */
export function ReplacementPapers({ id }: { id: string }) {
  return (
    <div className="flex flex-wrap gap-2">
      {REPLACEMENT_PAPERS.map((paper) => (
        <FileButton
          key={paper}
          of="GET /replacements/:id/papers/:paper"
          path={pathFor('GET /replacements/:id/papers/:paper', { params: { id, paper } })}
          icon={Printer}
        >
          {paper === 'labels' ? 'Label' : 'Packing slip'}
        </FileButton>
      ))}
    </div>
  );
}

/** Everything that is printed or sent for several orders. */
export function Papers({ orders }: { orders: AdminOrder[] }) {
  const packable = orders.filter(({ status }) => hasPapers(status)).slice(0, MAX_PAPER_ORDERS);
  const left = orders.length - packable.length;
  const parcels = packable.filter(({ pickup }) => !pickup);
  const fetched = packable.filter(({ pickup }) => pickup).map(({ orderNumber }) => orderNumber);
  return (
    <div className="grid gap-4">
      {left > 0 && (
        <Note tone="warn">
          {left === 1
            ? 'One of these orders has nothing to pack and is left out.'
            : `${left} of these orders have nothing to pack and are left out.`}
        </Note>
      )}
      {fetched.length > 0 && <Note tone="warn">{notByCourierSentence(fetched)}</Note>}
      <Unprintable orders={orders} />
      <Invoices orders={orders} />
      {packable.length > 0 && (
        <section>
          <h3 className="mb-2">For packing</h3>
          <div className="flex flex-wrap gap-2">
            <PaperButton paper="pick-list" orders={packable} />
            <PaperButton paper="packing-slips" orders={packable} />
            {parcels.length > 0 && <PaperButton paper="labels" orders={parcels} />}
          </div>
          <p className="mt-2 text-ink-soft">Each is a PDF. Set the scale to 100% for labels.</p>
        </section>
      )}
      {parcels.length > 0 && (
        <section>
          <h3 className="mb-2">For the courier</h3>
          <div className="flex flex-wrap gap-2">
            {COURIER_FILES.map((courier) => (
              <FileButton
                key={courier}
                of="GET /orders/courier-file"
                path={pathFor('GET /orders/courier-file', { query: { courier, orders: numbersOf(parcels) } })}
                icon={Download}
              >
                {COURIER_FILE_NAMES[courier]}
              </FileButton>
            ))}
          </div>
          <p className="mt-2 text-ink-soft">
            A CSV file in the columns of the courier’s bulk upload. Weights are of the contents only, so add the weight
            and size of the box. When the courier sends a file with tracking numbers, upload it under ‘Tracking file’.
          </p>
        </section>
      )}
    </div>
  );
}

/** Orders whose address has letters without a font. */
function Unprintable({ orders }: { orders: AdminOrder[] }) {
  const found = orders.filter(({ shippingAddress }) => unprintableFields(shippingAddress).length > 0);
  if (found.length === 0) return null;
  return (
    <Note tone="warn">
      {`${found.map(({ orderNumber }) => orderNumber).join(', ')}: the address has letters that we cannot print. Each is a box on the papers. The order says which.`}
    </Note>
  );
}

/** The invoices of orders in one PDF. */
function Invoices({ orders }: { orders: AdminOrder[] }) {
  const invoiced = orders.filter(hasInvoice).slice(0, MAX_PAPER_ORDERS);
  const missing = orders.length - orders.filter(hasInvoice).length;
  const gifts = invoiced.filter(({ giftMessage }) => giftMessage !== null).map(({ orderNumber }) => orderNumber);
  return (
    <section>
      <h3 className="mb-2">Invoices</h3>
      {invoiced.length > 0 && (
        <FileButton
          of="GET /orders/invoices"
          path={pathFor('GET /orders/invoices', { query: { orders: numbersOf(invoiced) } })}
          icon={Printer}
        >
          Print invoices
        </FileButton>
      )}
      {gifts.length > 0 && (
        <Note tone="info" className="mt-2">
          {`${gifts.join(', ')}. ${GIFT_RULE}`}
        </Note>
      )}
      {missing > 0 && (
        <p className="mt-2 text-ink-soft">
          {missing === 1 ? 'One order has' : `${missing} orders have`} no invoice yet: it is made when the payment is
          verified.
        </p>
      )}
    </section>
  );
}

function numbersOf(orders: AdminOrder[]): string {
  return orders.map(({ orderNumber }) => orderNumber).join(',');
}
