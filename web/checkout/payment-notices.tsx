import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import common from '#messages/checkout';
import m from '#messages/payment';
import { directToCart } from '#web/lib/checkout.ts';
import { endsWithPage } from '#web/lib/device.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { RotateCw } from '#web/ui/icons.ts';
import { AppLink } from '#web/ui/link.tsx';
import { ErrorNote, Note } from '#web/ui/note.tsx';
import { InAppNote } from './in-app-note.tsx';
import type { HoldState } from './use-draft.ts';

type NoticesProps = { state: HoldState; empty: boolean; hasAddress: boolean; hasUpi: boolean; onRefresh: () => void };

/**
 * Notices shown before payment: unavailable items, changed prices, no network, an empty cart, no
 * address.
 */
export function PaymentNotices({ state, empty, hasAddress, hasUpi, onRefresh }: NoticesProps) {
  const navigate = useNavigate();
  const ordered = state.kind === 'ordered' ? state.orderNumber : null;
  useEffect(() => {
    if (ordered) navigate(`/payment-success?orderId=${encodeURIComponent(ordered)}`, { replace: true });
  }, [ordered, navigate]);
  // In a browser that keeps nothing.
  const fleeting = endsWithPage('cart') || endsWithPage('directOrder') || endsWithPage('draftOrder');
  return (
    <div className="grid gap-3 empty:hidden">
      <InAppNote />
      {!hasUpi && <ErrorNote message={m.noSettings()} />}
      {empty && (
        <Note tone="warn" live="status">
          <p>{m.cartEmpty()}</p>
          <Button variant="line" className="mt-2 text-ink" onClick={onRefresh}>
            <Icon of={RotateCw} /> {m.refresh()}
          </Button>{' '}
          <AppLink className="link link-tap ml-3" to="/cart">
            {m.backToCart()}
          </AppLink>
        </Note>
      )}
      {!empty && !hasAddress && (
        <Note tone="warn" live="status">
          {common.addressFirst()}{' '}
          <AppLink className="link" to="/address">
            {m.addressLink()}
          </AppLink>
        </Note>
      )}
      {state.kind === 'refused' && (
        <Note tone="bad" live="alert">
          <p>{state.message}</p>
          {state.details.length > 0 && (
            <ul>
              {state.details.map((detail) => (
                <li key={detail}>{detail}</li>
              ))}
            </ul>
          )}
          <AppLink className="link" to="/cart" onClick={() => directToCart(Date.now())}>
            {m.backToCart()}
          </AppLink>
        </Note>
      )}
      {state.kind === 'held' && state.changes.length > 0 && (
        <Note tone="warn" live="status">
          {state.changes.map((change) => (
            <p key={change}>{change}</p>
          ))}
        </Note>
      )}
      {state.kind === 'offline' && (
        <Note tone="info" live="status">
          {fleeting ? m.unreachableLost() : m.unreachable()}
        </Note>
      )}
    </div>
  );
}
