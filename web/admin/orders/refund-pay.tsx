import { useQuery } from '@tanstack/react-query';
import { formatRupees, toPaise } from '#shop/money/money.ts';
import { refundLink } from '#shop/money/upi.ts';
import { UpiQr } from '#web/checkout/upi-qr.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Fold } from '#web/ui/fold.tsx';
import { payerQuery } from './orders-api.ts';
import { type NamedOrder, nameOf } from './question-parts.tsx';

/**
 * The way to send a refund to whoever has paid: the UPI ID that the bank has reported, as a link on
 * a phone and as a QR code beside it. `amount` in rupees.
 */
export function RefundPay({ order, amount }: { order: NamedOrder; amount: number }) {
  const { data: payer } = useQuery(payerQuery(order.orderNumber));
  if (payer === undefined) return null;
  if (payer === null) {
    return <p className="text-ink-soft">Your bank has not named the UPI ID that paid: send it from your bank’s app.</p>;
  }
  const link =
    amount > 0
      ? refundLink({ pa: payer, pn: nameOf(order), am: toPaise(amount), orderNumber: order.orderNumber })
      : null;
  return (
    <div className="grid justify-items-start gap-2">
      <p>
        <span>Paid from </span>
        <b className="mono wrap-anywhere">{payer}</b>
        <span>, as your bank has reported it. Compare the name in your app before you send money.</span>
      </p>
      {link && (
        <>
          <span className="row-actions">
            <a className="btn btn-quiet btn-admin" href={link}>
              Send {formatRupees(amount)} by UPI app
            </a>
            <CopyButton text={payer} what="the UPI ID" />
          </span>
          <Fold label="QR code for your phone">
            <UpiQr text={link} label={`QR code to send ${formatRupees(amount)} to ${payer}`} />
          </Fold>
        </>
      )}
    </div>
  );
}
