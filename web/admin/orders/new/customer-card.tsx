import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { normalisePhone } from '#shop/india/india.ts';
import { LANGUAGE_CODES, LANGUAGES, type Language } from '#shop/language.ts';
import { cleanPincode } from '#shop/orders/address.ts';
import type { KnownCustomer } from '#shop/orders/by-staff.ts';
import { countOf } from '#web/admin/lib/count.ts';
import { adminCall } from '#web/admin/lib/session.ts';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Check } from '#web/ui/page-icons.ts';
import { RadioTiles } from '#web/ui/radio-tiles.tsx';
import type { NewOrderForm } from './form.ts';
import type { NewOrder } from './new-order.ts';

/** Who orders. The mobile number brings the rest of somebody who has ordered before. */
export function CustomerCard({ form }: { form: NewOrderForm }) {
  const { value } = form;
  const { shippingAddress: address, pickup } = value;
  const phone = normalisePhone(address.phone);
  const customer = useKnownCustomer(phone);
  const [open, setOpen] = useState(false);
  const latest = useRef(form);
  latest.current = form;
  useEffect(() => {
    const { value: now, change } = latest.current;
    if (!phone || customer === undefined || now.filledFor === phone) return;
    if (customer) change((order) => filled(order, phone, customer));
    // Of the number before.
    else if (now.filledFor !== '') change((order) => emptied(order));
  }, [phone, customer]);
  const fields = form.part('shippingAddress');
  const bad = Object.keys(form.errors).some((path) => path.startsWith('shippingAddress.'));
  const isKnown = customer && value.filledFor === phone && address.name !== '';
  const closed = isKnown && !open && !bad && (pickup || address.address !== '');
  return (
    <section className="admin-card new-order-who" aria-labelledby="new-order-who">
      <header className="card-head">
        <h2 id="new-order-who">Customer</h2>
        <span role="status">{statusOf(phone, customer)}</span>
      </header>
      <div className="card-body grid gap-3">
        <TextField
          label="Mobile number"
          {...fields.text('phone')}
          admin
          type="tel"
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          boxClass="num"
          placeholder="98765 43210"
        />
        {closed ? (
          <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3">
            <b className="weight-650">{address.name}</b>
            <button type="button" className="link link-tap" onClick={() => setOpen(true)}>
              Change
            </button>
            {!pickup && (
              <p className="col-span-2 text-ink-soft wrap-anywhere">
                {[address.address, address.city, `${address.state} ${address.pincode}`].join(', ')}
              </p>
            )}
          </div>
        ) : (
          <TextField label="Name" {...fields.text('name')} admin autoComplete="off" maxLength={120} />
        )}
        <RadioTiles
          legend="Delivery"
          hideLegend
          name="delivery"
          look="segments"
          value={pickup ? 'pickup' : 'deliver'}
          tiles={[
            { value: 'deliver', label: 'Deliver' },
            { value: 'pickup', label: 'Picks up here' },
          ]}
          onChange={(next) => form.edit({ pickup: next === 'pickup' })}
        />
        {!closed && (
          <>
            {!pickup && <Delivery form={form} />}
            <TextField
              label="Email"
              optional
              hint="For the invoice."
              {...fields.text('email')}
              admin
              type="email"
              autoComplete="off"
              maxLength={254}
            />
          </>
        )}
        <SelectField
          label="Language of messages"
          admin
          value={value.language}
          onChange={({ target }) => form.edit({ language: target.value as Language })}
        >
          {LANGUAGE_CODES.map((code) => (
            <option key={code} value={code}>
              {LANGUAGES[code].name}
            </option>
          ))}
        </SelectField>
      </div>
    </section>
  );
}

/** Where it is delivered. The PIN code fills city and state. */
function Delivery({ form }: { form: NewOrderForm }) {
  const { city, state, pincode } = form.value.shippingAddress;
  const fields = form.part('shippingAddress');
  const [open, setOpen] = useState(false);
  const { change } = form;
  const latest = useRef(form);
  latest.current = form;
  useEffect(() => {
    const code = cleanPincode(pincode, 'India');
    if (code.length !== 6) return;
    let current = true;
    import('#web/checkout/pin-places.ts').then(
      ({ placeOfPin }) => {
        const place = placeOfPin(code);
        const { value, change: fill } = latest.current;
        if (!current || !place || value.shippingAddress.state !== '') return;
        fill((now) => ({
          ...now,
          shippingAddress: { ...now.shippingAddress, city: place.city, state: place.state },
        }));
      },
      // Without the directory, both are typed.
      () => {},
    );
    return () => {
      current = false;
    };
  }, [pincode]);
  const { errors } = form;
  const wrong = errors['shippingAddress.city'] ?? errors['shippingAddress.state'];
  const known = city !== '' && state !== '' && !open && !wrong;
  return (
    <>
      <div className="grid grid-cols-[8rem_minmax(0,1fr)] items-end gap-3">
        <TextField
          label="PIN code"
          {...fields.text('pincode')}
          onChange={({ target }) =>
            change((now) => ({
              ...now,
              shippingAddress: { ...now.shippingAddress, pincode: target.value, city: '', state: '' },
            }))
          }
          admin
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
        />
        {known && (
          <button type="button" className="link-tap text-left text-ok weight-600" onClick={() => setOpen(true)}>
            <Icon of={Check} /> {city}, {state}
          </button>
        )}
      </div>
      {!known && pincode !== '' && (
        <div className="grid grid-cols-2 gap-3">
          <TextField label="City" {...fields.text('city')} admin autoComplete="off" maxLength={100} />
          <TextField label="State" {...fields.text('state')} admin autoComplete="off" maxLength={100} />
        </div>
      )}
      <TextField label="Address" {...fields.text('address')} admin autoComplete="off" maxLength={500} />
    </>
  );
}

export function useKnownCustomer(phone: string | null): KnownCustomer | null | undefined {
  const found = useQuery({
    queryKey: ['new-order', 'customer', phone],
    queryFn: async ({ signal }) => {
      const { customer } = await adminCall(
        'GET /orders/by-staff/customer',
        { query: { phone: phone ?? '' } },
        { signal },
      );
      return customer;
    },
    enabled: phone !== null,
    staleTime: 60_000,
    refetchInterval: false,
  });
  return phone === null ? undefined : found.data;
}

/** What somebody who has ordered before has told the shop. */
function filled(now: NewOrder, phone: string, { address, language }: KnownCustomer): NewOrder {
  const { country: _country, ...known } = address;
  return { ...now, filledFor: phone, language, shippingAddress: { ...known, phone: now.shippingAddress.phone } };
}

function emptied(now: NewOrder): NewOrder {
  const { phone } = now.shippingAddress;
  const blank = { name: '', email: '', address: '', city: '', state: '', pincode: '', gstin: '' };
  return { ...now, filledFor: '', shippingAddress: { ...blank, phone } };
}

function statusOf(phone: string | null, customer: KnownCustomer | null | undefined): string {
  if (!phone || customer === undefined) return '';
  return customer ? countOf(customer.orders, 'order') : 'New';
}
