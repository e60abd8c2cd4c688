import { Link } from 'react-router';
import m from '#messages/search';

type Way = { label: string; to: string };

/** Links for a search without results: best sellers, the shop's lists, contact (R3.2). */
export function WaysOn({ lists, className = '' }: { lists: readonly Way[]; className?: string }) {
  const first = { label: m.bestSellers(), to: '/all-products?section=bestSellers' };
  const last = { label: m.contact(), to: '/contact-us' };
  return (
    <nav className={className} aria-label={m.otherWays()}>
      <p className="text-small text-ink-soft">{m.lookHere()}</p>
      <ul className="ways-on">
        {[first, ...lists, last].map(({ label, to }) => (
          <li key={to}>
            <Link className="link link-tap" to={to}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
