import type { ProductStatus } from '#shop/catalogue/catalogue.ts';
import { tickSection } from '#shop/catalogue/product-form.ts';
import { ratingLabel } from '#shop/catalogue/reviews.ts';
import { bestSellersLock, type SectionTicks } from '#shop/catalogue/sections.ts';
import { Star } from '#web/admin/ui/icons.ts';
import { Checkbox, SelectField, TextField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import type { FormState } from './use-product-form.ts';

const SECTIONS: readonly { field: keyof SectionTicks; label: string }[] = [
  { field: 'ourBestSellers', label: 'Our Best Sellers' },
  { field: 'valueCombos', label: 'Value Combos' },
  { field: 'youMayAlsoLike', label: 'You May Also Like' },
];

const FLAGS = [
  { name: 'isPopular', label: 'Popular' },
  { name: 'isValueCombo', label: 'Value combo' },
  { name: 'isYouMayLike', label: 'You may like' },
] as const;

/** Status and display sections with the rules of both variants (spec 1 §4). */
export function FormPlace({ form, set }: FormState) {
  const lock = bestSellersLock(form.ticks);
  const tick = (field: keyof SectionTicks, on: boolean) => set({ ticks: tickSection(form.ticks, field, on) });
  // The form offers only Active (spec 1 §4); what the product has now stays choosable.
  const statuses = [...new Set<ProductStatus>(['Active', form.status])];
  return (
    <>
      <SelectField
        label="Status"
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
        {SECTIONS.map(({ field, label }) => {
          const locked = field === 'ourBestSellers' ? lock : null;
          return (
            <Checkbox
              key={field}
              label={
                <>
                  {label}
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
          label="Best seller"
          checked={form.ticks.isBestSeller}
          onChange={(event) => tick('isBestSeller', event.target.checked)}
        />
        {FLAGS.map(({ name, label }) => (
          <Checkbox
            key={name}
            label={label}
            checked={form[name]}
            onChange={(event) => set({ [name]: event.target.checked })}
          />
        ))}
      </fieldset>
    </>
  );
}

/** Quick Rating Setup: shown while the product has no approved review (D13). */
export function FormRating({ form, set, errorOf }: FormState) {
  const rating = Number(form.quickRating) || 0;
  const error = errorOf('quickRating');
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
        <TextField
          label="Rating (1-5 stars)"
          admin
          inputMode="decimal"
          maxLength={3}
          error={error}
          value={form.quickRating}
          onChange={(event) => set({ quickRating: event.target.value })}
        />
        <TextField
          label="Number of reviews"
          admin
          inputMode="numeric"
          maxLength={8}
          error={errorOf('quickReviewCount')}
          value={form.quickReviewCount}
          onChange={(event) => set({ quickReviewCount: event.target.value })}
        />
      </div>
      <p className="hint">
        Shown only while the product has no approved review. Write here what you can prove: invented ratings are an
        unfair trade practice.
      </p>
    </>
  );
}

/** Popularity & Urgency (D13, D14). */
export function FormUrgency({ form, set, errorOf }: FormState) {
  const duration = errorOf('popularitySettings.offerCountdown.duration');
  return (
    <>
      <TextField
        label="People who ordered in the last 7 days"
        admin
        inputMode="numeric"
        maxLength={10}
        hint="The real number is shown when it is higher; nothing is shown at 0."
        error={errorOf('popularitySettings.orderCount')}
        value={form.orderCount}
        onChange={(event) => set({ orderCount: event.target.value })}
      />
      <Checkbox
        label="Offer countdown"
        checked={form.offerEnabled}
        onChange={(event) => set({ offerEnabled: event.target.checked })}
      />
      <TextField
        label="Countdown duration (minutes, 1-60)"
        admin
        inputMode="numeric"
        maxLength={2}
        error={duration}
        value={form.offerDuration}
        onChange={(event) => set({ offerDuration: event.target.value })}
      />
      <Checkbox
        label="Delivery cutoff"
        checked={form.deliveryEnabled}
        onChange={(event) => set({ deliveryEnabled: event.target.checked })}
      />
      <p className="hint">Each countdown also has a switch for the whole shop, in Shop Settings.</p>
    </>
  );
}
