import { Link } from 'react-router';

export interface Share {
  label: string;
  count: number;
  /** A second figure after the count. */
  note?: string;
  color: string;
  /** The list of what is counted. */
  to?: string | undefined;
}

/** Parts of a whole as a bar, with the same data as text below it. */
export function Shares({ parts }: { parts: Share[] }) {
  const whole = parts.reduce((sum, part) => sum + part.count, 0);
  return (
    <>
      {whole > 0 && (
        <div className="flex gap-[2px] h-5 mb-[0.9rem] overflow-hidden rounded-[6px]" aria-hidden="true">
          {parts
            .filter((part) => part.count > 0)
            .map((part) => (
              <span key={part.label} style={{ flexGrow: part.count, background: part.color }} />
            ))}
        </div>
      )}
      <ul className="share-list">
        {parts.map((part) => (
          <li key={part.label}>
            <i style={{ background: part.color }} aria-hidden="true" />
            <span>
              {part.to ? (
                <Link className="admin-link" to={part.to}>
                  {part.label}
                </Link>
              ) : (
                part.label
              )}
            </span>
            <b>{part.count}</b>
            {part.note && <small>{part.note}</small>}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Names with one bar each, longest first. */
export function Ranks({ rows }: { rows: { key: string; name: string; value: number; text: string }[] }) {
  const most = Math.max(1, ...rows.map((row) => row.value));
  return (
    <ol className="ranks">
      {rows.map((row) => (
        <li key={row.key}>
          <span>{row.name}</span>
          <span className="rank-bar" aria-hidden="true">
            <i style={{ width: `${(row.value / most) * 100}%` }} />
          </span>
          <b>{row.text}</b>
        </li>
      ))}
    </ol>
  );
}
