import type { ProductStatus } from '#shop/catalogue/catalogue.ts';
import { PRODUCT_FIELDS } from '#shop/catalogue/fields.ts';
import { NO_RATING, placesLock, placesOf, tickPlace } from '#shop/catalogue/product-form.ts';
import { ratingLabel } from '#shop/catalogue/reviews.ts';
import { Star } from '#web/admin/ui/icons.ts';
import { Checkbox, SelectField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { countOf } from '../../../lib/count.ts';
import { FieldBox } from './field-box.tsx';
import type { FormState } from './use-product-form.ts';

const SECTIONS = ['ourBestSellers', 'valueCombos', 'youMayAlsoLike'] as const;

/**
 * Status and display sections with the rules of both variants (R1.4). A section's mark of the same
 * meaning is set with it.
 */
export function FormPlace({ form, set, errorOf }: FormState) {
  const lock = placesLock(form);
  const places = placesOf(form);
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
                  <span>{PRODUCT_FIELDS[field].label}</span>
                  {locked && (
                    <span className="ml-2 py-[0.1rem] px-[0.4rem] rounded-[6px] bg-neel-50 text-[0.78125rem] text-neel-700">
                      {locked}
                    </span>
                  )}
                </>
              }
              checked={places[field]}
              disabled={locked !== null}
              onChange={(event) => set(tickPlace(form, field, event.target.checked))}
            />
          );
        })}
        <FieldBox name="isPopular" form={form} set={set} errorOf={errorOf} />
      </fieldset>
    </>
  );
}

/**
 * Quick Rating Setup: displayed while the product has no approved review (D13). A new product need
 * not have one (D56).
 */
export function FormRating(state: FormState) {
  const { form, set } = state;
  const none = form.quickRating === NO_RATING;
  const rating = Number(form.quickRating) || 0;
  return (
    <>
      <Checkbox
        label="No rating yet"
        checked={none}
        onChange={(event) => set({ quickRating: event.target.checked ? NO_RATING : '' })}
      />
      {!none && (
        <>
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would repeat the panel's heading */}
          <div role="group" aria-label="Rating" className="form-stars">
            {[1, 2, 3, 4, 5].map((stars) => (
              <button
                key={stars}
                type="button"
                aria-label={`${countOf(stars, 'star')}: ${ratingLabel(stars)}`}
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
        </>
      )}
      <p className="hint">
        {none
          ? 'Stars appear once you approve the first review.'
          : 'Shown only while the product has no approved review, and typed ratings are switched on in Shop Settings. Enter only a rating that you can prove: invented ratings are an unfair trade practice.'}
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
      <p className="hint">
        The typed number and each countdown also have a switch for the whole shop, in Shop Settings.
      </p>
    </>
  );
}
