import './payment.css';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import m from '#messages/pay-link';
import payment from '#messages/payment';
import { formatDateTime } from '#shop/india/dates.ts';
import { appsAtCheckout } from '#shop/money/app-list.ts';
import { formatRupees, toPaise } from '#shop/money/money.ts';
import { appLink, checkUtr, platformOf, upiLink } from '#shop/money/upi.ts';
import type { LinkedPayment } from '#shop/orders/by-staff.ts';
import { call, isApiError } from '#web/lib/api.ts';
import { keepOrder, openedOrder } from '#web/lib/my-orders.ts';
import { lookEvery } from '#web/lib/poll.ts';
import { OrderItems } from '#web/orders/order-items.tsx';
import { UtrField } from '#web/orders/utr-field.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { CopyField } from '#web/ui/copy-button.tsx';
import { DiscountLines } from '#web/ui/discount-lines.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { NeedsScript } from '#web/ui/needs-script.tsx';
import { Note } from '#web/ui/note.tsx';
import { Check } from '#web/ui/page-icons.ts';
import { rich, strong } from '#web/ui/rich.tsx';
import { UpiLogo } from '#web/ui/upi-logo.tsx';
import { appName } from './app-name.ts';
import { useCheckoutSettings } from './checkout-settings.ts';
import { OpenInBrowser } from './in-app-note.tsx';
import { UpiQr } from './upi-qr.tsx';

/** How often the page looks for the payment, ms. */
const LOOK_MS = 3_000;

export function meta() {
  return [
    { title: m.title() },
    { name: 'robots', content: 'noindex' },
    // The address is the key to the order.
    { name: 'referrer', content: 'no-referrer' },
  ];
}

const orderHeading = (number: string) =>
  rich(m.order({ number }), { number: (text) => <span className="mono text-[0.8em]">{text}</span> });

/** The payment of one order that staff have taken (D67), opened by its link; it needs no cart. */
export default function PayLinkPage() {
  const { code = '' } = useParams();
  const { shown, over, failed, show } = useLinked(code);
  return (
    <div className="page-form grid gap-5 pb-16">
      <h1 className="mt-4 text-display-lg">
        {shown && shown.state !== 'waiting' ? orderHeading(shown.orderNumber) : m.title()}
      </h1>
      {over && (
        <Note tone="warn" live="status">
          {over}{' '}
          <AppLink className="link" to="/contact-us">
            {m.contact()}
          </AppLink>
        </Note>
      )}
      {failed && !shown && (
        <Note tone="bad" live="alert">
          {m.failed()}
        </Note>
      )}
      <NeedsScript />
      {!shown && !over && !failed && (
        <Note tone="info" live="status" className="if-script">
          {m.loading()}
        </Note>
      )}
      {shown && shown.state !== 'waiting' && <Paid code={code} linked={shown} />}
      {shown && shown.state === 'waiting' && (
        <>
          {!over && <OpenInBrowser cartStays={false} address={window.location.href} />}
          {!over && <ToPay linked={shown} />}
          <EnterUtr code={code} onSent={show} />
          <Goods linked={shown} />
        </>
      )}
    </div>
  );
}

/** Asks for the payment of the link until it is there. `over`: why the link is closed. */
function useLinked(code: string) {
  const [shown, setShown] = useState<LinkedPayment | null>(null);
  const [over, setOver] = useState('');
  const [failed, setFailed] = useState(false);
  const done = shown !== null && shown.state === 'received';
  useEffect(() => {
    if (done) return;
    const cancel = new AbortController();
    const stop = lookEvery(LOOK_MS, async () => {
      try {
        const answer = await call('GET /pay/:code', { params: { code } }, { signal: cancel.signal });
        setShown(answer.payment);
        setOver('');
        setFailed(false);
      } catch (error) {
        if (cancel.signal.aborted) return;
        if (isApiError(error) && error.status === 404) setOver(error.message);
        else setFailed(true);
      }
    });
    return () => {
      stop();
      cancel.abort();
    };
  }, [code, done]);
  return { shown, over, failed, show: setShown };
}

