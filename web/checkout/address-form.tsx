import { ArrowLeft, House } from 'lucide-react';
import type { FormEvent } from 'react';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { AddressField, AddressType, AddressForm as Form } from '#shop/address.ts';
import {
  ADDRESS_INCOMPLETE,
  ADDRESS_TYPES,
  COUNTRIES,
  checkAddress,
  EMPTY_ADDRESS,
  INDIAN_STATES,
  toSavedAddress,
} from '#shop/address.ts';
import { getAddress } from '#web/lib/checkout.ts';
import { useHydrated, writeJson } from '#web/lib/device.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Checkbox, SelectField, TextField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Note } from '#web/ui/note.tsx';
import { RadioTiles } from '#web/ui/radio-tiles.tsx';

/** The order in which they stand on the page, so that focus goes to the first wrong one. */
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

/**
 * The address form. Its boxes keep their own text, so that what is typed before the page is awake is not lost; the kept
 * address is put into the boxes that are still empty.
 */
export function AddressForm() {
  const navigate = useNavigate();
  const hydrated = useHydrated();
  const form = useRef<HTMLFormElement>(null);
  const [type, setType] = useState<AddressType>('home');
  const [errors, setErrors] = useState<Partial<Record<AddressField, string>>>({});
  const [failed, setFailed] = useState(0);
  const wrong = Object.keys(errors).length > 0;

  useEffect(() => {
    const kept = getAddress();
    const element = form.current;
    if (!kept || !element) return;
    for (const field of FIELDS) {
      const box = element.elements.namedItem(field);
      if (box instanceof HTMLInputElement && box.value === '') box.value = kept[field];
    }
    const country = element.elements.namedItem('country');
    if (country instanceof HTMLSelectElement && (COUNTRIES as readonly string[]).includes(kept.country))
      country.value = kept.country;
    const known = ADDRESS_TYPES.find((one) => one === kept.addressType);
    if (known) setType(known);
  }, []);

  useEffect(() => {
    if (failed === 0) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failed]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const filled: Form = { ...EMPTY_ADDRESS, addressType: type, saveAddress: data.has('saveAddress') };
    for (const field of [...FIELDS, 'country'] as const) filled[field] = String(data.get(field) ?? '');
    const found = checkAddress(filled);
    setErrors(found);
    if (Object.keys(found).length > 0) {
      setFailed((count) => count + 1);
      return;
    }
    const now = Date.now();
    writeJson('shippingAddress', toSavedAddress(filled, getAddress()?.id || `address-${now}`, now));
    navigate('/payment');
  };

  const field = (name: AddressField) => ({
    name,
    error: errors[name],
    onChange: () => {
      if (errors[name]) setErrors(({ [name]: _, ...others }) => others);
    },
  });

  return (
    <form ref={form} noValidate onSubmit={submit}>
      <h1 className="mb-5 text-display-md">Where should it go?</h1>
      {wrong && (
        <Note tone="bad" live="alert" className="mb-5">
          {ADDRESS_INCOMPLETE}
        </Note>
      )}
      <div className="form-grid">
        <TextField
          {...field('firstName')}
          className="half"
          label="First name"
          autoComplete="given-name"
          maxLength={60}
        />
        <TextField
          {...field('lastName')}
          className="half"
          label="Last name"
          autoComplete="family-name"
          maxLength={59}
        />
        <TextField
          {...field('email')}
          className="half"
          label="Email"
          type="email"
          autoComplete="email"
          inputMode="email"
          maxLength={254}
        />
        <TextField
          {...field('phone')}
          className="half"
          label="Phone"
          type="tel"
          autoComplete="tel-national"
          inputMode="tel"
          maxLength={20}
        />
        <TextField
          {...field('address')}
          className="whole"
          label="Address"
          autoComplete="street-address"
          maxLength={500}
        />
        <TextField
          {...field('pincode')}
          className="third"
          label="Pincode"
          autoComplete="postal-code"
          inputMode="numeric"
          maxLength={12}
          placeholder="6 digits"
        />
        <TextField {...field('city')} className="third" label="City" autoComplete="address-level2" maxLength={100} />
        <TextField
          {...field('state')}
          className="third"
          label="State"
          autoComplete="address-level1"
          list="indian-states"
          maxLength={100}
        />
        <datalist id="indian-states">
          {INDIAN_STATES.map((state) => (
            <option key={state} value={state} />
          ))}
        </datalist>
        <SelectField className="half" label="Country" name="country" autoComplete="country-name" defaultValue="India">
          {COUNTRIES.map((country) => (
            <option key={country}>{country}</option>
          ))}
        </SelectField>
        <div className="half">
          <RadioTiles
            legend="Address type"
            name="addressType"
            value={type}
            onChange={(value) => setType(value as AddressType)}
            look="segments"
            tiles={ADDRESS_TYPES.map((value) => ({
              value,
              label: TYPE_LABELS[value],
              ...(value === 'home' ? { picture: <Icon of={House} /> } : {}),
            }))}
          />
        </div>
        <Checkbox className="whole" label="Save this address on this device" name="saveAddress" defaultChecked />
      </div>
      <div className="mt-6 flex flex-row-reverse flex-wrap items-center justify-between gap-3">
        {/* Not a submit button until the page is awake: a plain submit would put the address into the page's URL. */}
        <Button type={hydrated ? 'submit' : 'button'} size="lg" className="flex-[1_1_14rem] sm:max-w-88">
          Continue to Payment
        </Button>
        <ButtonLink to="/cart" variant="text" className="mx-auto sm:mx-0">
          <Icon of={ArrowLeft} /> Back to Cart
        </ButtonLink>
      </div>
    </form>
  );
}
