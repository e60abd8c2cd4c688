import nonVegMark from '#web/assets/non-veg-mark.svg';
import vegMark from '#web/assets/veg-mark.svg';

/** The mark Indian law asks for on food (reference/india-display-rules): the drawing, and its word beside it. */
export function VegMark({ vegetarian }: { vegetarian: boolean }) {
  return (
    <span className="badge">
      <img src={vegetarian ? vegMark : nonVegMark} alt="" width={15} height={15} />
      {vegetarian ? 'Vegetarian' : 'Non-vegetarian'}
    </span>
  );
}
