import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { type PayLink, StaffOrderInput } from '#shop/orders/by-staff.ts';
import { adminCall, serverSentence } from '#web/admin/lib/session.ts';
import { firstErrors } from '#web/admin/ui/first-errors.ts';
import { useSectionAddress } from '#web/admin/ui/use-address.ts';
import { same, useForm } from '#web/admin/ui/use-form.ts';
import { useKept } from '#web/admin/ui/use-kept.ts';
import { useRested } from '#web/admin/ui/use-rested.ts';
import { ownToken } from '#web/lib/ordering.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { ArrowLeft } from '#web/ui/page-icons.ts';
import { CustomerCard } from './customer-card.tsx';
import { ItemsCard } from './items-card.tsx';
import { bodyOf, emptyOrder, type NewOrder, packsOf, priceBody } from './new-order.ts';
import { PaymentCard, ReductionCard } from './payment-card.tsx';
import { PriceDialog } from './price-dialog.tsx';
import { TakenOrder } from './taken-order.tsx';
import { OrderBar, Totals } from './totals.tsx';

/** What the form has made: the link is known only here, and only until the page is left. */
interface Made {
  orderNumber: string;
  link: PayLink | null;
  code: boolean;
}

/** New order (D67): who, what, and how it is paid, on one page. Afterwards its link, or its code. */
export default function NewOrderSection() {
  const address = useSectionAddress('new-order');
  const orderNumber = address.get('order');
  const [made, setMade] = useState<Made | null>(null);
  if (orderNumber === '') {
    return (
      <NewOrderForm
        onMade={(next) => {
          setMade(next);
          address.change({ order: next.orderNumber });
        }}
      />
    );
  }
  const mine = made?.orderNumber === orderNumber ? made : null;
  return (
    <TakenOrder
      key={orderNumber}
      orderNumber={orderNumber}
      link={mine?.link ?? null}
      code={mine?.code ?? false}
      onNew={() => address.change({ order: null })}
    />
  );
}

function NewOrderForm({ onMade }: { onMade: (made: Made) => void }) {
  const client = useQueryClient();
  const kept = useKept<{ value: NewOrder; base: number | string | undefined }>(['new-order']);
  const [start, setStart] = useState(() => kept[0]?.value ?? emptyOrder(Date.now(), ownToken()));
  const sends = useRef(false);
  const [priced, setPriced] = useState<number | null>(null);
  const form = useForm<NewOrder>({
    start,
    kept,
    focus: true,
    check: checkOf,
    failed: 'The order could not be taken. Please try again.',
    onSubmit: async (value) => {
      const send = sends.current && value.by === 'link';
      // Now, in the press: later, browsers would block the window.
      const chat = send ? window.open('about:blank', '_blank') : null;
      try {
        const { order, link } = await adminCall('POST /orders/by-staff', { body: bodyOf(value) });
        if (chat && link?.whatsApp) {
          chat.opener = null;
          chat.location.href = link.whatsApp;
        } else chat?.close();
        form.clear();
        setStart(emptyOrder(Date.now(), ownToken()));
        void client.invalidateQueries({ queryKey: ['orders'] });
        onMade({ orderNumber: order.orderNumber, link, code: value.by === 'qr' });
      } catch (error) {
        chat?.close();
        throw error;
      }
    },
  });
  const { value } = form;
  const price = usePrice(value);
  const submit = (send: boolean) => {
    sends.current = send;
    void form.submit();
  };
  useSubmitKey(() => submit(true));
  const hasItems = value.items.length > 0;
  const totalNow = price.stale ? null : (price.data?.pricing.total ?? null);
  return (
    <>
      <form {...form.props} className="new-order" aria-label="New order">
        <p className="new-order-head">
          <Link className="link link-tap gap-1.5" to="/admin?section=orders">
            <Icon of={ArrowLeft} /> Orders
          </Link>
          <Button variant="text" size="admin" disabled={!form.dirty} onClick={form.clear}>
            Clear
          </Button>
        </p>
        <CustomerCard form={form} />
        <div className="new-order-left">
          <ItemsCard form={form} onPrice={setPriced} />
          <ReductionCard form={form} coupon={price.data?.coupon ?? null} />
        </div>
        <div className="new-order-right">
          <PaymentCard form={form} />
          <Totals
            packs={packsOf(value.items)}
            pricing={hasItems ? (price.data?.pricing ?? null) : null}
            refusal={hasItems && price.error ? serverSentence(price.error, 'The price could not be loaded.') : ''}
          />
        </div>
        <OrderBar
          by={value.by}
          packs={packsOf(value.items)}
          total={hasItems ? totalNow : 0}
          busy={form.busy}
          onSubmit={submit}
        />
      </form>
      {/* A form of its own, which must not be inside this one. */}
      <PriceDialog
        line={priced === null ? undefined : value.items[priced]}
        onClose={() => setPriced(null)}
        onSet={(agreed) => {
          form.change(
            (now) => ({ ...now, items: now.items.map((line, at) => (at === priced ? { ...line, agreed } : line)) }),
            `items.${priced}.price`,
          );
          setPriced(null);
        }}
      />
    </>
  );
}

/** What the order costs, and whether that is of the order as it is now. */
function usePrice(order: NewOrder) {
  const typed = priceBody(order);
  const body = useRested(typed);
  const price = useQuery({
    queryKey: ['new-order', 'price', body],
    queryFn: ({ signal }) => adminCall('POST /orders/by-staff/price', { body }, { signal }),
    enabled: body.items.length > 0,
    placeholderData: keepPreviousData,
    refetchInterval: false,
    retry: false,
  });
  return { ...price, stale: price.isPlaceholderData || !same(typed, body) };
}

/** The errors, at the paths of the form. */
function checkOf(value: NewOrder): Record<string, string> {
  const errors = firstErrors(StaffOrderInput, bodyOf(value));
  return Object.fromEntries(Object.entries(errors).map(([path, sentence]) => [fieldOf(path), sentence]));
}

const FIELDS: Record<string, string> = { 'payment.utrNumber': 'utr', 'payment.note': 'receivedNote' };
const fieldOf = (path: string) => FIELDS[path] ?? path;

/** Ctrl or ⌘ with Enter takes the order. */
function useSubmitKey(submit: () => void): void {
  const latest = useRef(submit);
  latest.current = submit;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
