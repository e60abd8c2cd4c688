import { normalisePhone } from '#shop/india/india.ts';
import { formatRupees } from '#shop/money/money.ts';
import type { KnownCustomer } from '#shop/orders/by-staff.ts';
import { countOf } from '#web/admin/lib/count.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldError, Select } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { X } from '#web/ui/icons.ts';
import { Pencil } from '#web/ui/page-icons.ts';
import { ProductImage } from '#web/ui/product-image.tsx';
import { QuantityStepper } from '#web/ui/quantity-stepper.tsx';
import { PickSize } from '../pick-size.tsx';
import { useKnownCustomer } from './customer-card.tsx';
import type { NewOrderForm } from './form.ts';
import { linesAgain, type NewLine, packsOf, priceOf, totalOf, withPick } from './new-order.ts';

/** What is ordered: found by typing, or the same as last time. */
export function ItemsCard({ form, onPrice }: { form: NewOrderForm; onPrice: (index: number) => void }) {
  const { value, errors } = form;
  const { items } = value;
  const customer = useKnownCustomer(normalisePhone(value.shippingAddress.phone));
  const setItems = (next: (lines: NewLine[]) => NewLine[]) =>
    form.change((now) => ({ ...now, items: next(now.items) }), 'items');
  const setLine = (index: number, part: Partial<NewLine>) =>
    setItems((lines) => lines.map((line, at) => (at === index ? { ...line, ...part } : line)));
  return (
    <section className="admin-card" aria-labelledby="new-order-what">
      <header className="card-head">
        <h2 id="new-order-what">Items</h2>
        <span role="status">{items.length > 0 ? countOf(packsOf(items), 'pack') : ''}</span>
      </header>
      <div className="card-body grid gap-3">
        <PickSize onPick={(choice, quantity) => setItems((lines) => withPick(lines, choice, quantity))} />
        {errors.items && <FieldError>{errors.items}</FieldError>}
        {items.length === 0 && customer && customer.last.length > 0 && (
          <LastTime last={customer.last} onPick={() => setItems(() => linesAgain(customer.last))} />
        )}
      </div>
      <ul aria-label="Items of the order">
        {items.map((line, index) => (
          <Line
            // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be of one size, and lines never move
            key={`${index} ${line.product} ${line.size}`}
            line={line}
            error={errorOf(errors, index)}
            onChange={(part) => setLine(index, part)}
            onPrice={() => onPrice(index)}
            onRemove={() => setItems((lines) => lines.filter((_, at) => at !== index))}
          />
        ))}
      </ul>
    </section>
  );
}

/** What is wrong with a line. */
function errorOf(errors: NewOrderForm['errors'], index: number): string | undefined {
  const [, sentence] =
    Object.entries(errors).find(([path]) => path === `items.${index}` || path.startsWith(`items.${index}.`)) ?? [];
  return sentence;
}

function LastTime({ last, onPick }: { last: KnownCustomer['last']; onPick: () => void }) {
  const total = last.reduce((sum, { price, quantity }) => sum + Math.round(price * 100) * quantity, 0);
  return (
    <button type="button" className="last-time" onClick={onPick}>
      <span className="min-w-0">
        <b>Same as last time</b>
        <span className="text-ink-soft">
          {last.map(({ name, size, quantity }) => `${name} ${size}${quantity > 1 ? ` × ${quantity}` : ''}`).join(', ')}
        </span>
      </span>
      <span className="num weight-650 text-neel-700">{formatRupees(total / 100)}</span>
    </button>
  );
}

interface LineProps {
  line: NewLine;
  error: string | undefined;
  onChange: (part: Partial<NewLine>) => void;
  onPrice: () => void;
  onRemove: () => void;
}

function Line({ line, error, onChange, onPrice, onRemove }: LineProps) {
  const { name, size, quantity, price, agreed, image, cloth, sizes } = line;
  return (
    <li className="new-line">
      <ProductImage src={image} alt="" cloth={cloth} sizes="44px" />
      <b>{name}</b>
      <span className="num weight-650">{formatRupees(totalOf(line))}</span>
      <Button variant="bare" size="admin" className="btn-admin-icon" aria-label={`Remove ${name}`} onClick={onRemove}>
        <Icon of={X} />
      </Button>
      <div>
        <Select
          label={`Size of ${name}`}
          admin
          value={size}
          onChange={({ target }) => {
            const next = sizes.find((one) => one.size === target.value);
            if (next) onChange({ size: next.size, price: next.price, agreed: null });
          }}
        >
          {sizes.map((one) => (
            <option key={one.size} value={one.size} disabled={one.stock <= 0}>
              {one.stock <= 0 ? `${one.size}, out of stock` : one.size}
            </option>
          ))}
        </Select>
        <QuantityStepper of={name} value={quantity} onChange={(next) => onChange({ quantity: next })} />
        <Button
          variant="quiet"
          size="admin"
          aria-label={`Price of ${name}, ${formatRupees(priceOf(line))} each`}
          onClick={onPrice}
        >
          {formatRupees(priceOf(line))} <Icon of={Pencil} />
        </Button>
      </div>
      {agreed && (
        <p className="col-span-full text-[0.78125rem] text-raisin-700 weight-600">
          <s className="weight-400 text-ink-faint">{formatRupees(price)}</s>{' '}
          <span>
            {formatRupees(agreed.price)} each: {agreed.reason}
          </span>
        </p>
      )}
      {error && (
        <div className="col-span-full">
          <FieldError>{error}</FieldError>
        </div>
      )}
    </li>
  );
}
