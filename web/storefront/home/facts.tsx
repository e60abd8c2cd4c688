import type { Homepage } from '#shop/content.ts';
import { parseFact } from '#shop/facts.ts';
import { categoryDrawing } from '#web/ui/category-drawing.ts';
import { SectionHeading } from '../section-heading.tsx';

/** The drawing that fits a fact's icon name. */
const DRAWINGS: Record<string, string> = {
  grapes: 'dry-fruits',
  cashew: 'nuts',
  lotus: 'party-snacks',
  pistachio: 'seeds',
  peanut: 'roasted-party-mix',
  rupee: 'combos',
};

/** The Do You Know block. */
export function Facts({ content }: { content: Homepage['doYouKnow'] }) {
  return (
    <section className="facts py-section">
      <div className="page">
        <SectionHeading title={content.title} subtitle={content.subtitle} />
        <ul className="facts-list">
          {content.facts.map(parseFact).map(({ id, icon, title, description }) => (
            <li key={id}>
              <img src={categoryDrawing(DRAWINGS[icon] ?? icon)} alt="" width={52} height={52} loading="lazy" />
              <div>
                <h3 className="text-display-sm">{title}</h3>
                {description && <p>{description}</p>}
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
