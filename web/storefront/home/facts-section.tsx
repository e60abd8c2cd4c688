import './facts.css';
import m from '#messages/home';
import type { Homepage } from '#shop/content/content.ts';
import { parseFact } from '#shop/content/facts.ts';
import { categoryDrawing } from '#web/ui/category-drawing.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { SectionHeading } from '../section-heading.tsx';

/** The drawing for a fact's icon name. */
const DRAWINGS: Record<string, string> = {
  grapes: 'dry-fruits',
  cashew: 'nuts',
  lotus: 'party-snacks',
  pistachio: 'seeds',
  peanut: 'roasted-party-mix',
  rupee: 'combos',
};

/** Skeletons while the facts reload (R1.9). */
const SKELETONS = [1, 2, 3, 4, 5, 6];

/** The Do You Know block. */
export function Facts({ content, refreshing }: { content: Homepage['doYouKnow']; refreshing: boolean }) {
  return (
    <section className="later bg-paper-deep py-section">
      <div className="page">
        <SectionHeading title={content.title} subtitle={content.subtitle} />
        {refreshing ? (
          <div className="facts-list shelf" role="status" aria-label={m.loadingFacts()}>
            {SKELETONS.map((place) => (
              <div key={place} aria-hidden="true">
                <Skeleton className="size-13 rounded-full" />
                <div className="grid content-start gap-2">
                  <Skeleton className="h-5 w-3/5" />
                  <Skeleton className="h-4 w-full" />
                </div>
              </div>
            ))}
          </div>
        ) : (
          // On a phone it scrolls sideways, and nothing in it takes the focus.
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard
          <ul className="facts-list shelf" tabIndex={0} aria-label={content.title}>
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
        )}
      </div>
    </section>
  );
}
