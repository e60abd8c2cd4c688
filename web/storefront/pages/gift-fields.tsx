import m from '#messages/pages';
import { COMPANY_LENGTH, ENQUIRY_FIELDS, type EnquiryField, type EnquiryForm } from '#shop/contacts/enquiry.ts';
import { isoDay } from '#shop/india/dates.ts';
import { Checkbox, TextField } from '#web/ui/field.tsx';

const EMPTY: EnquiryForm = { company: '', packs: '', neededBy: '' };

/** 'Gifts for a company': a box that opens three fields; `gifts` is null while it is not ticked. */
export function GiftFields({
  gifts,
  errors,
  onChange,
}: {
  gifts: EnquiryForm | null;
  errors: Partial<Record<EnquiryField, string>>;
  onChange: (gifts: EnquiryForm | null, changed: readonly EnquiryField[]) => void;
}) {
  const field = (name: EnquiryField, form: EnquiryForm) => ({
    name,
    value: form[name],
    error: errors[name],
    required: true,
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...form, [name]: target.value }, [name]),
  });
  return (
    <>
      <div className="sm:col-span-2">
        <Checkbox
          label={m.gifts()}
          name="gifts"
          checked={gifts !== null}
          aria-describedby="gifts-hint"
          onChange={({ target }) => onChange(target.checked ? EMPTY : null, ENQUIRY_FIELDS)}
        />
        <p id="gifts-hint" className="hint">
          {m.giftsHint()}
        </p>
      </div>
      {gifts && (
        <>
          <TextField
            label={m.company()}
            className="sm:col-span-2"
            maxLength={COMPANY_LENGTH}
            {...field('company', gifts)}
            autoComplete="organization"
          />
          <TextField label={m.packs()} inputMode="numeric" maxLength={20} {...field('packs', gifts)} />
          <TextField label={m.neededBy()} type="date" min={isoDay(Date.now())} {...field('neededBy', gifts)} />
        </>
      )}
    </>
  );
}
