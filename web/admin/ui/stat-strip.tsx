import type { ReactNode } from 'react';

export interface Stat {
  label: string;
  /** Undefined until it is known. */
  value: ReactNode;
  /** One line of context. */
  line?: ReactNode;
  /** The line speaks of work that waits. */
  hot?: boolean;
}

/** One panel divided by hairlines (GUIDE §6). */
export function StatStrip({ stats, label }: { stats: Stat[]; label: string }) {
  return (
    <section aria-label={label}>
      <dl className="stat-strip" style={{ '--stats': stats.length } as React.CSSProperties}>
        {stats.map((stat) => (
          <div className="stat" key={stat.label}>
            <dt>{stat.label}</dt>
            <dd className="stat-number">{stat.value}</dd>
            <dd className={`stat-line ${stat.hot ? 'hot' : ''}`}>{stat.line}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
