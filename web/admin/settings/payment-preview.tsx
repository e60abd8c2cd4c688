import '#web/ui/facts.css';
import '#web/checkout/payment.css';
import { appsAtCheckout } from '#shop/money/app-list.ts';
import { formatRupees } from '#shop/money/money.ts';
import { checkUpiId, upiLink } from '#shop/money/upi.ts';
import { offerAmount, offerText } from '#shop/settings/offers.ts';
import { cleanWord } from '#shop/text/text.ts';
import { UpiQr } from '#web/checkout/upi-qr.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Zap } from '#web/ui/page-icons.ts';
import { UpiLogo } from '#web/ui/upi-logo.tsx';
import type { PaymentForm } from './payment-api.ts';

/** The amount of the example, in rupees. */
const SAMPLE = 1000;

/**
 * Previews the QR code and payee on a computer, and the offers and apps on a phone. The QR code
 * works and requests ₹1.
 */
export function PaymentPreview({ typed, saved }: { typed: PaymentForm; saved: PaymentForm }) {
  // Keeps the last valid ID until the new one is valid.
  const upiId = checkUpiId(typed.upiId) === null ? cleanWord(typed.upiId) : saved.upiId;
  const payee = typed.accountHolderName.trim() || saved.accountHolderName;
  const link = upiId
    ? upiLink({
        pa: upiId,
        pn: payee,
        am: 100,
        orderNumber: 'TEST',
        returnUrl: `${window.location.origin}/payment-success?orderId=TEST`,
      })
    : null;
  return (
    <aside className="admin-card" aria-label="Preview">
      <header className="card-head">
        <h2>Preview</h2>
        <span>As a shopper sees it</span>
      </header>
      <div className="card-body grid justify-items-center gap-3 text-center">
        {link ? (
          <>
            <UpiQr text={link} label="QR code" />
            <div>
              <b className="font-[650]">{payee}</b>
              <br />
              <span className="mono text-ink-soft">{upiId}</span>
            </div>
            <p className="hint">Scan it to send ₹1 to yourself. A shopper's code carries the order and its amount.</p>
          </>
        ) : (
          <p className="text-ink-soft">Without a UPI ID nobody can pay: the payment page says so.</p>
        )}
        <PhonePage typed={typed} />
      </div>
    </aside>
  );
}

/** The payment page on a phone, with the amount {@link SAMPLE}. */
function PhonePage({ typed }: { typed: PaymentForm }) {
  const { onlineOffer, paytmNote, apps } = typed;
  const off = Math.min(offerAmount(onlineOffer), SAMPLE - 1);
  const promo = offerText(onlineOffer, off);
  return (
    <section className="phone-preview" aria-label="Payment page on a phone">
      <p className="phone-title">Choose Payment</p>
      {promo && (
        <p className="promo">
          <Icon of={Zap} /> {promo}
        </p>
      )}
      <ul>
        {appsAtCheckout(apps, 'phone').first.map(({ id, name }) => (
          <li key={id}>
            <UpiLogo app={id} size={30} />
            <span>
              <span>{name}</span>
              {id === 'paytm' && paytmNote.visible && paytmNote.text && <small>{paytmNote.text}</small>}
            </span>
          </li>
        ))}
      </ul>
      <dl className="kv num">
        <dt>Total Product Price</dt>
        <dd>{formatRupees(SAMPLE)}</dd>
        {off > 0 && (
          <>
            <dt>Online payment offer</dt>
            <dd>{formatRupees(-off)}</dd>
          </>
        )}
        <dt>Order Total</dt>
        <dd>
          <b>{formatRupees(SAMPLE - off)}</b>
        </dd>
      </dl>
    </section>
  );
}
