import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Product } from '#shop/catalogue/catalogue.ts';
import { typedNumber } from '#shop/catalogue/product-form.ts';
import { type SizePrices, SizePricesInput } from '#shop/catalogue/size-prices.ts';
import { isoMinute, minuteOf } from '#shop/india/dates.ts';
import { formatRupees } from '#shop/money/money.ts';
import { adminCall } from '#web/admin/lib/session.ts';
import { firstErrors } from '#web/admin/ui/first-errors.ts';
import { ListSkeleton } from '#web/admin/ui/list-skeleton.tsx';
import { LoadFailed } from '#web/admin/ui/load-failed.tsx';
import { useForm } from '#web/admin/ui/use-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/field.tsx';
import { toast } from '#web/ui/toast.tsx';
import { type ProductActions, tellProducts } from './use-product-actions.ts';

const LOAD_FAILED = 'Failed to load the prices. Please check your connection.';

/** What each size costs the owner, and a sale price with its time. */
export function PricesDialog({ actions }: { actions: ProductActions }) {
  const { pricing } = actions;
  const close = () => actions.askPrices(null);
  return (
    <Dialog
      open={pricing !== null}
      onClose={close}
      title={pricing ? `Prices of ${pricing.name}` : 'Prices'}
      className="sm:w-[min(44rem,calc(100vw-2rem))]"
    >
      {pricing && <Prices key={pricing.id} product={pricing} close={close} />}
    </Dialog>
  );
}

function Prices({ product, close }: { product: Product; close: () => void }) {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['products', 'prices', product.id],
    queryFn: ({ signal }) => adminCall('GET /admin/products/:id/prices', { params: { id: product.id } }, { signal }),
    // Nothing is typed on a version that is not the latest.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: false,
  });
  if (isError) return <LoadFailed message={LOAD_FAILED} onRetry={() => void refetch()} retrying={isFetching} />;
  if (!data) return <ListSkeleton label="Loading the prices" />;
  return <PricesForm key={data.version} product={product} sizes={data.sizes} version={data.version} close={close} />;
}

/** As typed; moments as fields of date and time have them. */
interface TypedPrices {
  size: string;
  cost: string;
  salePrice: string;
  saleFrom: string;
  saleUntil: string;
}

const typed = (value: number | null) => (value === null ? '' : String(value));
const typedMoment = (at: number | null) => (at === null ? '' : isoMinute(at));
const typedOf = ({ size, cost, salePrice, saleFrom, saleUntil }: SizePrices): TypedPrices => ({
  size,
  cost: typed(cost),
  salePrice: typed(salePrice),
  saleFrom: typedMoment(saleFrom),
  saleUntil: typedMoment(saleUntil),
});
const momentOf = (text: string) => (text === '' ? null : minuteOf(text));
const inputOf = ({ size, cost, salePrice, saleFrom, saleUntil }: TypedPrices) => ({
  size,
  cost: typedNumber(cost) ?? null,
  salePrice: typedNumber(salePrice) ?? null,
  saleFrom: momentOf(saleFrom),
  saleUntil: momentOf(saleUntil),
});

function PricesForm({
  product,
  sizes,
  version,
  close,
}: {
  product: Product;
  sizes: readonly SizePrices[];
  version: number;
  close: () => void;
}) {
  const client = useQueryClient();
  const bodyOf = (rows: readonly TypedPrices[]) => ({ sizes: rows.map(inputOf), version });
  const form = useForm({
    start: sizes.map(typedOf),
    check: (rows) => firstErrors(SizePricesInput, bodyOf(rows)),
    onSubmit: async (rows) => {
      const { message } = await adminCall('PUT /admin/products/:id/prices', {
        params: { id: product.id },
        body: bodyOf(rows),
      });
      close();
      toast.success(message);
      tellProducts();
      await client.invalidateQueries({ queryKey: ['products'] });
    },
    failed: 'Failed to save the prices. Please try again.',
  });
  const box = (index: number, name: Exclude<keyof TypedPrices, 'size'>) => ({
    admin: true,
    boxClass: 'min-w-0',
    name: `sizes.${index}.${name}`,
    value: form.value[index]?.[name] ?? '',
    error: form.errors[`sizes.${index}.${name}`],
    onChange: ({ target }: { target: { value: string } }) =>
      form.change(
        (rows) => rows.map((row, at) => (at === index ? { ...row, [name]: target.value } : row)),
        `sizes.${index}.${name}`,
      ),
  });
  return (
    <form className="grid gap-5" {...form.props}>
      <p className="text-ink-soft">
        A sale begins and ends by itself, at a full or half hour in India. Only admins see what goods cost you.
      </p>
      {sizes.map(({ size, price }, index) => (
        <fieldset key={size} className="record-grid min-w-0">
          <legend className="field-label mb-2">
            {[size || product.weight, formatRupees(price)].filter(Boolean).join(' · ')}
          </legend>
          <TextField label="Cost ₹" optional inputMode="decimal" maxLength={12} {...box(index, 'cost')} />
          <TextField label="Sale price ₹" optional inputMode="decimal" maxLength={12} {...box(index, 'salePrice')} />
          <TextField label="Sale from" optional type="datetime-local" step={1800} {...box(index, 'saleFrom')} />
          <TextField label="Sale until" optional type="datetime-local" step={1800} {...box(index, 'saleUntil')} />
        </fieldset>
      ))}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" size="admin" onClick={close}>
          Cancel
        </Button>
        <Button type="submit" size="admin" busy={form.busy} busyText="Saving…">
          Save prices
        </Button>
      </div>
    </form>
  );
}
