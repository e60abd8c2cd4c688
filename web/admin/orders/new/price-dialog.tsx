import { typedNumber } from '#shop/catalogue/product-form.ts';
import { formatRupees, toPaise } from '#shop/money/money.ts';
import { useForm } from '#web/admin/ui/use-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/field.tsx';
import { RadioTiles } from '#web/ui/radio-tiles.tsx';
import { type NewLine, priceOf } from './new-order.ts';

const REASONS = ['Regular customer', 'Large order', 'Pack damaged', 'Price told before'] as const;
const OTHER = 'Other';

const rupeesOf = ({ price }: { price: string }) => typedNumber(price) ?? 0;

interface PriceDialogProps {
  /** Undefined: closed. */
  line: NewLine | undefined;
  onClose: () => void;
  /** Null: the price of the shop. */
  onSet: (agreed: NewLine['agreed']) => void;
}

/** Another price for a line of this order, with a reason. */
export function PriceDialog({ line, onClose, onSet }: PriceDialogProps) {
  return (
    <Dialog open={line !== undefined} onClose={onClose} title={line && `Price of ${line.name}, ${line.size}`}>
      {line && <PriceForm line={line} onSet={onSet} />}
    </Dialog>
  );
}

function PriceForm({ line, onSet }: { line: NewLine; onSet: PriceDialogProps['onSet'] }) {
  const { price, quantity, agreed } = line;
  const known = REASONS.find((reason) => reason === agreed?.reason);
  const form = useForm({
    start: {
      price: String(priceOf(line)),
      reason: agreed ? (known ?? OTHER) : '',
      other: agreed && !known ? agreed.reason : '',
    },
    focus: true,
    check: (value) => ({
      price: rupeesOf(value) >= 0.01 ? null : 'Please enter a price of ₹0.01 or more',
      reason: value.reason === '' ? 'Please choose a reason' : null,
      other: value.reason === OTHER && value.other.trim() === '' ? 'Please write the reason' : null,
    }),
    onSubmit: (value) => {
      const asked = toPaise(rupeesOf(value)) / 100;
      const reason = value.reason === OTHER ? value.other.trim() : value.reason;
      onSet(asked === price ? null : { price: asked, reason });
    },
  });
  const { value } = form;
  return (
    <form {...form.props} className="grid gap-4">
      <TextField
        label="Price for one pack"
        {...form.text('price')}
        admin
        inputMode="decimal"
        autoComplete="off"
        maxLength={12}
        boxClass="num"
        hint={hintOf(price, rupeesOf(value), quantity)}
      />
      <RadioTiles
        legend="Reason"
        look="chips"
        {...form.pick('reason')}
        tiles={[...REASONS, OTHER].map((reason) => ({ value: reason, label: reason }))}
      />
      {value.reason === OTHER && (
        <TextField label="Which reason" {...form.text('other')} admin autoComplete="off" maxLength={200} />
      )}
      <div className="flex flex-wrap justify-end gap-2">
        {agreed && (
          <Button variant="quiet" size="admin" onClick={() => onSet(null)}>
            Back to {formatRupees(price)}
          </Button>
        )}
        <Button type="submit" size="admin">
          Set price
        </Button>
      </div>
    </form>
  );
}

function hintOf(price: number, asked: number, quantity: number): string {
  const shop = `${formatRupees(price)} in the shop`;
  if (!(asked > 0) || asked === price) return shop;
  const difference = Math.abs(toPaise(price) - toPaise(asked));
  const word = asked < price ? 'less' : 'more';
  const all = quantity > 1 ? `, ${quantity} packs ${formatRupees((difference * quantity) / 100)} ${word}` : '';
  return `${shop} · ${formatRupees(difference / 100)} ${word}${all}`;
}
