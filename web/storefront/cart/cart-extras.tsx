import type { FormEvent } from 'react';
import { useRef, useState } from 'react';
import m from '#messages/cart';
import { formatDay } from '#shop/india/dates.ts';
import { cleanPincode, countryRules } from '#shop/orders/address.ts';
import { checkZip } from '#shop/orders/cart.ts';
import { estimatedDelivery } from '#shop/orders/order-status.ts';
import { useStoredJson, useStoredText, writeText } from '#web/lib/device.ts';
import { acceptAddress } from '#web/lib/stored-checkout.ts';
import { Button } from '#web/ui/button.tsx';
import { Field, TextareaField } from '#web/ui/field.tsx';
import { NeedsScript } from '#web/ui/needs-script.tsx';

interface Delivery {
  shippingMessage: string;
  /** Days from an order to its expected delivery. */
  deliveryDays: number;
}

/**
 * Below the lines: the order note, saved for the order, and the delivery check, which sends no
 * request (R1.5).
 */
export function CartExtras(delivery: Delivery) {
  const note = useStoredText('orderNote') ?? '';
  return (
    <div className="form-grid mt-7">
      <TextareaField
        className="half"
        label={m.note()}
        placeholder={m.notePlaceholder()}
        maxLength={1000}
        value={note}
        onChange={(event) => writeText('orderNote', event.target.value)}
      />
      <DeliveryCheck {...delivery} />
    </div>
  );
}

function DeliveryCheck({ shippingMessage, deliveryDays }: Delivery) {
  // That of the last address; India before there is one.
  const country = useStoredJson('shippingAddress', acceptAddress)?.country ?? 'India';
  const rules = countryRules(country);
  const [zip, setZip] = useState('');
  const [result, setResult] = useState<ReturnType<typeof checkZip> | null>(null);
  const box = useRef<HTMLInputElement>(null);
  const check = (event: FormEvent) => {
    event.preventDefault();
    const cleaned = cleanPincode(zip, country);
    const checked = checkZip(cleaned);
    setZip(cleaned);
    setResult(checked);
    if (!checked.ok) box.current?.focus();
  };
  return (
    <form className="half grid content-start gap-2" noValidate onSubmit={check}>
      <NeedsScript />
      <Field label={m.deliveryCheck()} error={result?.ok === false ? result.message : ''} hint={shippingMessage}>
        {(wiring) => (
          <div className="flex gap-2">
            <input
              {...wiring}
              ref={box}
              className="input"
              type="text"
              inputMode={rules.numericPincode ? 'numeric' : 'text'}
              autoComplete="postal-code"
              maxLength={20}
              placeholder={rules.pincodeLabel}
              value={zip}
              onChange={(event) => {
                setZip(event.target.value);
                setResult(null);
              }}
            />
            <Button type="submit" variant="line" className="min-h-12">
              {m.check()}
            </Button>
          </div>
        )}
      </Field>
      <p role="status" className="text-small weight-600 text-ok">
        {result?.ok &&
          `${result.message} · ${m.expectedBy({ date: formatDay(estimatedDelivery(Date.now(), deliveryDays)) })}`}
      </p>
    </form>
  );
}
