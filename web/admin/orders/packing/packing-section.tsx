import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { GIFT_RULE } from '#shop/orders/gift.ts';
import { statusLabel, statusTone } from '#shop/orders/order-status.ts';
import type { AdminOrder } from '#shop/orders/orders.ts';
import { packingFault, scannedOrder } from '#shop/orders/scan.ts';
import { countOf } from '#web/admin/lib/count.ts';
import { adminCall, isSignedOut, serverSentence } from '#web/admin/lib/session.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { ErrorNote, Note } from '#web/ui/note.tsx';
import { ProductImage } from '#web/ui/product-image.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { StatusPill } from '#web/ui/status-pill.tsx';
import { toast } from '#web/ui/toast.tsx';
import { orderQuery } from '../orders-api.ts';
import { Camera } from './camera.tsx';

const NO_NUMBER = 'This is not the barcode of an order. Scan the one below the items on the label.';

/** Scan a label: its order opens, and its lines are ticked while they go into the box. */
export default function PackingSection() {
  const [order, setOrder] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  const [error, setError] = useState('');
  const [camera, setCamera] = useState(false);
  const field = useScannerField();
  const read = useCallback((text: string) => {
    const number = scannedOrder(text);
    setError(number ? '' : NO_NUMBER);
    if (number === null) return;
    setTyped('');
    setOrder(number);
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    read(typed);
  };
  return (
    <>
      <section className="admin-card card-body mb-4 max-w-[44rem]" aria-label="Scan">
        <form className="pack-scan" onSubmit={submit} noValidate>
          <TextField
            ref={field}
            admin
            label="Order number"
            value={typed}
            error={error}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Button type="submit" size="admin">
            Open
          </Button>
          {!camera && (
            <Button variant="quiet" size="admin" onClick={() => setCamera(true)}>
              Use the camera
            </Button>
          )}
        </form>
        <p className="hint mt-2">Scan the barcode of the label, or type the number and press Enter.</p>
        {camera && <Camera onRead={read} onClose={() => setCamera(false)} />}
      </section>
      {order && <Parcel key={order} orderNumber={order} onNext={() => setOrder(null)} />}
    </>
  );
}

/**
 * The field that a USB scanner types into. It gets the focus at the start, and with the first
 * letter that is typed elsewhere.
 */
function useScannerField() {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // A phone would open its keyboard over the camera.
    if (window.matchMedia('(pointer: fine)').matches) field.current?.focus();
    const toField = (event: KeyboardEvent) => {
      const typing =
        event.target instanceof HTMLElement && event.target.matches('input:not([type=checkbox]), textarea');
      if (!typing && /^[a-z0-9]$/i.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey) {
        field.current?.focus();
      }
    };
    window.addEventListener('keydown', toField);
    return () => window.removeEventListener('keydown', toField);
  }, []);
  return field;
}

function Parcel({ orderNumber, onNext }: { orderNumber: string; onNext: () => void }) {
  const { data, error, refetch, isFetching } = useQuery(orderQuery(orderNumber));
  if (error && !data) {
    const message = serverSentence(error, 'Failed to load the order. Please check your connection.');
    return <ErrorNote message={message} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  if (!data) return <Skeleton className="h-48" />;
  const { order } = data;
  const fault = packingFault({ status: order.status, paid: order.payment.status });
  return (
    <section className="admin-card max-w-[44rem]" aria-label={`Order ${orderNumber}`}>
      <header className="card-head">
        <h2>{orderNumber}</h2>
        <StatusPill tone={statusTone(order.status)} admin>
          {statusLabel(order.status)}
        </StatusPill>
      </header>
      <div className="card-body">
        <p className="mb-2 wrap-anywhere text-ink-soft">
          {order.shippingAddress.name}, {order.shippingAddress.city}
        </p>
        {fault && (
          <Note tone="bad" live="alert" className="mb-2">
            {fault}
          </Note>
        )}
        {order.orderNote && (
          <Note tone="warn" className="mb-2">
            From the shopper: {order.orderNote}
          </Note>
        )}
        {order.giftMessage !== null && (
          <Note tone="info" className="mb-2">
            {GIFT_RULE}
          </Note>
        )}
        {fault ? <OpenOrder orderNumber={orderNumber} /> : <Lines order={order} onNext={onNext} />}
      </div>
    </section>
  );
}

function Lines({ order, onNext }: { order: AdminOrder; onNext: () => void }) {
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const left = order.items.length - ticked.size;
  const tick = (line: number, on: boolean) => {
    const next = new Set(ticked);
    if (on) next.add(line);
    else next.delete(line);
    setTicked(next);
  };
  return (
    <>
      {order.items.map((item, line) => (
        <label className="pack-line" key={`${item.product} ${item.size}`}>
          <input
            type="checkbox"
            className="box"
            checked={ticked.has(line)}
            onChange={(event) => tick(line, event.target.checked)}
          />
          <ProductImage src={item.image} alt="" />
          <span>
            <b>{item.name}</b>
            {item.size}
          </span>
          <span className="num">× {item.quantity}</span>
        </label>
      ))}
      <p className="my-3" role="status">
        {left === 0 ? 'All lines are in the box.' : `${countOf(left, 'line')} to go`}
      </p>
      <span className="flex flex-wrap gap-2">
        <Packed order={order} disabled={left > 0} onNext={onNext} />
        <OpenOrder orderNumber={order.orderNumber} />
      </span>
    </>
  );
}

/** An order that is packed is 'in processing' until it is shipped; its timeline says who packed it. */
function Packed({ order, disabled, onNext }: { order: AdminOrder; disabled: boolean; onNext: () => void }) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      if (order.status === 'confirmed') {
        const body = { status: 'processing' as const, note: 'Packed', version: order.version };
        await adminCall('PUT /orders/:id/status', { params: { id: order.orderNumber }, body });
        await client.invalidateQueries({ queryKey: ['orders'] });
      }
      toast.success(`${order.orderNumber} is packed`);
      onNext();
    } catch (error) {
      if (!isSignedOut(error)) toast.error(serverSentence(error, 'Failed to save. Please try again.'));
      await client.invalidateQueries({ queryKey: ['orders'] });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button size="admin" disabled={disabled} busy={busy} onClick={() => void save()}>
      Packed, next parcel
    </Button>
  );
}

function OpenOrder({ orderNumber }: { orderNumber: string }) {
  return (
    <ButtonLink variant="quiet" size="admin" to={`/admin?section=orders&order=${orderNumber}`}>
      Open the order
    </ButtonLink>
  );
}
