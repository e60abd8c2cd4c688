import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router';
import { Icon } from '#web/ui/icon.tsx';
import { useFigures } from '../figures.ts';
import { SECTIONS } from '../sections.ts';

/** What waits in the sections of the desk, each with the way there. */
export function NeedsYou() {
  const figures = useFigures();
  const waiting = SECTIONS.map((section) => ({ section, count: section.waiting?.(figures) ?? 0 })).filter(
    ({ count }) => count > 0,
  );
  return (
    <section className="desk-card" aria-labelledby="needs-you">
      <header className="card-head">
        <h2 id="needs-you">Needs you</h2>
        <span>{waiting.reduce((sum, { count }) => sum + count, 0)}</span>
      </header>
      {waiting.length === 0 ? (
        <p className="card-body text-ink-soft">Nothing waits. Well done.</p>
      ) : (
        <ul className="needs">
          {waiting.map(({ section, count }) => (
            <li key={section.id}>
              <Icon of={section.icon} />
              <Link to={`/admin?section=${section.id}`} className="desk-link">
                {section.title}
              </Link>
              <b>{count}</b>
              <Icon of={ArrowRight} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
