import { BADGE_COLORS, type Badge, type Category } from '#shop/catalogue/catalogue.ts';
import type { ListField, TextField as TextOfField } from '#shop/catalogue/field-kinds.ts';
import { PRODUCT_FIELDS, TRANSLATED_FIELDS } from '#shop/catalogue/fields.ts';
import { NUTRIENTS } from '#shop/catalogue/nutrients.ts';
import { TranslationFields } from '#web/admin/ui/translation-fields.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Plus } from '#web/ui/icons.ts';
import { Trash2 } from '#web/ui/page-icons.ts';
import { FieldBox, LIST_HINT, PanelFields } from './field-box.tsx';
import type { FormState } from './use-product-form.ts';

/**
 * Name, category and description. `onAddCategory` opens the form for a new category on top of this
 * one.
 */
export function FormBasics({
  categories,
  quick,
  onAddCategory,
  ...state
}: FormState & { categories: readonly Category[]; quick: boolean; onAddCategory: () => void }) {
  const { form, set, errorOf } = state;
  const known = categories.some(({ name }) => name === form.category);
  return (
    <>
      <FieldBox name="name" {...state} />
      <div className="form-two">
        <div className="grid gap-[0.3rem] content-start justify-items-start">
          <SelectField
            className="w-full"
            label={PRODUCT_FIELDS.category.label}
            admin
            error={errorOf('category')}
            value={form.category}
            onChange={(event) => set({ category: event.target.value })}
          >
            <option value="">Choose a category</option>
            {!known && form.category && <option>{form.category}</option>}
            {categories.map(({ id, name }) => (
              <option key={id}>{name}</option>
            ))}
          </SelectField>
          <Button variant="text" size="admin" onClick={onAddCategory}>
            <Icon of={Plus} /> Add category
          </Button>
        </div>
        {!quick && <FieldBox name="subcategory" {...state} />}
      </div>
      <FieldBox name="description" {...state} />
    </>
  );
}

/** Features, tags and badges. */
export function FormWords({ form, set, errorOf }: FormState) {
  const state = { form, set, errorOf };
  const change = (index: number, patch: Partial<Badge>) =>
    set({ badges: form.badges.map((badge, at) => (at === index ? { ...badge, ...patch } : badge)) });
  return (
    <>
      <div className="form-two">
        <PanelFields panel="words" kinds={['line', 'number', 'list']} {...state} />
      </div>
      <PanelFields panel="words" kinds={['paragraph', 'flag']} {...state} />
      {form.badges.map((badge, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a badge has no id
        <fieldset className="form-badge" key={index}>
          <legend className="sr-only">Badge {index + 1}</legend>
          <TextField
            label="Badge"
            admin
            maxLength={40}
            error={errorOf(`badges.${index}`)}
            value={badge.text}
            onChange={(event) => change(index, { text: event.target.value })}
          />
          <SelectField
            label="Colour"
            admin
            value={badge.color}
            onChange={(event) => change(index, { color: event.target.value as Badge['color'] })}
          >
            {BADGE_COLORS.map((color) => (
              <option key={color}>{color}</option>
            ))}
          </SelectField>
          <IconButton
            aria-label={`Remove badge ${index + 1}`}
            onClick={() => set({ badges: form.badges.filter((_, at) => at !== index) })}
          >
            <Icon of={Trash2} />
          </IconButton>
        </fieldset>
      ))}
      <Button
        variant="quiet"
        size="admin"
        className="justify-self-start"
        onClick={() => set({ badges: [...form.badges, { text: '', color: 'green' }] })}
      >
        <Icon of={Plus} /> Add badge
      </Button>
    </>
  );
}

/** What shoppers read in the other languages; each text is optional. */
export function FormTranslations({ form, set, errorOf }: FormState) {
  const texts = TRANSLATED_FIELDS.map((name) => {
    const field: TextOfField | ListField = PRODUCT_FIELDS[name];
    const shared = { key: name, label: field.label, english: form[name] };
    if (field.kind === 'list') return { ...shared, rows: 4, hint: LIST_HINT };
    return { ...shared, rows: field.kind === 'line' ? 1 : (field.rows ?? 2), most: field.most };
  });
  return (
    <TranslationFields
      texts={texts}
      value={form.translations}
      errorOf={errorOf}
      onChange={(translations) => set({ translations })}
    />
  );
}

/**
 * The details of the pack's label: origin, manufacturer, ingredients, nutrition, and the tax code.
 */
export function FormLabel({ form, set, errorOf }: FormState) {
  const state = { form, set, errorOf };
  return (
    <>
      <div className="form-two">
        <PanelFields panel="label" kinds={['line', 'number']} {...state} />
        <PanelFields panel="label" kinds={['list']} {...state} />
      </div>
      <PanelFields panel="label" kinds={['paragraph']} {...state} />
      <PanelFields panel="label" kinds={['flag']} {...state} />
      <fieldset className="form-nutrients">
        <legend>Nutrition</legend>
        <FieldBox name="nutritionBasis" {...state} />
        {NUTRIENTS.map(({ key, label, unit }) => (
          <TextField
            key={key}
            label={`${label} (${unit})`}
            admin
            inputMode="decimal"
            maxLength={8}
            error={errorOf(`nutrition.${key}`)}
            value={form.nutrients[key] ?? ''}
            onChange={(event) => set({ nutrients: { ...form.nutrients, [key]: event.target.value } })}
          />
        ))}
      </fieldset>
    </>
  );
}
