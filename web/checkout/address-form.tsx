import addressWords from '#messages/address-rules';
import { NeedsScript } from '#web/ui/needs-script.tsx';
import './address-form.css';
import type { FormEvent } from 'react';
import { useCallback, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import m from '#messages/address';
import delivery from '#messages/delivery';
import { countryName, stateName } from '#shop/catalogue/countries.ts';
import type { AddressType, AddressForm as Form } from '#shop/orders/address.ts';
import {
  ADDRESS_TYPES,
  addressLines,
  checkAddress,
  EMPTY_ADDRESS,
  INDIAN_STATES,
  isIndia,
  toSavedAddress,
} from '#shop/orders/address.ts';
import { otherStateSentence } from '#shop/orders/other-state.ts';
import { getAddresses, removeAddress, saveAddress, useAddresses } from '#web/lib/addresses.ts';
import { directToCart, getAddress } from '#web/lib/checkout.ts';
import { DataNotice } from '#web/lib/data-notice.tsx';
import { getDeliveryPlace, keepDeliveryPlace } from '#web/lib/delivery-place.ts';
import { endsWithPage, writeJson } from '#web/lib/device.ts';
import { countStep } from '#web/lib/insight.ts';
import type { StoredAddress } from '#web/lib/stored-checkout.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Checkbox, SelectField, TextField } from '#web/ui/field.tsx';
import { Fold } from '#web/ui/fold.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Note } from '#web/ui/note.tsx';
import { ArrowLeft, House } from '#web/ui/page-icons.ts';
import { RadioTiles } from '#web/ui/radio-tiles.tsx';
import { toast } from '#web/ui/toast.tsx';
import { useCheckoutSettings } from './checkout-settings.ts';
import { GiftBox } from './gift-box.tsx';
import { InAppNote } from './in-app-note.tsx';
import { SavedAddresses } from './saved-addresses.tsx';
import { ADDRESS_FIELDS, useAddressBoxes } from './use-address-boxes.tsx';

/**
 * The address form. Fields are uncontrolled, so text typed before hydration is kept; the saved
 * address fills only fields that are still empty. `onCountry` hears of the chosen country.
 */
export function AddressForm({ onCountry }: { onCountry: (country: string) => void }) {
  const navigate = useNavigate();
  const [type, setType] = useState<AddressType>('home');
  const { form, country, setCountry, rules, wrong, forgetErrors, accept, changeCountry, comparePin, fillPlace, field } =
    useAddressBoxes('India');
  const [chosen, setChosen] = useState<string | null>(null);
  const { shop, countries, only } = useCheckoutSettings();
  /** Whether the shop delivers there, still (D68). */
  const reached = useCallback((to: StoredAddress) => countries.some((one) => one === to.country), [countries]);
  const addresses = useAddresses().filter(reached);
  useEffect(() => onCountry(country), [country, onCountry]);

  /** Fills the fields from an address; without `over`, only the empty ones. */
  const fill = useCallback(
    (address: StoredAddress | typeof EMPTY_ADDRESS, over: boolean) => {
      const element = form.current;
      if (!element) return;
      const texts = { ...address, ...addressLines(address) };
      for (const name of ADDRESS_FIELDS) {
        const box = element.elements.namedItem(name);
        if (box instanceof HTMLInputElement && (over || box.value === '')) box.value = texts[name];
        const folded = box instanceof HTMLInputElement && box.closest('details');
        if (folded && box.value !== '') folded.open = true;
      }
      const box = element.elements.namedItem('country');
      if (box instanceof HTMLSelectElement) box.value = address.country;
      setCountry(address.country);
      const type = ADDRESS_TYPES.find((one) => one === address.addressType);
      if (type) setType(type);
      comparePin();
    },
    [form, setCountry, comparePin],
  );

  useEffect(() => {
    const kept = [getAddress() ?? [], getAddresses()].flat().find(reached);
    if (!kept) {
      const { pincode, country } = getDeliveryPlace() ?? EMPTY_ADDRESS;
      fill({ ...EMPTY_ADDRESS, pincode: isIndia(country) ? pincode : '' }, false);
      fillPlace();
      return;
    }
    fill(kept, false);
    const save = form.current?.elements.namedItem('saveAddress');
    if (save instanceof HTMLInputElement && !kept.saveAddress) save.checked = false;
    setChosen(kept.id || null);
  }, [form, fill, fillPlace, reached]);

  const choose = (address: StoredAddress) => {
    forgetErrors();
    setChosen(address.id);
    fill(address, true);
  };
  const focusFirst = () => {
    const box = form.current?.elements.namedItem('firstName');
    if (box instanceof HTMLInputElement) box.focus();
  };
  const begin = () => {
    forgetErrors();
    setChosen(null);
    fill(EMPTY_ADDRESS, true);
    focusFirst();
  };
  const remove = (address: StoredAddress) => {
    const undo = removeAddress(address.id, Date.now());
    if (address.id === chosen) setChosen(null);
    // With the last one the list goes.
    if (addresses.length === 1) focusFirst();
    toast.success(m.deleted(), { action: { label: m.undo(), onPress: undo } });
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const filled: Form = { ...EMPTY_ADDRESS, addressType: type, saveAddress: data.has('saveAddress') };
    for (const name of [...ADDRESS_FIELDS, 'country'] as const) filled[name] = String(data.get(name) ?? '');
    const wrong = checkAddress(filled);
    const elsewhere = otherStateSentence(filled, only);
    if (elsewhere && !wrong.pincode && !wrong.state) wrong.state = elsewhere;
    if (!accept(wrong)) return;
    const now = Date.now();
    const edited = chosen === null ? undefined : getAddresses().find(({ id }) => id === chosen);
    const address = toSavedAddress(filled, edited?.id ?? `address-${now}`, edited?.createdAt || now);
    if (address.saveAddress) saveAddress(address);
    writeJson('shippingAddress', address);
    keepDeliveryPlace(address);
    if (address.saveAddress && endsWithPage('savedAddresses')) toast.warning(m.notSaved());
    countStep('address');
    navigate('/payment');
  };

  return (
    // `post` keeps the address out of the URL when the form is submitted without JavaScript.
    <form ref={form} method="post" noValidate onSubmit={submit}>
      <h1 className="mb-5 text-display-md">{m.title()}</h1>
      <NeedsScript className="mb-5" />
      <InAppNote className="mb-5" />
      {wrong && (
        <Note tone="bad" live="alert" className="mb-5">
          {addressWords.incomplete()}
        </Note>
      )}
      <SavedAddresses
        addresses={addresses}
        chosen={chosen}
        onChoose={choose}
        onEdit={(address) => {
          choose(address);
          focusFirst();
        }}
        onDelete={remove}
        onNew={begin}
      />
      <div className="form-grid">
        <TextField
          {...field('firstName')}
          className="half"
          label={m.firstName()}
          autoComplete="given-name"
          maxLength={60}
        />
        <TextField
          {...field('lastName')}
          className="half"
          label={m.lastName()}
          autoComplete="family-name"
          maxLength={59}
        />
        <TextField
          {...field('email')}
          className="half"
          label={m.email()}
          type="email"
          autoComplete="email"
          inputMode="email"
          maxLength={254}
        />
        <TextField
          {...field('phone')}
          className="half"
          label={m.phone()}
          type="tel"
          autoComplete="tel-national"
          inputMode="tel"
          maxLength={40}
        />
        <TextField
          {...field('address')}
          className="whole"
          label={m.address()}
          hint={m.addressHint()}
          autoComplete="address-line1"
          maxLength={500}
        />
        <TextField {...field('area')} className="whole" label={m.area()} autoComplete="address-line2" maxLength={200} />
        <TextField
          {...field('pincode')}
          className="third"
          label={rules.pincodeLabel}
          autoComplete="postal-code"
          inputMode={rules.numericPincode ? 'numeric' : 'text'}
          maxLength={20}
          placeholder={rules.pincodeExample}
        />
        <TextField
          {...field('city')}
          className="third"
          label={m.city()}
          autoComplete="address-level2"
          maxLength={100}
        />
        <TextField
          {...field('state')}
          className="third"
          label={rules.stateLabel}
          autoComplete="address-level1"
          {...(isIndia(country) ? { list: 'indian-states' } : {})}
          maxLength={100}
        />
        <datalist id="indian-states">
          {INDIAN_STATES.map((state) => (
            <option key={state} value={state} label={stateName(state) === state ? undefined : stateName(state)} />
          ))}
        </datalist>
        {countries.length === 1 ? (
          <input type="hidden" name="country" value={countries[0]} />
        ) : (
          <SelectField
            className="half"
            label={m.country()}
            name="country"
            autoComplete="country-name"
            defaultValue="India"
            hint={isIndia(country) ? undefined : delivery.abroad()}
            onChange={(event) => changeCountry(event.target.value)}
          >
            {countries.map((country) => (
              <option key={country} value={country}>
                {countryName(country)}
              </option>
            ))}
          </SelectField>
        )}
        <div className="half">
          <RadioTiles
            legend={m.addressType()}
            name="addressType"
            value={type}
            onChange={setType}
            look="segments"
            tiles={ADDRESS_TYPES.map((value) => ({
              value,
              label: addressWords[`type_${value}`](),
              ...(value === 'home' ? { picture: <Icon of={House} /> } : {}),
            }))}
          />
        </div>
        {shop.taxed && (
          <Fold label={m.haveGstin()} lineClass="text-ink-soft" className="whole" hidden={!isIndia(country)}>
            <TextField
              {...field('gstin')}
              className="mt-2 sm:max-w-88"
              label="GSTIN"
              optional
              hint={m.gstinHint()}
              autoComplete="off"
              autoCapitalize="characters"
              maxLength={40}
              placeholder="27AAPFU0939F1ZV"
            />
          </Fold>
        )}
        <GiftBox className="whole" />
        <Checkbox className="whole" label={m.saveAddress()} name="saveAddress" defaultChecked />
      </div>
      <DataNotice of="order" className="mt-5" />
      <div className="mt-4 flex flex-row-reverse flex-wrap items-center justify-between gap-3">
        <Button type="submit" size="lg" className="flex-[1_1_14rem] sm:max-w-88">
          {m.toPayment()}
        </Button>
        <ButtonLink to="/cart" variant="text" className="mx-auto sm:mx-0" onClick={() => directToCart(Date.now())}>
          <Icon of={ArrowLeft} /> {m.backToCart()}
        </ButtonLink>
      </div>
    </form>
  );
}
