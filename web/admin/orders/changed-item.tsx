import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatRupees } from '#shop/money/money.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { SelectField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Trash2 } from '#web/ui/page-icons.ts';
import { ProductImage } from '#web/ui/product-image.tsx';
import { QuantityStepper } from '#web/ui/quantity-stepper.tsx';
import { adminCall } from '../lib/session.ts';
import { type ItemEdit, sizesFor, swapped, wasWords } from './item-edits.ts';
import { PickSize } from './pick-size.tsx';

interface ChangedItemProps {
  edit: ItemEdit;
  onChange: (edit: ItemEdit) => void;
  onRemove: () => void;
}

/** An item of an order with its size and number, what was ordered struck beside it. */
export function ChangedItem({ edit, onChange, onRemove }: ChangedItemProps) {
  const { name, image, size, price, quantity, was } = edit;
  const [swapping, setSwapping] = useState(false);
  if (edit.removed) {
    return (
      <div className="order-line border-admin-line border-b py-3">
        <ProductImage src={image} alt="" />
        <div className="min-w-0">
          <b className="text-ink-faint line-through">{name}</b>
          <small>
            {size} × {quantity} removed
          </small>
        </div>
        <Button variant="quiet" size="admin" onClick={() => onChange({ ...edit, removed: false })}>
          Undo
        </Button>
      </div>
    );
  }
  const before = wasWords(edit);
  return (
    <div className="order-line border-admin-line border-b py-3">
      <ProductImage src={image} alt="" />
      <div className="min-w-0">
        <b>{name}</b>
        {before && <small>was {before}</small>}
        {was === null && <small>added</small>}
      </div>
      <span className="num weight-650">{formatRupees(price * quantity)}</span>
      <div className="col-span-full flex flex-wrap items-center gap-2">
        <SizeField edit={edit} onChange={onChange} />
        <QuantityStepper of={name} value={quantity} onChange={(next) => onChange({ ...edit, quantity: next })} />
        <Button variant="quiet" size="admin" aria-expanded={swapping} onClick={() => setSwapping(!swapping)}>
          Swap
        </Button>
        <IconButton aria-label={`Remove ${name}`} onClick={onRemove}>
          <Icon of={Trash2} />
        </IconButton>
      </div>
      {swapping && (
        <div className="col-span-full">
          <PickSize
            label={`Product in place of ${name}`}
            onPick={(choice) => {
              setSwapping(false);
              onChange({ ...swapped(edit, choice), image: choice.image });
            }}
          />
        </div>
      )}
    </div>
  );
}

/** The sizes of the product, with what is in stock. */
function SizeField({ edit, onChange }: Pick<ChangedItemProps, 'edit' | 'onChange'>) {
  const { product, name, size } = edit;
  const { data } = useQuery({
    queryKey: ['sizes-of', product],
    queryFn: async ({ signal }) =>
      (await adminCall('GET /products/:id', { params: { id: product } }, { signal })).product,
    staleTime: 15_000,
    retry: false,
  });
  const sizes = sizesFor(edit, data);
  return (
    <SelectField
      label={`Size of ${name}`}
      hideLabel
      admin
      className="min-w-0 flex-[1_1_11rem]"
      value={size}
      onChange={(event) => {
        const found = sizes.find((one) => one.size === event.target.value);
        if (found) onChange(swapped(edit, { product, name, size: found.size, price: found.price }));
      }}
    >
      {sizes.map((one) => (
        <option key={one.size} value={one.size}>
          {one.stock === null ? one.size : `${one.size}, ${one.stock} in stock`}
        </option>
      ))}
    </SelectField>
  );
}
