import nonVegMark from '#web/assets/non-veg-mark.svg';
import vegMark from '#web/assets/veg-mark.svg';

/** The mark Indian law asks for on food (docs/india.md): the drawing, and its word beside it. */
export function VegMark({ vegetarian }: { vegetarian: boolean }) {
  return (
    <span className="badge">
      <img src={vegetarian ? vegMark : nonVegMark} alt="" width={15} height={15} />
      {vegetarian ? 'Vegetarian' : 'Non-vegetarian'}
    </span>
  );
}

/** The mark alone, with its word for screen readers: on a card's picture. */
export function VegSign({ vegetarian, className }: { vegetarian: boolean; className: string }) {
  return (
    <img
      className={className}
      src={vegetarian ? vegMark : nonVegMark}
      alt={vegetarian ? 'Vegetarian' : 'Non-vegetarian'}
      width={18}
      height={18}
    />
  );
}
