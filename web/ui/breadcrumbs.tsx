import { Link } from 'react-router';
import m from '#messages/ui';

/** Breadcrumbs. The last entry is the current page and not a link. */
export function Breadcrumbs({ trail }: { trail: { label: string; to?: string }[] }) {
  return (
    <nav aria-label={m.breadcrumb()}>
      <ol className="crumbs">
        {trail.map(({ label, to }) => (
          <li key={label}>{to ? <Link to={to}>{label}</Link> : <span aria-current="page">{label}</span>}</li>
        ))}
      </ol>
    </nav>
  );
}
