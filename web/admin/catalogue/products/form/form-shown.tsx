import type { ProductStatus } from '#shop/catalogue/catalogue.ts';
import { PRODUCT_FIELDS } from '#shop/catalogue/fields.ts';
import { tickSection } from '#shop/catalogue/product-form.ts';
import { ratingLabel } from '#shop/catalogue/reviews.ts';
import { bestSellersLock, type SectionTicks } from '#shop/catalogue/sections.ts';
import { Star } from '#web/admin/ui/icons.ts';
import { Checkbox, SelectField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { FieldBox, PanelFields } from './field-box.tsx';
import type { FormState } from './use-product-form.ts';

const SECTIONS = ['ourBestSellers', 'valueCombos', 'youMayAlsoLike'] as const;

/** Status and display sections with the rules of both variants (R1.4). */
export function FormPlace({ form, set, errorOf }: FormState) {
  const lock = bestSellersLock(form.ticks);
  const tick = (field: keyof SectionTicks, on: boolean) => set({ ticks: tickSection(form.ticks, field, on) });
  // The form offers only Active (R1.4), plus the product's current status.
  const statuses = [...new Set<ProductStatus>(['Active', form.status])];
  return (
    <>
      <SelectField
        label={PRODUCT_FIELDS.status.label}
        admin
        value={form.status}
        onChange={(event) => set({ status: event.target.value as ProductStatus })}
      >
        {statuses.map((status) => (
          <option key={status}>{status}</option>
        ))}
      </SelectField>
      <fieldset className="form-ticks">
        <legend>Display sections</legend>
        {SECTIONS.map((field) => {
          const locked = field === 'ourBestSellers' ? lock : null;
          return (
            <Checkbox
              key={field}
              label={
                <>
                  {PRODUCT_FIELDS[field].label}
                  {locked && (
                    <span className="ml-2 py-[0.1rem] px-[0.4rem] rounded-[6px] bg-neel-50 text-[0.78125rem] text-neel-700">
                      {locked}
                    </span>
                  )}
                </>
              }
              checked={form.ticks[field]}
              disabled={locked !== null}
              onChange={(event) => tick(field, event.target.checked)}
            />
          );
        })}
      </fieldset>
      <fieldset className="form-ticks">
        <legend>Marks</legend>
        <Checkbox
          label={PRODUCT_FIELDS.isBestSeller.label}
          checked={form.ticks.isBestSeller}
          onChange={(event) => tick('isBestSeller', event.target.checked)}
        />
        <PanelFields panel="marks" kinds={['flag']} {...{ form, set, errorOf }} />
      </fieldset>
    </>
  );
}

/** Quick Rating Setup: displayed while the product has no approved review (D13). */
export function FormRating(state: FormState) {
  const { form, set } = state;
  const rating = Number(form.quickRating) || 0;
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would repeat the panel's heading */}
      <div role="group" aria-label="Rating" className="form-stars">
        {[1, 2, 3, 4, 5].map((stars) => (
          <button
            key={stars}
            type="button"
            aria-label={`${stars} ${stars === 1 ? 'star' : 'stars'}: ${ratingLabel(stars)}`}
            aria-pressed={Math.floor(rating) >= stars}
            onClick={() => set({ quickRating: String(stars) })}
          >
            <Icon of={Star} />
          </button>
        ))}
        <span>{ratingLabel(Math.floor(rating))}</span>
      </div>
      <div className="form-two">
        <FieldBox name="quickRating" {...state} />
        <FieldBox name="quickReviewCount" {...state} />
      </div>
      <p className="hint">
        Shown only while the product has no approved review. Write here what you can prove: invented ratings are an
        unfair trade practice.
      </p>
    </>
  );
}

/** Popularity & Urgency (D13, D14). */
export function FormUrgency(state: FormState) {
  return (
    <>
      <FieldBox name="orderCount" {...state} />
      <FieldBox name="offerEnabled" {...state} />
      <FieldBox name="offerDuration" {...state} />
      <FieldBox name="deliveryEnabled" {...state} />
      <p className="hint">Each countdown also has a switch for the whole shop, in Shop Settings.</p>
    </>
  );
}
