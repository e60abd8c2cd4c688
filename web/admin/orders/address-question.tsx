import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import {
  ADDRESS_INCOMPLETE,
  ADDRESS_TYPES,
  type AddressField,
  type AddressForm,
  type AddressType,
  addressFormOf,
  COUNTRIES,
  checkCorrection,
  countryRules,
  EMPTY_ADDRESS,
  INDIAN_STATES,
  isIndia,
  toShippingAddress,
} from '#shop/address.ts';
import type { AdminOrder } from '#shop/orders.ts';
import { usePinPlace } from '#web/checkout/use-pin-place.ts';
import { Button } from '#web/ui/button.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { Note } from '#web/ui/note.tsx';
import { hasInvoice } from './invoice-link.tsx';
import type { OrderActions } from './use-order-actions.ts';

/** In the order in which they stand, so that the keyboard goes to the first wrong one. */
const FIELDS: readonly AddressField[] = [
  'firstName',
  'lastName',
  'email',
  'phone',
  'address',
  'pincode',
  'city',
  'state',
];
const TYPE_LABELS: Record<AddressType, string> = { home: 'Home', office: 'Office', other: 'Other' };

/** The checkout's address form for an order that is still in the house. */
export function AddressQuestion({ order, actions }: { order: AdminOrder; actions: OrderActions }) {
  const form = useRef<HTMLFormElement>(null);
  const [start] = useState(() => addressFormOf(order.shippingAddress));
  const [country, setCountry] = useState(start.country);
  const [errors, setErrors] = useState<Partial<Record<AddressField, string>>>({});
  const [failed, setFailed] = useState(0);
  const rules = countryRules(country);
  const corrected = useCallback((name: AddressField) => setErrors(({ [name]: _, ...others }) => others), []);
  const fillPlace = usePinPlace(form, corrected);
  // A country of an older address stays as it is until another one is chosen.
  const countries: string[] = COUNTRIES.some((one) => one === start.country)
    ? [...COUNTRIES]
    : [start.country, ...COUNTRIES];

  useEffect(() => {
    if (failed > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failed]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const text = (name: string) => String(data.get(name) ?? '');
    const type = ADDRESS_TYPES.find((one) => one === text('addressType')) ?? 'home';
    const filled: AddressForm = { ...EMPTY_ADDRESS, addressType: type };
    for (const name of [...FIELDS, 'country'] as const) filled[name] = text(name);
    const found = checkCorrection(filled);
    setErrors(found);
    if (Object.keys(found).length > 0) setFailed((count) => count + 1);
    else actions.correctAddress(order, toShippingAddress(filled));
  };

  const field = (name: AddressField) => ({
    name,
    desk: true,
    defaultValue: start[name],
    autoComplete: 'off',
    error: errors[name] ?? actions.errorOf(order, `shippingAddress.${name === 'firstName' ? 'name' : name}`),
    onChange: () => {
      if (errors[name]) corrected(name);
      if (name === 'pincode') fillPlace();
    },
  });

  return (
    <form ref={form} noValidate className="address-question grid gap-4" onSubmit={submit}>
      <p>
        <b className="mono">{order.orderNumber}</b>
      </p>
      {hasInvoice(order) && (
        <Note tone="info">
          The invoice of this order has been issued: it stays as it is. Slip and e-mails take the new address.
        </Note>
      )}
      {Object.keys(errors).length > 0 && (
        <Note tone="bad" live="alert">
          {ADDRESS_INCOMPLETE}
        </Note>
      )}
      <div className="form-grid">
        <TextField {...field('firstName')} className="half" label="First name" maxLength={60} />
        <TextField {...field('lastName')} className="half" label="Last name" maxLength={59} />
        <TextField {...field('email')} className="half" label="Email" type="email" inputMode="email" maxLength={254} />
        <TextField {...field('phone')} className="half" label="Phone" type="tel" inputMode="tel" maxLength={20} />
        <TextField {...field('address')} className="whole" label="Address" maxLength={500} />
        <TextField
          {...field('pincode')}
          className="third"
          label={rules.pincodeLabel}
          inputMode={rules.numericPincode ? 'numeric' : 'text'}
          maxLength={12}
          placeholder={rules.pincodeExample}
        />
        <TextField {...field('city')} className="third" label="City" maxLength={100} />
        <TextField
          {...field('state')}
          className="third"
          label={rules.stateLabel}
          {...(isIndia(country) ? { list: 'desk-indian-states' } : {})}
          maxLength={100}
        />
        <datalist id="desk-indian-states">
          {INDIAN_STATES.map((state) => (
            <option key={state} value={state} />
          ))}
        </datalist>
        <SelectField
          className="half"
          label="Country"
          name="country"
          desk
          autoComplete="off"
          defaultValue={start.country}
          onChange={(event) => {
            setCountry(event.target.value);
            setErrors(({ phone: _, pincode: __, ...others }) => others);
          }}
        >
          {countries.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </SelectField>
        <SelectField
          className="half"
          label="Address type"
          name="addressType"
          desk
          autoComplete="off"
          defaultValue={start.addressType}
        >
          {ADDRESS_TYPES.map((type) => (
            <option key={type} value={type}>
              {TYPE_LABELS[type]}
            </option>
          ))}
        </SelectField>
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" size="desk" onClick={actions.closeQuestion}>
          Back
        </Button>
        <Button type="submit" size="desk" busy={actions.busyOrder === order.orderNumber} busyText="Saving…">
          Save address
        </Button>
      </div>
    </form>
  );
}
