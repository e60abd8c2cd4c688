import './rating-field.css';
import { useId } from 'react';
import m from '#messages/review-form';
import { ratingLabel } from '#shop/catalogue/reviews.ts';
import { FieldError } from '#web/ui/field.tsx';

const STAR = 'M12 2.6l2.9 6 6.6.9-4.8 4.6 1.2 6.6L12 17.5l-5.9 3.2 1.2-6.6L2.5 9.5l6.6-.9z';

type RatingFieldProps = { value: number; onChange: (rating: number) => void; error?: string };

/**
 * Five stars to choose from, outlines until one is chosen: real radios, so arrow keys work, each
 * with a label (1 Poor … 5 Excellent, R1.2).
 */
export function RatingField({ value, onChange, error }: RatingFieldProps) {
  const id = useId();
  return (
    <fieldset aria-describedby={error ? id : undefined}>
      <legend className="field-label">{m.rating()}</legend>
      <div className="rate">
        {[1, 2, 3, 4, 5].map((stars) => (
          <label key={stars} title={ratingLabel(stars)}>
            <input
              type="radio"
              className="sr-only"
              name="rating"
              value={stars}
              checked={stars === value}
              aria-invalid={error ? true : undefined}
              onChange={() => onChange(stars)}
            />
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d={STAR} />
            </svg>
            <span className="sr-only">{m.stars({ stars, label: ratingLabel(stars) })}</span>
          </label>
        ))}
        <span className="ml-2 weight-600" aria-hidden="true">
          {ratingLabel(value)}
        </span>
      </div>
      {value === 0 && <p className="hint">{m.tapStar()}</p>}
      {error && <FieldError id={id}>{error}</FieldError>}
    </fieldset>
  );
}
