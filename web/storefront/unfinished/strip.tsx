import { useEffect } from 'react';
import m from '#messages/unfinished';
import { isApiError } from '#web/lib/api.ts';
import { readReport } from '#web/lib/bank-report.ts';
import { forget, useStoredJson } from '#web/lib/device.ts';
import { confirmationPath, takeOver } from '#web/lib/ordering.ts';
import { lookEvery } from '#web/lib/poll.ts';
import {
  acceptUnfinished,
  forgetFound,
  getUnfinished,
  keepUnfinished,
  type UnfinishedPayment,
} from '#web/lib/unfinished.ts';
import { ButtonLink, IconButton } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { CircleCheck, X } from '#web/ui/icons.ts';
import { Clock } from '#web/ui/page-icons.ts';
import { CARD, FoundLine, StartedLine, UnfinishedButtons } from './parts.tsx';
import { useUnfinishedActions } from './use-actions.ts';

const EVERY_MS = 30_000;
/** A draft that the shop no longer knows is forgotten after this time. */
const FORGOTTEN_MS = 48 * 3_600_000;

/**
 * The payment that this device has begun and not finished (D66), until it is settled. `card`: the
 * page tells of it in a card of its own, and the strip only of a payment that was found.
 */
export function UnfinishedStrip({ card }: { card: boolean }) {
  const payment = useStoredJson('unfinishedPayment', acceptUnfinished);
  const actions = useUnfinishedActions(payment);
  useLooking(payment);
  const found = payment?.found ?? null;
  const open = payment && !found && !payment.closed && !card;
  return (
    <>
      <div role="status">
        {found && (
          <div className="keep keep-ok">
            <div className="page">
              <Icon of={CircleCheck} />
              <span>
                <FoundLine {...found} />
              </span>
              <div className="ways">
                <ButtonLink variant="paper" className={CARD} to={confirmationPath(found.orderNumber)}>
                  {m.viewOrder()}
                </ButtonLink>
              </div>
              <IconButton aria-label={m.close()} onClick={() => forgetFound(found.orderNumber)}>
                <Icon of={X} />
              </IconButton>
            </div>
          </div>
        )}
      </div>
      {open && (
        <section className="keep" aria-label={m.title()}>
          <div className="page">
            <Icon of={Clock} />
            <span>
              <StartedLine {...payment} />
            </span>
            <UnfinishedButtons actions={actions} />
          </div>
        </section>
      )}
      {actions.Question && <actions.Question actions={actions} />}
    </>
  );
}

/**
 * Asks the shop for the payment: on arrival, and every half minute unless the shopper has said that
 * nothing was paid.
 */
function useLooking(payment: UnfinishedPayment | null): void {
  const number = payment && !payment.found ? payment.draft.orderNumber : null;
  const again = payment?.closed === false;
  useEffect(() => {
    if (!number) return;
    const cancel = new AbortController();
    const stop = lookEvery(EVERY_MS, () => look(number, cancel.signal), again ? undefined : Date.now() + 1_000);
    return () => {
      stop();
      cancel.abort();
    };
  }, [number, again]);
}

async function look(number: string, signal: AbortSignal): Promise<void> {
  const known = getUnfinished();
  if (known?.draft.orderNumber !== number || known.found) return;
  const report = await readReport(known.draft, signal).catch((error) => {
    const unknown = isApiError(error) && error.status === 404 && Date.now() - known.startedAt > FORGOTTEN_MS;
    if (unknown && !signal.aborted) forget('unfinishedPayment');
    return null;
  });
  if (!report?.order || signal.aborted) return;
  const { order, utr = '', receivedAt = Date.now() } = report;
  // Ends the checkout, and this payment with it.
  takeOver(known.draft, order, Date.now());
  if (report.state !== 'received') {
    forget('unfinishedPayment');
    return;
  }
  const { orderNumber, pricing } = order;
  keepUnfinished({ ...known, found: { orderNumber, total: pricing.total, utr, receivedAt, onPaymentPage: false } });
}
