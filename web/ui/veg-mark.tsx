import m from '#messages/frame';
import nonVegMark from '#web/assets/non-veg-mark.svg';
import vegMark from '#web/assets/veg-mark.svg';

/** The food mark required by Indian law (docs/india.md), with its text beside it. */
export function VegMark({ vegetarian }: { vegetarian: boolean }) {
  return (
    <span className="badge">
      <img src={vegetarian ? vegMark : nonVegMark} alt="" width={15} height={15} />
      {vegetarian ? m.vegetarian() : m.nonVegetarian()}
    </span>
  );
}

/** The mark alone, with a label for screen readers: for a card's picture. */
export function VegSign({ vegetarian, className }: { vegetarian: boolean; className: string }) {
  return (
    <img
      className={className}
      src={vegetarian ? vegMark : nonVegMark}
      alt={vegetarian ? m.vegetarian() : m.nonVegetarian()}
      width={18}
      height={18}
    />
  );
}
