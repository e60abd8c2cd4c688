import { Link } from 'react-router';

type Way = { label: string; to: string };

const FIRST: Way[] = [{ label: 'Our Best Sellers', to: '/all-products?section=bestSellers' }];
const LAST: Way[] = [{ label: 'Contact', to: '/contact-us' }];

/** Links for a search without results: best sellers, the shop's lists, contact (R3.2). */
export function WaysOn({ lists, className = '' }: { lists: readonly Way[]; className?: string }) {
  return (
    <nav className={className} aria-label="Other ways">
      <p className="text-small text-ink-soft">Or look here:</p>
      <ul className="ways-on">
        {[...FIRST, ...lists, ...LAST].map(({ label, to }) => (
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
