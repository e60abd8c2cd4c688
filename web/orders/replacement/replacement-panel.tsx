import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import m from '#messages/replacement';
import { sizeLabel } from '#shop/catalogue/packs.ts';
import type { Order } from '#shop/orders/orders.ts';
import type { Replacement } from '#shop/orders/replacement-input.ts';
import {
  reasonLabel,
  replacementLabel,
  replacementLastDay,
  replacementRefusal,
  replacementTimeline,
  replacementTone,
} from '#shop/orders/replacements.ts';
import { PROMISES } from '#shop/promises.ts';
import { fetchPicture } from '#web/lib/private-picture.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { type LoadPhoto, PhotoStrip } from '#web/ui/photo-strip.tsx';
import { rich } from '#web/ui/rich.tsx';
import { StatusPill } from '#web/ui/status-pill.tsx';
import { Timeline } from '#web/ui/timeline.tsx';
import { ParcelNumber } from '../parcel-card.tsx';
import type { OrderView } from '../use-order.ts';
import { ReplacementForm } from './replacement-form.tsx';

/**
 * The 7-day promise on an order page (R2.1, R2.9): request a replacement in time, then see its
 * status.
 */
export function ReplacementPanel({ order, reload }: { order: OrderView; reload: () => void }) {
  const { live, copy } = order;
  const token = copy.accessToken;
  if (!live || !token || live.deliveredAt == null) return null;
  return <Panel live={live} token={token} deliveredAt={live.deliveredAt} reload={reload} />;
}

function Panel({
  live,
  token,
  deliveredAt,
  reload,
}: {
  live: Order;
  token: string;
  deliveredAt: number;
  reload: () => void;
}) {
  const [asking, setAsking] = useState(false);
  const panel = useRef<HTMLElement>(null);
  const { hash } = useLocation();
  // The panel appears after the order has been read, too late for the browser to scroll to it.
  useEffect(() => {
    if (hash === '#replacement') panel.current?.scrollIntoView();
  }, [hash]);
  const load = useCallback<LoadPhoto>((url, signal) => fetchPicture(url, { 'x-order-token': token }, signal), [token]);
  const requests = live.replacements ?? [];
  const refusal = replacementRefusal(live, Date.now());
  const lastDay = replacementLastDay(deliveredAt);
  if (refusal === 'replacement_not_delivered' && requests.length === 0) return null;
  return (
    <section
      ref={panel}
      id="replacement"
      className="panel grid scroll-mt-24 gap-4"
      aria-labelledby="replacement-heading"
    >
      <h2 id="replacement-heading" className="text-display-sm">
        {m.title()}
      </h2>
      {requests.length > 0 && (
        <div className="grid gap-5">
          {requests.toReversed().map((request) => (
            <Request key={request.id} request={request} load={load} />
          ))}
        </div>
      )}
      {refusal === null && (
        <>
          <p className="text-ink-soft">
            {rich(m.offer({ day: lastDay, hours: PROMISES.damageHours }), {
              b: (text) => <b className="text-ink">{text}</b>,
            })}
          </p>
          <Button variant="line" className="justify-self-start" onClick={() => setAsking(true)}>
            {m.request()}
          </Button>
        </>
      )}
      {refusal === 'replacement_late' && requests.length === 0 && (
        <p className="text-ink-soft">
          {rich(m.late({ day: lastDay }), {
            link: (text) => (
              <AppLink className="link" to="/contact-us">
                {text}
              </AppLink>
            ),
          })}
        </p>
      )}
      <Dialog open={asking} onClose={() => setAsking(false)} title={m.request()}>
        <ReplacementForm
          orderNumber={live.orderNumber}
          token={token}
          items={live.items}
          load={load}
          onClose={(changed) => {
            setAsking(false);
            if (changed) reload();
          }}
        />
      </Dialog>
    </section>
  );
}

function Request({ request, load }: { request: Replacement; load: LoadPhoto }) {
  return (
    <article className="grid gap-4 hairline-b-line pb-5 last:[border:0] last:pb-0" aria-label={m.requestLabel()}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <b className="weight-600">{reasonLabel(request.reason)}</b>
        <StatusPill tone={replacementTone(request.status)}>{replacementLabel(request.status)}</StatusPill>
      </div>
      <ul className="text-ink-soft">
        {request.items.map((item) => (
          <li key={item.line}>
            {item.size ? `${item.name}, ${sizeLabel(item.size)}` : item.name} × {item.quantity}
          </li>
        ))}
      </ul>
      <p className="whitespace-pre-line text-ink-soft wrap-anywhere">{request.description}</p>
      <PhotoStrip photos={request.photos} load={load} />
      {request.status === 'shipped' && <ParcelNumber {...request} />}
      <Timeline
        steps={replacementTimeline(request).map(({ note, ...step }) => ({ ...step, ...(note ? { note } : {}) }))}
      />
    </article>
  );
}
