import { FIELD_LIST, type FieldEntry, type FieldsWith, type PlainField } from '#shop/catalogue/fields.ts';
import type { ProductForm } from '#shop/catalogue/product-form.ts';
import { Checkbox, TextareaField, TextField } from '#web/ui/field.tsx';
import type { FormState } from './use-product-form.ts';

type TypedField = Exclude<PlainField, FieldsWith<{ tick: true }>>;

/** Of a field that is a list. */
export const LIST_HINT = 'One on each line';

/** The control for one field of the table (shop/catalogue/fields.ts), depending on its kind. */
export function FieldBox({ name, form, set, errorOf }: FormState & { name: TypedField }) {
  const field = FIELD_LIST.find((entry) => entry.name === name)!;
  const value = form[name];
  const change = (typed: ProductForm[TypedField]) => set({ [name]: typed });
  if (typeof value === 'boolean') {
    return <Checkbox label={labelOf(field)} checked={value} onChange={(event) => change(event.target.checked)} />;
  }
  const shared = {
    label: labelOf(field),
    hint: field.hint,
    admin: true,
    name,
    error: errorOf(field.path.join('.')),
    value,
  };
  const onChange = (event: { target: { value: string } }) => change(event.target.value);
  switch (field.kind) {
    case 'list':
      return <TextareaField {...shared} rows={4} hint={field.hint ?? LIST_HINT} onChange={onChange} />;
    case 'paragraph':
      return <TextareaField {...shared} rows={field.rows} maxLength={field.most} onChange={onChange} />;
    case 'number':
      return (
        <TextField
          {...shared}
          inputMode={field.whole ? 'numeric' : 'decimal'}
          maxLength={field.digits}
          onChange={onChange}
        />
      );
    case 'line':
      return (
        <>
          <TextField
            {...shared}
            optional={field.optional}
            inputMode={field.pattern ? 'numeric' : 'text'}
            maxLength={field.most}
            {...(field.choices ? { list: `choices-${name}` } : {})}
            onChange={onChange}
          />
          {field.choices && (
            <datalist id={`choices-${name}`}>
              {field.choices.map((choice) => (
                <option key={choice.value} value={choice.value}>
                  {choice.label}
                </option>
              ))}
            </datalist>
          )}
        </>
      );
    default:
      return null;
  }
}

const labelOf = ({ prompt, label }: FieldEntry) => prompt ?? label;

/** The fields of a panel, optionally of `kinds` only, in the order of the table. */
export function PanelFields({
  panel,
  kinds,
  ...state
}: FormState & { panel: FieldEntry['panel']; kinds: readonly FieldEntry['kind'][] }) {
  return FIELD_LIST.filter((field) => field.panel === panel && kinds.includes(field.kind)).map(({ name }) => (
    <FieldBox key={name} name={name as TypedField} {...state} />
  ));
}
