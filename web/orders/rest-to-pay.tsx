import m from '#messages/orders';
import { formatRupees, toPaise } from '#shop/money/money.ts';
import { upiLink } from '#shop/money/upi.ts';
import { UpiQr } from '#web/checkout/upi-qr.tsx';
import { pagePath } from '#web/lib/language.ts';
import type { OrderView } from './use-order.ts';

interface RestToPayProps {
  order: OrderView;
  payee: { upiId: string; accountHolderName: string };
}

/** The rest of an order that costs more since the shop has changed it: a UPI link and its code. */
export function RestToPay({ order, payee }: RestToPayProps) {
  const rest = order.live?.payment.restDue ?? 0;
  if (rest === 0 || payee.upiId === '') return null;
  const { orderNumber } = order.copy;
  const amount = formatRupees(rest);
  const link = upiLink({
    pa: payee.upiId,
    pn: payee.accountHolderName,
    am: toPaise(rest),
    orderNumber,
    returnUrl: `${window.location.origin}${pagePath(`/order-details/${orderNumber}`)}`,
  });
  return (
    <section className="panel grid gap-4">
      <h2 className="text-display-sm">{m.restTitle({ amount })}</h2>
      <p className="text-ink-soft">{m.restText()}</p>
      <a className="btn btn-primary" href={link}>
        {m.restPay({ amount })}
      </a>
      <UpiQr text={link} label={m.restCode({ amount })} />
    </section>
  );
}
