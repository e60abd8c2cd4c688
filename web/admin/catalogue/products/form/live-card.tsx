import type { Category } from '#shop/catalogue/catalogue.ts';
import { completeness } from '#shop/catalogue/completeness.ts';
import { cardOfForm } from '#shop/catalogue/form-card.ts';
import type { ProductForm } from '#shop/catalogue/product-form.ts';
import { ProductCard } from '#web/storefront/product-card.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { Missing } from '../meter.tsx';

interface LiveCardProps {
  form: ProductForm;
  id: string;
  categories: readonly Category[];
  /** Whether shoppers see ratings that staff have typed. */
  typedRatings: boolean;
}

/** The product's card as the shop will show it, and the details still missing from the listing. */
export function LiveCard({ form, id, categories, typedRatings }: LiveCardProps) {
  const { card, listed } = cardOfForm(form, id, categories, typedRatings);
  const { percent, missing } = completeness(listed);
  return (
    <>
      <div className="max-w-60" inert aria-hidden="true">
        <ProductCard product={card} />
      </div>
      {form.status === 'Inactive' && <p className="hint">Inactive: shoppers do not see it.</p>}
      <p className="form-complete">
        <b>{percent}%</b> of what an Indian food listing must state
      </p>
      <ProgressBar value={percent} max={100} label="Completeness of the listing" />
      {missing.length > 0 && <Missing missing={missing} />}
    </>
  );
}
