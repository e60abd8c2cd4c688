import { type FocusEvent, useCallback, useEffect, useRef, useState } from 'react';
import { type AddressField, checkAddress, countryRules, EMPTY_ADDRESS } from '#shop/orders/address.ts';
import { pinHint } from '#shop/orders/pin-hint.ts';
import { usePinPlace } from './use-pin-place.ts';

/** The fields in display order, so that focus moves to the first invalid one. */
export const ADDRESS_FIELDS: readonly AddressField[] = [
  'firstName',
  'lastName',
  'email',
  'phone',
  'address',
  'area',
  'pincode',
  'city',
  'state',
  'gstin',
];

/**
 * Shared behaviour of all address forms, whose fields are uncontrolled: errors that clear on input,
 * focus on the first invalid field, the rules of the chosen country, city and state from the PIN
 * code, and a hint when it is doubtful.
 */
export function useAddressBoxes(startCountry: string) {
  const form = useRef<HTMLFormElement>(null);
  const [country, setCountry] = useState(startCountry);
  const [errors, setErrors] = useState<Partial<Record<AddressField, string>>>({});
  const [failed, setFailed] = useState(0);
  const [doubt, setDoubt] = useState<string | null>(null);
  const comparePin = useCallback(() => {
    const compare = (isKnown: (pincode: string) => boolean) => {
      if (!form.current) return;
      const typed = new FormData(form.current);
      const text = (name: string) => String(typed.get(name) ?? '');
      setDoubt(pinHint({ pincode: text('pincode'), state: text('state'), country: text('country') }, isKnown));
    };
    import('#shop/india/pin-codes.ts').then(
      ({ isPinKnown }) => compare(isPinKnown),
      // Without the list, only the state is compared.
      () => compare(() => true),
    );
  }, []);
  const corrected = useCallback((name: AddressField) => setErrors(({ [name]: _, ...others }) => others), []);
  const filled = useCallback(
    (name: AddressField) => {
      corrected(name);
      comparePin();
    },
    [corrected, comparePin],
  );
  const fillPlace = usePinPlace(form, filled);
  /** What is typed wrong is said on leaving; what is missing, only on submitting. */
  const leaveEmail = ({ currentTarget: { value } }: FocusEvent<HTMLInputElement>) => {
    const { email } = value.trim() === '' ? {} : checkAddress({ ...EMPTY_ADDRESS, email: value });
    if (email) setErrors((others) => ({ ...others, email }));
  };

  useEffect(() => {
    if (failed === 0) return;
    const box = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    const folded = box?.closest('details');
    if (folded) folded.open = true;
    box?.focus();
  }, [failed]);

  return {
    form,
    country,
    setCountry,
    rules: countryRules(country),
    errors,
    /** To call when the fields have been filled from a saved address. */
    comparePin,
    /** Fills city and state for the PIN code. */
    fillPlace,
    /** True when a field is invalid. */
    wrong: Object.keys(errors).length > 0,
    forgetErrors: () => setErrors({}),
    /** Displays the errors; returns whether the address is valid. */
    accept(found: Partial<Record<AddressField, string>>): boolean {
      setErrors(found);
      const fine = Object.keys(found).length === 0;
      if (!fine) setFailed((count) => count + 1);
      return fine;
    },
    /** The errors of phone, PIN code and GSTIN depend on the country. */
    changeCountry(name: string): void {
      setCountry(name);
      setErrors(({ phone: _, pincode: __, gstin: ___, ...others }) => others);
      comparePin();
    },
    field: (name: AddressField) => ({
      name,
      onBlur: name === 'email' ? leaveEmail : undefined,
      error: errors[name],
      onChange: () => {
        if (errors[name]) corrected(name);
        if (name === 'pincode') fillPlace();
        if (name === 'pincode' || name === 'state') comparePin();
      },
      hint: name === 'pincode' ? <span role="status">{doubt}</span> : undefined,
    }),
  };
}
