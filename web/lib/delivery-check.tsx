import type { FormEvent } from 'react';
import { useRef, useState } from 'react';
import m from '#messages/delivery';
import { stateName } from '#shop/catalogue/countries.ts';
import { formatWeekday } from '#shop/india/dates.ts';
import { checkZip } from '#shop/orders/cart-checks.ts';
import { deliveryBy, deliveryPromise, promiseEverywhere } from '#shop/orders/delivery.ts';
import { bareNumber } from '#shop/text/text.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { NeedsScript } from '#web/ui/needs-script.tsx';
import { toast } from '#web/ui/toast.tsx';
import { type DeliveryPlace, goesAbroad, keepDeliveryPlace, placeOf, useDeliveryPlace } from './delivery-place.ts';

/**
 * How long a delivery to a PIN code takes (D70), without a request (R1.5). The place is remembered
 * on the device, for the other pages and the address.
 *
 * @param props `hint`: what is said of a delivery in India in any case
 */
export function DeliveryCheck({ hint, className = '' }: { hint?: string; className?: string }) {
  const place = useDeliveryPlace();
  const [typed, setTyped] = useState<string | null>(null);
  const [fault, setFault] = useState('');
  const box = useRef<HTMLInputElement>(null);
  const abroad = goesAbroad(place);
  const value = typed ?? (abroad ? '' : (place?.pincode ?? ''));

  const check = async (event: FormEvent) => {
    event.preventDefault();
    const pincode = bareNumber(value);
    const { ok, message } = checkZip(pincode);
    setTyped(pincode);
    const found = ok ? await placeOf(pincode) : null;
    if (ok) toast.info(message);
    if (found) keepDeliveryPlace(found);
    else box.current?.focus();
    setFault(found ? '' : ok ? m.unknown() : message);
  };

  return (
    <form className={`grid content-start gap-2 ${className}`} noValidate onSubmit={check}>
      <NeedsScript />
      <Field label={m.title()} error={fault} hint={abroad ? m.abroad() : hint}>
        {(wiring) => (
          <div className="flex flex-wrap gap-2">
            <input
              {...wiring}
              ref={box}
              className="input w-24 grow"
              type="text"
              inputMode="numeric"
              autoComplete="postal-code"
              maxLength={20}
              placeholder={m.pin()}
              value={value}
              onChange={(event) => {
                setTyped(event.target.value);
                setFault('');
              }}
            />
            <Button type="submit" variant="line" className="min-h-12">
              {m.check()}
            </Button>
          </div>
        )}
      </Field>
      {/* As high as the answer, which comes once the device has been read. */}
      <div role="status" className="min-h-16 text-small">
        {place && !abroad && value === place.pincode ? (
          <Answer place={place} />
        ) : (
          !abroad && <p className="text-ink-soft">{promiseEverywhere()}</p>
        )}
      </div>
    </form>
  );
}

function Answer({ place }: { place: DeliveryPlace }) {
  const by = deliveryBy(place, Date.now());
  const name = [place.city, stateName(place.state)].filter(Boolean).join(', ');
  return (
    <p>
      {name && <span className="block text-ink-soft">{name}</span>}
      <b className="weight-600 block text-ok">{deliveryPromise(place)}</b>
      {by !== null && <span className="block text-ink-soft">{m.ifPaidToday({ date: formatWeekday(by) })}</span>}
    </p>
  );
}