function ToPay({ linked }: { linked: LinkedPayment }) {
  const settings = useCheckoutSettings().payment;
  const { orderNumber, pricing, until, canConfirm } = linked;
  const [platform] = useState(() => platformOf(navigator.userAgent, navigator.maxTouchPoints));
  const amount = formatRupees(pricing.total);
  if (settings.upiId === '') return <Note tone="warn">{m.notSetUp()}</Note>;
  const here = window.location.href;
  const upiUri = upiLink({
    pa: settings.upiId,
    pn: settings.accountHolderName,
    am: toPaise(pricing.total),
    orderNumber,
    returnUrl: here,
  });
  const onPhone = platform !== 'desktop';
  const apps = appsAtCheckout(settings.apps, 'phone').first;
  return (
    <>
      <section className="panel grid gap-4" aria-label={m.total()}>
        <p>
          <span className="text-ink-soft">{m.total()}</span>
          <b className="num weight-750 block text-[2.5rem] [line-height:1.05]">{amount}</b>
        </p>
        <p>{rich(m.exactly({ amount, payee: settings.accountHolderName }), { b: strong })}</p>
        {until !== null && <p className="text-small text-ink-soft">{m.until({ until: formatDateTime(until) })}</p>}
        {onPhone && (
          <ul className="grid grid-cols-2 gap-2.5" aria-label={m.payWith()}>
            {apps.map(({ id }) => (
              <li key={id}>
                <a className="btn btn-line btn-block min-h-14" href={appLink(id, upiUri, platform, here) ?? upiUri}>
                  <UpiLogo app={id} size={28} /> <span>{appName(id)}</span>
                </a>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section className="panel grid justify-items-center gap-3 text-center [--qr:min(17rem,70vw)]">
        <h2 className="text-display-sm">{onPhone ? m.scan() : m.scanOnly()}</h2>
        <UpiQr text={upiUri} label={payment.qrCode({ amount })} />
        <div className="w-full max-w-96">
          <CopyField text={settings.upiId} what="UPI ID" />
        </div>
      </section>
      <p className="text-small text-ink-soft" role="status">
        {canConfirm ? m.looking() : m.lookForUtr()}
      </p>
    </>
  );
}

/** For a customer who has paid before the bank's message has come, or where none comes. */
function EnterUtr({ code, onSent }: { code: string; onSent: (linked: LinkedPayment) => void }) {
  const [open, setOpen] = useState(false);
  const [utr, setUtr] = useState('');
  const [error, setError] = useState('');
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);
  const [paidAt] = useState(() => Date.now());
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (open) form.current?.querySelector('input')?.focus();
  }, [open]);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const problem = checkUtr(utr);
    setError(problem ?? '');
    if (problem) {
      form.current?.querySelector('input')?.focus();
      return;
    }
    setBusy(true);
    setFailure('');
    try {
      const sent = await call('POST /pay/:code/utr', { params: { code }, body: { utrNumber: utr } });
      onSent(sent.payment);
    } catch (failed) {
      setFailure(isApiError(failed) ? failed.message : m.failed());
    } finally {
      setBusy(false);
    }
  };
  if (!open) {
    return (
      <Button variant="line" size="lg" block onClick={() => setOpen(true)}>
        {m.paid()}
      </Button>
    );
  }
  return (
    <form ref={form} className="panel grid gap-4" noValidate onSubmit={(event) => void send(event)}>
      {failure && (
        <Note tone="bad" live="alert">
          {failure}
        </Note>
      )}
      <UtrField utr={utr} error={error} paidAt={paidAt} onChange={setUtr} />
      <Button type="submit" size="lg" busy={busy} busyText={m.sending()}>
        {m.send()}
      </Button>
    </form>
  );
}

function Goods({ linked: { orderNumber, items, pricing } }: { linked: LinkedPayment }) {
  return (
    <section className="panel grid gap-4" aria-label={m.items()}>
      <h2 className="text-display-sm">{orderHeading(orderNumber)}</h2>
      <OrderItems items={items} />
      <dl className="sum">
        <div>
          <dt>{payment.productTotal()}</dt>
          <dd>{formatRupees(pricing.subtotal)}</dd>
        </div>
        <DiscountLines discounts={pricing.discounts} />
        <div className="total">
          <dt>{payment.orderTotal()}</dt>
          <dd>{formatRupees(pricing.total)}</dd>
        </div>
      </dl>
    </section>
  );
}

/** The order exists: it is kept on this device, so that it can be followed here. */
function Paid({ code, linked }: { code: string; linked: LinkedPayment }) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const { orderNumber, state } = linked;
  const received = state === 'received';
  const open = async () => {
    setBusy(true);
    setFailed(false);
    try {
      const { order, accessToken } = await call('POST /pay/:code/order', { params: { code } });
      keepOrder(openedOrder(order, accessToken));
      navigate(`/order-details/${encodeURIComponent(orderNumber)}`);
    } catch {
      setFailed(true);
      setBusy(false);
    }
  };
  return (
    <section className="panel grid gap-4">
      <div className="flex items-center gap-4" role="status">
        <span className="seal size-13 bg-ok-bg text-ok" aria-hidden="true">
          <Icon of={Check} />
        </span>
        <h2 className="text-display-md">{received ? m.received() : m.checking()}</h2>
      </div>
      <p>{received ? m.receivedText({ number: orderNumber }) : m.checkingText({ number: orderNumber })}</p>
      {failed && (
        <Note tone="bad" live="alert">
          {m.failed()}
        </Note>
      )}
      <Button size="lg" busy={busy} onClick={() => void open()}>
        {m.view()}
      </Button>
      <ButtonLink to="/" variant="line" size="lg">
        {m.shopLink()}
      </ButtonLink>
    </section>
  );
}
