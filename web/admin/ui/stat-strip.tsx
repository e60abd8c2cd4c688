import type { ReactNode } from 'react';
import { Link } from 'react-router';

export interface Stat {
  label: string;
  /** Undefined until it is loaded. */
  value: ReactNode;
  /** One line of context. */
  line?: ReactNode;
  /** The line is about open work. */
  hot?: boolean;
  /** Links to the list of the counted records. */
  to?: StatTarget | undefined;
  /** Links to the list of the records that the line counts. */
  lineTo?: StatTarget | undefined;
}

/** The link of a figure, and whether it is the current page. */
interface StatTarget {
  address: string;
  current: boolean;
}

/** One panel divided by hairlines (G6). */
export function StatStrip({ stats, label }: { stats: Stat[]; label: string }) {
  return (
    <section aria-label={label}>
      <dl className="stat-strip" style={{ '--stats': stats.length } as React.CSSProperties}>
        {stats.map((stat) => (
          <div className="stat" key={stat.label}>
            <dt>{stat.label}</dt>
            <dd className="stat-number">
              <StatLink to={stat.to} label={`${stat.value} ${stat.label}`}>
                {stat.value}
              </StatLink>
            </dd>
            <dd className={`stat-line ${stat.hot ? 'hot' : ''}`}>
              <StatLink to={stat.lineTo}>{stat.line}</StatLink>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** `label` is the accessible name of a link whose text is only a number. */
function StatLink({ to, label, children }: { to: StatTarget | undefined; label?: string; children: ReactNode }) {
  if (!to) return children;
  return (
    <Link
      className="stat-link"
      to={to.address}
      preventScrollReset
      aria-label={label}
      aria-current={to.current ? 'true' : undefined}
    >
      {children}
    </Link>
  );
}
