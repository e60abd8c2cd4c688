import { useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import common from '#messages/checkout';
import m from '#messages/order-review';
import ordering from '#messages/ordering';
import { validItems } from '#shop/money/pricing.ts';
import { checkUtr } from '#shop/money/upi.ts';
import { checkReview } from '#shop/orders/address.ts';
import { deliveryPromise } from '#shop/orders/delivery.ts';
import { offerAmount } from '#shop/settings/offers.ts';
import { isPaying, priceItems, useUtr } from '#web/lib/checkout.ts';
import { forget, useStoredJson, useStoredText, writeText } from '#web/lib/device.ts';
import type { OrderParts } from '#web/lib/ordering.ts';
import { confirmationPath, placeOrder, saveDraft } from '#web/lib/ordering.ts';
import { refusalWords } from '#web/lib/outbox.ts';
import type { CheckoutItem, Pricing } from '#web/lib/stored-checkout.ts';
import { acceptAddress, acceptChoice, acceptDraft } from '#web/lib/stored-checkout.ts';
import { AddressLines, OrderItems, OrderSums } from '#web/orders/order-items.tsx';
import { UtrField } from '#web/orders/utr-field.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { TextareaField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { NeedsScript } from '#web/ui/needs-script.tsx';
import { Note } from '#web/ui/note.tsx';
import { ArrowLeft } from '#web/ui/page-icons.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.tsx';
import { UpiLogo } from '#web/ui/upi-logo.tsx';
import { useCheckoutSettings } from './checkout-settings.ts';
import { useFinishedElsewhere } from './finished-elsewhere.ts';
import { GiftBox } from './gift-box.tsx';
import { useCheckoutItems } from './order-summary.tsx';
import { CheckoutSteps } from './steps.tsx';

export function meta() {
  return [{ title: m.title() }, { name: 'robots', content: 'noindex' }];
}

/** R2.4: the draft is saved 5 seconds after address and items are present. */
const AUTOSAVE_MS = 5_000;

/** The review page: the alternative way to place an order (R2.2). */
export default function OrderReview() {
  const checkout = useCheckoutItems();
  const finished = useFinishedElsewhere();
  return (
    <div className="page-form pb-16">
      <CheckoutSteps current={2} />
      <h1 className="mb-5 text-display-md">{m.title()}</h1>
      {checkout && !finished ? (
        <Review {...checkout} />
      ) : (
        <>
          <NeedsScript />
          <div className="co-grid" aria-hidden="true">
            <Skeleton className="h-64 rounded-card" />
            <Skeleton className="h-48 rounded-card" />
          </div>
        </>
      )}
    </div>
  );
}

function Review({ items: own, direct }: { items: CheckoutItem[]; direct: boolean }) {
  const navigate = useNavigate();
  const { payment, holdMinutes } = useCheckoutSettings();
  const offer = offerAmount(payment.onlineOffer);
  const draft = useStoredJson('draftOrder', acceptDraft);
  const address = useStoredJson('shippingAddress', acceptAddress);
  const choice = useStoredJson('paymentMethod', acceptChoice);
  const note = useStoredText('orderNote') ?? '';
  const giftMessage = useStoredText('giftMessage');
  const utr = useUtr();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const [utrError, setUtrError] = useState('');
  const utrBox = useRef<HTMLDivElement>(null);
  const [openedAt] = useState(() => Date.now());
  const paying = draft !== null && isPaying(Date.now());
  const items = paying ? draft.items : own;
  const pricing = useMemo<Pricing>(
    () => (draft && (paying || sameGoods(draft.items, items)) ? draft.pricing : priceItems(items, offer)),
    [draft, paying, items, offer],
  );
  const saved = useAutosave({ items, direct, address, offer, holdMinutes, off: paying || busy, note, giftMessage });

  const fail = (message: string) => {
    setProblem(message);
    toast.error(message);
  };

  const place = async () => {
    setProblem('');
    const incomplete = checkReview(address, choice);
    if (incomplete || !address || !choice) return fail(incomplete ?? common.addressFirst());
    if (validItems(items).length === 0) return fail(m.noItems());
    const wrong = utr === '' ? null : checkUtr(utr);
    setUtrError(wrong ?? '');
    if (wrong) {
      // On a phone the field is far above the button.
      utrBox.current?.querySelector('input')?.focus();
      return;
    }
    if (utr === '' && !choice.confirmed) return fail(common.notCompleted());
    setBusy(true);
    const parts = await orderParts({ address, app: choice.appId, note, giftMessage, utr });
    if (!parts) return;
    const placed = typeof parts === 'string' ? null : await placeOrder(parts, Date.now());
    if (placed?.kind === 'placed') {
      if (placed.sent) toast.success(ordering.placed());
      forget('pendingPaymentRedirect');
      // The confirmation needs the server; /payment-success is loaded, and shows an order that
      // waits.
      const path = placed.sent
        ? confirmationPath(placed.orderNumber)
        : `/payment-success?orderId=${encodeURIComponent(placed.orderNumber)}`;
      navigate(path, { replace: true, state: { created: placed.sent } });
      return;
    }
    setBusy(false);
    fail((typeof parts === 'string' ? parts : refusalWords(placed?.message ?? '')) || m.failed());
  };

  /**
   * The order, made from the draft, and the draft first when there is none. A string is the reason
   * why it cannot be placed; null: it is placed already, and its confirmation opens.
   */
  const orderParts = async (
    facts: Pick<OrderParts, 'address' | 'app' | 'note' | 'giftMessage' | 'utr'>,
  ): Promise<OrderParts | string | null> => {
    if (draft && (paying || sameGoods(draft.items, items))) return { ...draft, ...facts };
    const result = await saveDraft({ items, direct, address: facts.address, offer, holdMinutes, now: Date.now() });
    if (result.kind === 'refused') return [result.message, ...result.details].join(' ');
    if (result.kind === 'ordered') {
      // The response to an earlier submit was lost: the order exists.
      navigate(confirmationPath(result.orderNumber), { replace: true });
      return null;
    }
    return { ...result.draft, ...facts };
  };

  if ((!address || !choice) && !busy) {
    return (
      <EmptyState title={m.missingTitle()} text={common.addressFirst()} className="panel">
        <ButtonLink to="/address">{m.completeCheckout()}</ButtonLink>
      </EmptyState>
    );
  }
  return (
    <div className="co-grid">
      <div className="grid gap-4">
        {problem && (
          <Note tone="bad" live="alert">
            {problem}
          </Note>
        )}
        <section className="panel">
          <h2 className="mb-4 text-display-sm">{m.items()}</h2>
          {items.length > 0 ? <OrderItems items={items} /> : <p className="text-ink-soft">{m.cartEmpty()}</p>}
        </section>
        <div className="form-grid">
          <section className="panel half">
            <PanelHead title={m.deliverTo()} change="/address" label={m.changeAddress()} />
            {address && <AddressLines address={address} />}
            {address && <p className="mt-2 text-small text-ink-soft">{deliveryPromise(address)}</p>}
          </section>
          <section className="panel half">
            <PanelHead title={m.payment()} change="/payment" label={m.changePayment()} />
            {choice && (
              <div className="flex items-center gap-3">
                <UpiLogo app={choice.appId} />
                <div>
                  <b className="weight-600">{choice.appId === 'other' ? common.otherUpiApps() : choice.app}</b>
                  {utr && <div className="mono text-small text-ink-soft">UTR {utr}</div>}
                </div>
              </div>
            )}
            <div className="mt-4" ref={utrBox}>
              <UtrField
                utr={utr}
                error={utrError}
                paidAt={openedAt}
                onChange={(text) => {
                  writeText('paymentUTR', text);
                  setUtrError('');
                }}
              />
            </div>
          </section>
        </div>
        <TextareaField
          label={m.orderNote()}
          placeholder={m.notePlaceholder()}
          maxLength={1000}
          value={note}
          onChange={(event) => writeText('orderNote', event.target.value)}
          hint={saved ? m.draftSaved() : undefined}
        />
        <GiftBox />
      </div>
      <aside className="co-side">
        <section className="panel">
          <h2 className="mb-4 text-display-sm">{m.summary()}</h2>
          <OrderSums {...pricing} shipping={false} />
          <Button size="lg" block className="mt-5" busy={busy} busyText={m.placing()} onClick={() => void place()}>
            {m.placeOrder()}
          </Button>
          <ButtonLink to="/payment" variant="bare" block className="mt-1 weight-600">
            <Icon of={ArrowLeft} /> {m.backToPayment()}
          </ButtonLink>
        </section>
      </aside>
    </div>
  );
}

/** @param props `label`: what the link says to a screen reader */
function PanelHead({ title, change, label }: { title: string; change: string; label: string }) {
  return (
    <div className="mb-2 flex items-center justify-between">
      <h2 className="text-display-sm">{title}</h2>
      <AppLink className="link link-tap text-small" to={change} aria-label={label}>
        {m.change()}
      </AppLink>
    </div>
  );
}

function sameGoods(a: readonly CheckoutItem[], b: readonly CheckoutItem[]): boolean {
  const key = (items: readonly CheckoutItem[]) =>
    JSON.stringify(items.map(({ product, size, quantity }) => [product, size, quantity]));
  return key(a) === key(b);
}

type Autosave = Omit<Parameters<typeof saveDraft>[0], 'now'> & {
  off: boolean;
  note: string;
  giftMessage: string | null;
};

/**
 * Saves the draft 5 s after address and items are present; failures are silent. While a payment is
 * in progress the draft does not change.
 */
function useAutosave({ items, direct, address, offer, holdMinutes, off, note, giftMessage }: Autosave): boolean {
  const [saved, setSaved] = useState(false);
  const goods = JSON.stringify(items);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `goods` is the key of the items
  useEffect(() => {
    if (off || !address || items.length === 0) return;
    setSaved(false);
    const cancel = new AbortController();
    const timer = setTimeout(() => {
      saveDraft({ items, direct, address, offer, holdMinutes, now: Date.now(), signal: cancel.signal }).then(
        (result) => setSaved(result.kind === 'held'),
        () => {},
      );
    }, AUTOSAVE_MS);
    return () => {
      clearTimeout(timer);
      cancel.abort();
    };
  }, [goods, direct, address, offer, holdMinutes, off, note, giftMessage]);
  return saved;
}
