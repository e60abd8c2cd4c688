import { type FormEvent, useState } from 'react';
import addressWords from '#messages/address-rules';
import {
  ADDRESS_TYPES,
  type AddressField,
  type AddressForm,
  addressFormOf,
  COUNTRIES,
  checkCorrection,
  EMPTY_ADDRESS,
  INDIAN_STATES,
  isIndia,
  type OrderAddress,
  toShippingAddress,
} from '#shop/orders/address.ts';
import type { AdminOrder } from '#shop/orders/orders.ts';
import { ADDRESS_FIELDS, useAddressBoxes } from '#web/checkout/use-address-boxes.tsx';
import { Button } from '#web/ui/button.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { Note } from '#web/ui/note.tsx';
import { hasInvoice } from './invoice-link.tsx';
import { Outdated } from './question-parts.tsx';
import type { OrderActions } from './use-order-actions.ts';

const lineOf = ({ name, phone, email, address, city, state, pincode, country, gstin = '' }: OrderAddress) =>
  [name, phone, email, address, `${city} ${pincode}`, state, country, gstin].filter(Boolean).join(', ');

/**
 * The checkout's address form, for an order that is not shipped yet. Its fields are those of the
 * checkout, which are uncontrolled, so it does not use `useForm`.
 */
export function AddressQuestion({ order, actions }: { order: AdminOrder; actions: OrderActions }) {
  const [start] = useState(() => addressFormOf(order.shippingAddress));
  const { form, country, rules, wrong, accept, changeCountry, field: box } = useAddressBoxes(start.country);
  const [then] = useState(() => lineOf(order.shippingAddress));
  const now = lineOf(order.shippingAddress);
  // Keeps the country of an older address selectable.
  const countries: string[] = COUNTRIES.some((one) => one === start.country)
    ? [...COUNTRIES]
    : [start.country, ...COUNTRIES];

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const text = (name: string) => String(data.get(name) ?? '');
    const type = ADDRESS_TYPES.find((one) => one === text('addressType')) ?? 'home';
    const filled: AddressForm = { ...EMPTY_ADDRESS, addressType: type };
    for (const name of [...ADDRESS_FIELDS, 'country'] as const) filled[name] = text(name);
    if (accept(checkCorrection(filled))) actions.correctAddress(order, toShippingAddress(filled));
  };

  const field = (name: AddressField) => {
    const { error, ...own } = box(name);
    return {
      ...own,
      admin: true,
      defaultValue: start[name],
      autoComplete: 'off',
      error: error ?? actions.refused(order)?.[`shippingAddress.${name === 'firstName' ? 'name' : name}`],
    };
  };

  return (
    <form ref={form} noValidate className="address-question grid gap-4" onSubmit={submit}>
      <p>
        <b className="mono">{order.orderNumber}</b>
      </p>
      {hasInvoice(order) && (
        <Note tone="info">
          The invoice of this order has been issued and will not change. Packing slip and emails use the new address.
        </Note>
      )}
      {wrong && (
        <Note tone="bad" live="alert">
          {addressWords.incomplete()}
        </Note>
      )}
      <div className="form-grid">
        <TextField {...field('firstName')} className="half" label="First name" maxLength={60} />
        <TextField {...field('lastName')} className="half" label="Last name" maxLength={59} />
        <TextField {...field('email')} className="half" label="Email" type="email" inputMode="email" maxLength={254} />
        <TextField {...field('phone')} className="half" label="Phone" type="tel" inputMode="tel" maxLength={40} />
        <TextField {...field('address')} className="whole" label="Address" maxLength={500} />
        <TextField
          {...field('pincode')}
          className="third"
          label={rules.pincodeLabel}
          inputMode={rules.numericPincode ? 'numeric' : 'text'}
          maxLength={20}
          placeholder={rules.pincodeExample}
        />
        <TextField {...field('city')} className="third" label="City" maxLength={100} />
        <TextField
          {...field('state')}
          className="third"
          label={rules.stateLabel}
          {...(isIndia(country) ? { list: 'admin-indian-states' } : {})}
          maxLength={100}
        />
        <datalist id="admin-indian-states">
          {INDIAN_STATES.map((state) => (
            <option key={state} value={state} />
          ))}
        </datalist>
        {isIndia(country) && (
          <TextField
            {...field('gstin')}
            className="whole"
            label="GSTIN of the buyer"
            optional
            maxLength={40}
            boxClass="mono"
          />
        )}
        <SelectField
          className="half"
          label="Country"
          name="country"
          admin
          autoComplete="off"
          defaultValue={start.country}
          onChange={(event) => changeCountry(event.target.value)}
        >
          {countries.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </SelectField>
        <SelectField
          className="half"
          label="Address type"
          name="addressType"
          admin
          autoComplete="off"
          defaultValue={start.addressType}
        >
          {ADDRESS_TYPES.map((type) => (
            <option key={type} value={type}>
              {addressWords[`type_${type}`]()}
            </option>
          ))}
        </SelectField>
      </div>
      <Outdated sentence={actions.question?.outdated} />
      {now !== then && <Note tone="warn">The address is now: {now}. If you save, yours replaces it.</Note>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" size="admin" onClick={actions.closeQuestion}>
          Back
        </Button>
        <Button type="submit" size="admin" busy={actions.isBusy(order.orderNumber)} busyText="Saving…">
          Save address
        </Button>
      </div>
    </form>
  );
}
