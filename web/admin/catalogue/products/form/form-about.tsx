import { BADGE_COLORS, type Badge, type Category } from '#shop/catalogue/catalogue.ts';
import { NUTRIENTS } from '#shop/catalogue/product-form.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Checkbox, SelectField, TextareaField, TextField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Plus, Trash2 } from '#web/ui/icons.ts';
import type { FormState } from './use-product-form.ts';

/** Name, category and description. `onAddCategory` opens the form of a new category above this one. */
export function FormBasics({
  form,
  set,
  errorOf,
  categories,
  onAddCategory,
}: FormState & { categories: readonly Category[]; onAddCategory: () => void }) {
  const known = categories.some(({ name }) => name === form.category);
  return (
    <>
      <TextField
        label="Product name"
        admin
        maxLength={150}
        error={errorOf('name')}
        value={form.name}
        onChange={(event) => set({ name: event.target.value })}
      />
      <div className="form-two">
        <div className="grid gap-[0.3rem] content-start justify-items-start">
          <SelectField
            className="w-full"
            label="Category"
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
        <TextField
          label="Subcategory"
          optional
          admin
          maxLength={100}
          error={errorOf('subcategory')}
          value={form.subcategory}
          onChange={(event) => set({ subcategory: event.target.value })}
        />
      </div>
      <TextareaField
        label="Description"
        admin
        rows={5}
        maxLength={10_000}
        error={errorOf('description')}
        value={form.description}
        onChange={(event) => set({ description: event.target.value })}
      />
    </>
  );
}

/** Features, tags and badges. */
export function FormWords({ form, set, errorOf }: FormState) {
  const change = (index: number, patch: Partial<Badge>) =>
    set({ badges: form.badges.map((badge, at) => (at === index ? { ...badge, ...patch } : badge)) });
  return (
    <>
      <div className="form-two">
        <Lines form={form} set={set} errorOf={errorOf} name="features" label="Key features" />
        <Lines form={form} set={set} errorOf={errorOf} name="tags" label="Tags" />
      </div>
      {form.badges.map((badge, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: badges have nothing but their place
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

function Lines({
  form,
  set,
  errorOf,
  name,
  label,
}: FormState & { name: 'features' | 'tags' | 'ingredients' | 'allergens'; label: string }) {
  return (
    <TextareaField
      label={label}
      admin
      rows={4}
      hint="One on each line"
      error={errorOf(name)}
      value={form[name]}
      onChange={(event) => set({ [name]: event.target.value })}
    />
  );
}

const LABEL_TEXTS = [
  { name: 'brand', label: 'Brand', most: 100 },
  { name: 'countryOfOrigin', label: 'Country of origin', most: 100 },
  { name: 'shelfLife', label: 'Shelf life', most: 100 },
  { name: 'maker', label: 'Maker or packer, with address', most: 400 },
  { name: 'hsnCode', label: 'HSN code', most: 8 },
  { name: 'gstRate', label: 'GST %', most: 5 },
] as const;

/** What the pack's label tells: origin, maker, ingredients, nutrition, and the tax code. */
export function FormLabel({ form, set, errorOf }: FormState) {
  return (
    <>
      <div className="form-two">
        {LABEL_TEXTS.map(({ name, label, most }) => (
          <TextField
            key={name}
            label={label}
            admin
            maxLength={most}
            inputMode={name === 'hsnCode' ? 'numeric' : name === 'gstRate' ? 'decimal' : 'text'}
            error={errorOf(name)}
            value={form[name]}
            onChange={(event) => set({ [name]: event.target.value })}
          />
        ))}
        <Lines form={form} set={set} errorOf={errorOf} name="ingredients" label="Ingredients" />
        <Lines form={form} set={set} errorOf={errorOf} name="allergens" label="Allergens" />
      </div>
      <TextareaField
        label="Storage"
        admin
        rows={2}
        maxLength={1000}
        error={errorOf('storage')}
        value={form.storage}
        onChange={(event) => set({ storage: event.target.value })}
      />
      <Checkbox
        label="Vegetarian (green mark)"
        checked={form.vegetarian}
        onChange={(event) => set({ vegetarian: event.target.checked })}
      />
      <fieldset className="form-nutrients">
        <legend>Nutrition</legend>
        <TextField
          label="Basis"
          admin
          maxLength={60}
          error={errorOf('nutrition.basis')}
          value={form.nutritionBasis}
          onChange={(event) => set({ nutritionBasis: event.target.value })}
        />
        {NUTRIENTS.map(({ name, label, unit }) => (
          <TextField
            key={name}
            label={`${label} (${unit})`}
            admin
            inputMode="decimal"
            maxLength={8}
            error={errorOf(`nutrition.${name}`)}
            value={form.nutrients[name] ?? ''}
            onChange={(event) => set({ nutrients: { ...form.nutrients, [name]: event.target.value } })}
          />
        ))}
      </fieldset>
    </>
  );
}
