import { type ReactNode, useId, useState } from 'react';
import { formatDateTime } from '#shop/india/dates.ts';
import { RECEIVED_AS, type ReceivedAs, STAFF_HOLD_MS } from '#shop/orders/by-staff.ts';
import { MAX_GIFT_MESSAGE } from '#shop/orders/gift.ts';
import type { CouponResult } from '#shop/orders/orders.ts';
import { useMay } from '#web/admin/lib/session.ts';
import { Checkbox, FieldError, TextareaField, TextField } from '#web/ui/field.tsx';
import { RadioTiles } from '#web/ui/radio-tiles.tsx';
import type { NewOrderForm } from './form.ts';
import type { PaidBy } from './new-order.ts';

export const RECEIVED_WORDS: Record<ReceivedAs, string> = { cash: 'Cash', card: 'Card', bank: 'Bank' };

/** How it is paid. */
export function PaymentCard({ form }: { form: NewOrderForm }) {
  const may = useMay();
  const { value } = form;
  const [until] = useState(() => Date.now() + STAFF_HOLD_MS);
  const mayReceive = may('PUT /orders/:id/payment');
  return (
    <section className="admin-card" aria-labelledby="new-order-paid">
      <header className="card-head">
        <h2 id="new-order-paid">How is it paid?</h2>
      </header>
      <div className="card-body grid gap-2">
        <Way form={form} by="link" title="UPI link by WhatsApp">
          Paid in any UPI app. The packs are kept until {formatDateTime(until)}.
        </Way>
        <Way form={form} by="qr" title="QR code on this screen">
          The customer scans it here.
        </Way>
        <Way form={form} by="utr" title="Already paid by UPI">
          Enter the UTR. It is checked like any other.
        </Way>
        {value.by === 'utr' && (
          <TextField
            label="UTR"
            {...form.text('utr')}
            admin
            inputMode="numeric"
            autoComplete="off"
            maxLength={40}
            boxClass="mono"
          />
        )}
        <Way form={form} by="received" title="Cash or card, received by you" closed={!mayReceive}>
          {mayReceive ? 'Counts as paid at once.' : 'Only somebody who may verify payments can choose this.'}
        </Way>
        {value.by === 'received' && (
          <div className="grid gap-3">
            <RadioTiles
              legend="Received as"
              hideLegend
              name="received-as"
              look="segments"
              value={value.as}
              tiles={RECEIVED_AS.map((as) => ({ value: as, label: RECEIVED_WORDS[as] }))}
              onChange={(as) => form.edit({ as })}
            />
            <TextField
              label="Note"
              {...form.text('receivedNote')}
              admin
              autoComplete="off"
              maxLength={200}
              placeholder="Counter, slip 118"
              hint="Kept with the order and in the audit log."
            />
          </div>
        )}
        {form.errors.payment && <FieldError>{form.errors.payment}</FieldError>}
      </div>
    </section>
  );
}

interface WayProps {
  form: NewOrderForm;
  by: PaidBy;
  title: string;
  closed?: boolean;
  children: ReactNode;
}

function Way({ form, by, title, closed, children }: WayProps) {
  const id = useId();
  return (
    <label className="paid-by">
      <input
        type="radio"
        className="box"
        name="paid-by"
        aria-describedby={id}
        disabled={closed}
        checked={form.value.by === by}
        onChange={() => form.edit({ by })}
      />
      <span>
        <b>{title}</b>
        <small id={id}>{children}</small>
      </span>
    </label>
  );
}

/** A discount on the whole order, or a coupon, and a note. */
export function ReductionCard({ form, coupon }: { form: NewOrderForm; coupon: CouponResult | null }) {
  const { value } = form;
  const [open, setOpen] = useState(
    value.discount !== '' || value.couponCode !== '' || value.orderNote !== '' || value.isGift,
  );
  return (
    <section className="admin-card" aria-labelledby="new-order-less">
      <header className="card-head">
        <h2 id="new-order-less">Discount and notes</h2>
        {!open && (
          <button type="button" className="link link-tap ml-auto" onClick={() => setOpen(true)}>
            Add
          </button>
        )}
      </header>
      {open && (
        <div className="card-body grid gap-3">
          <div className="grid grid-cols-2 gap-3">
            <TextField
              label="Discount in ₹"
              {...form.text('discount')}
              admin
              inputMode="decimal"
              autoComplete="off"
              maxLength={10}
              boxClass="num"
            />
            <TextField
              label="or coupon"
              {...form.text('couponCode')}
              admin
              autoComplete="off"
              autoCapitalize="characters"
              maxLength={40}
            />
          </div>
          {coupon && !coupon.applied && <p className="text-bad">{coupon.message}</p>}
          {value.discount !== '' && (
            <TextField
              label="Reason for the discount"
              {...form.text('discountReason')}
              admin
              autoComplete="off"
              maxLength={200}
              hint="It takes the place of coupons and automatic offers."
            />
          )}
          <TextField
            label="Note for packing"
            optional
            {...form.text('orderNote')}
            admin
            autoComplete="off"
            maxLength={1000}
          />
          <Checkbox label="It is a gift: no prices in the parcel" {...form.tick('isGift')} />
          {value.isGift && (
            <TextareaField
              label="Message on the packing slip"
              optional
              {...form.text('giftMessage')}
              admin
              rows={3}
              maxLength={MAX_GIFT_MESSAGE}
            />
          )}
        </div>
      )}
    </section>
  );
}
