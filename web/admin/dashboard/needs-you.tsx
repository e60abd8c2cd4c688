import { Link } from 'react-router';
import { Icon } from '#web/ui/icon.tsx';
import { ArrowRight, TriangleAlert } from '#web/ui/icons.ts';
import { useFigures } from './figures.ts';
import { SECTIONS } from './sections.ts';

/** The open tasks of the admin's sections, with links. */
export function NeedsYou() {
  const figures = useFigures();
  const waiting = SECTIONS.flatMap(({ id, title, icon, waiting: countOf }) => {
    const row = { key: id, title, icon, count: countOf?.(figures) ?? 0, address: `/admin?section=${id}` };
    if (id !== 'orders') return [row];
    return [
      { ...row, title: 'Payments to verify', address: `${row.address}&payment=pending` },
      {
        ...row,
        key: 'attention',
        title: 'Orders that need attention',
        icon: TriangleAlert,
        count: figures.needAttention ?? 0,
        address: `${row.address}&attention=true`,
      },
    ];
  }).filter(({ count }) => count > 0);
  return (
    <section className="admin-card" aria-labelledby="needs-you">
      <header className="card-head">
        <h2 id="needs-you">Needs you</h2>
        <span>{waiting.reduce((sum, { count }) => sum + count, 0)}</span>
      </header>
      {waiting.length === 0 ? (
        <p className="card-body text-ink-soft">Nothing waits. Well done.</p>
      ) : (
        <ul className="needs">
          {waiting.map(({ key, title, icon, count, address }) => (
            <li key={key}>
              <Icon of={icon} />
              <Link to={address} className="admin-link">
                {title}
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
