import { emptyReview, type FormReview } from '#shop/catalogue/product-form.ts';
import { ratingLabel } from '#shop/catalogue/reviews.ts';
import { isoDay } from '#shop/india/dates.ts';
import { BadgeCheck } from '#web/admin/ui/icons.ts';
import { Button } from '#web/ui/button.tsx';
import { SelectField, TextareaField, TextField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Plus } from '#web/ui/icons.ts';
import { Trash2 } from '#web/ui/page-icons.ts';
import type { FormState } from './use-product-form.ts';

/** Edits, adds and removes approved reviews of the product. Saved with the product. */
export function FormReviews({ form, set, errorOf, rating }: FormState & { rating: number }) {
  const change = (key: string, patch: Partial<FormReview>) =>
    set({ reviews: form.reviews.map((review) => (review.key === key ? { ...review, ...patch } : review)) });
  const remove = ({ key, id }: FormReview) =>
    set({
      reviews: form.reviews.filter((review) => review.key !== key),
      removedReviews: id ? [...form.removedReviews, id] : form.removedReviews,
    });
  const add = () => {
    const review = emptyReview(`new-${Date.now()}`, rating, isoDay(Date.now()));
    set({ reviews: [review, ...form.reviews] });
  };
  return (
    <>
      <p className="hint">
        Kept with a customer name, a comment and a rating. Enter only what a customer has really said; it is published
        as soon as the product is saved.
      </p>
      <Button variant="quiet" size="admin" className="justify-self-start" onClick={add}>
        <Icon of={Plus} /> Add review
      </Button>
      {form.reviews.map((review, index) => (
        <ReviewBoxes
          key={review.key}
          review={review}
          number={index + 1}
          errorOf={(field) => errorOf(`reviews.${index}.${field}`)}
          onChange={(patch) => change(review.key, patch)}
          onRemove={() => remove(review)}
        />
      ))}
    </>
  );
}

function ReviewBoxes({
  review,
  number,
  errorOf,
  onChange,
  onRemove,
}: {
  review: FormReview;
  number: number;
  errorOf: (field: string) => string | undefined;
  onChange: (patch: Partial<FormReview>) => void;
  onRemove: () => void;
}) {
  return (
    <fieldset className="form-review">
      <legend className="sr-only">Review {number}</legend>
      <TextField
        label="Customer name"
        admin
        maxLength={80}
        error={errorOf('customerName')}
        value={review.customerName}
        onChange={(event) => onChange({ customerName: event.target.value })}
      />
      <TextField
        label="Customer email"
        optional
        admin
        type="email"
        maxLength={254}
        error={errorOf('customerEmail')}
        value={review.customerEmail}
        onChange={(event) => onChange({ customerEmail: event.target.value })}
      />
      <SelectField
        label="Stars"
        admin
        error={errorOf('rating')}
        value={review.rating}
        onChange={(event) => onChange({ rating: Number(event.target.value) })}
      >
        {[5, 4, 3, 2, 1].map((stars) => (
          <option key={stars} value={stars}>
            {stars} {ratingLabel(stars)}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Date"
        admin
        type="date"
        error={errorOf('date')}
        value={review.day}
        onChange={(event) => onChange({ day: event.target.value })}
      />
      <TextField
        label="Found helpful by"
        admin
        inputMode="numeric"
        maxLength={7}
        error={errorOf('helpful')}
        value={review.helpful}
        onChange={(event) => onChange({ helpful: event.target.value })}
      />
      <TextField
        label="Title"
        optional
        admin
        maxLength={120}
        error={errorOf('title')}
        value={review.title}
        onChange={(event) => onChange({ title: event.target.value })}
      />
      <TextareaField
        label="Comment"
        className="form-review-words"
        admin
        rows={2}
        maxLength={2000}
        error={errorOf('comment')}
        value={review.comment}
        onChange={(event) => onChange({ comment: event.target.value })}
      />
      <div className="form-review-foot">
        {review.verified && (
          <span className="verified">
            <Icon of={BadgeCheck} /> Verified buyer
          </span>
        )}
        <Button variant="text" size="admin" onClick={onRemove}>
          <Icon of={Trash2} /> Remove review {number}
        </Button>
      </div>
    </fieldset>
  );
}
