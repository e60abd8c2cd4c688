import { SIZE_FIELDS, type SizeField, type SizeFieldName } from '#shop/catalogue/fields.ts';
import { emptySize, type FormSize, relabelled } from '#shop/catalogue/product-form.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Plus } from '#web/ui/icons.ts';
import { Trash2 } from '#web/ui/page-icons.ts';
import type { FormState } from './use-product-form.ts';

/** In the quick part of the form. */
const QUICK: readonly SizeFieldName[] = ['size', 'price', 'stock'];

/** A product without sizes has none. */
const OF_PACKS: readonly SizeFieldName[] = ['netQuantityGrams', 'gtin'];

/**
 * Sizes with price, MRP, stock and net quantity; a product without sizes has one price and one
 * stock.
 */
export function FormSizes({ form, set, errorOf, quick }: FormState & { quick: boolean }) {
  const change = (key: string, patch: Partial<FormSize>) =>
    set({ sizes: form.sizes.map((size) => (size.key === key ? { ...size, ...patch } : size)) });
  return (
    <>
      {form.sizes.length === 0 ? (
        <SizeRow
          size={form.single}
          quick={quick}
          title="The product"
          errors={{
            size: errorOf('weight'),
            price: errorOf('price'),
            originalPrice: errorOf('originalPrice'),
            stock: errorOf('stockCount'),
          }}
          onChange={(patch) => set({ single: { ...form.single, ...patch } })}
        />
      ) : (
        form.sizes.map((size, index) => (
          <SizeRow
            key={size.key}
            size={size}
            quick={quick}
            title={`Size ${index + 1}`}
            errors={{
              size: errorOf(`sizes.${index}.size`),
              price: errorOf(`sizes.${index}.price`),
              originalPrice: errorOf(`sizes.${index}.originalPrice`),
              stock: errorOf(`sizes.${index}.stock`),
              netQuantityGrams: errorOf(`sizes.${index}.netQuantityGrams`),
              gtin: errorOf(`sizes.${index}.gtin`),
            }}
            onChange={(patch) => change(size.key, patch)}
            onRemove={() => set({ sizes: form.sizes.filter((one) => one.key !== size.key) })}
          />
        ))
      )}
      <Button
        variant="quiet"
        size="admin"
        className="justify-self-start"
        onClick={() => set({ sizes: [...form.sizes, emptySize(`new-${Date.now()}-${form.sizes.length}`)] })}
      >
        <Icon of={Plus} /> Add size
      </Button>
    </>
  );
}

const BOXES = Object.entries<SizeField>(SIZE_FIELDS) as [SizeFieldName, SizeField][];

function labelOf({ label, prompt, unit }: SizeField, sized: boolean): string {
  if (sized && prompt) return prompt;
  return unit ? `${label} ${unit}` : label;
}

function SizeRow({
  size,
  quick,
  title,
  errors,
  onChange,
  onRemove,
}: {
  size: FormSize;
  quick: boolean;
  title: string;
  errors: Partial<Record<SizeFieldName, string | undefined>>;
  onChange: (patch: Partial<FormSize>) => void;
  /** Undefined for a product without sizes. */
  onRemove?: () => void;
}) {
  return (
    <fieldset className="form-size">
      <legend className="sr-only">{title}</legend>
      {BOXES.filter(([name]) => (onRemove || !OF_PACKS.includes(name)) && (!quick || QUICK.includes(name))).map(
        ([name, field]) => (
          <TextField
            key={name}
            label={labelOf(field, onRemove !== undefined)}
            admin
            inputMode={field.inputMode}
            placeholder={field.placeholder}
            maxLength={field.most}
            error={errors[name]}
            value={size[name]}
            onChange={({ target }) =>
              onChange(name === 'size' ? relabelled(size, target.value) : { [name]: target.value })
            }
          />
        ),
      )}
      {onRemove && (
        <IconButton aria-label={`Remove ${title.toLowerCase()}`} onClick={onRemove}>
          <Icon of={Trash2} />
        </IconButton>
      )}
      {size.contents && size.contents.length > 0 && (
        <p className="col-span-full text-ink-soft">
          Holds {size.contents.map((one) => `${one.quantity} × ${one.productId} ${one.size}`).join(', ')}
        </p>
      )}
    </fieldset>
  );
}
