import { groupIndian } from '#shop/money/money.ts';

interface Bar {
  label: string;
  value: number;
  /** The value in words. */
  text: string;
  /** A second figure after the value; empty without one. */
  note: string;
}

interface BarListProps {
  /** What is shown: 'From product to payment'. */
  name: string;
  /** The headings of the table's columns. */
  head: [label: string, value: string, note: string];
  rows: Bar[];
  /** Shown when every value is zero. */
  empty?: string;
}

/**
 * Horizontal bars from the top to the bottom, each with its figures as text, and the same figures
 * as a table.
 */
export function BarList({ name, head, rows, empty }: BarListProps) {
  const most = Math.max(...rows.map(({ value }) => value));
  if (most === 0 && empty) return <p className="text-ink-soft">{empty}</p>;
  return (
    <>
      <ol className="grid gap-1" aria-label={name}>
        {rows.map(({ label, value, text, note }) => (
          <li
            key={label}
            className="grid grid-cols-[7rem_minmax(0,1fr)_3.5rem] items-center gap-x-3 py-1 md:grid-cols-[8.5rem_minmax(0,1fr)_3.5rem_9.5rem]"
          >
            <span>{label}</span>
            <span className="h-6 rounded-[5px] bg-admin-hover" aria-hidden="true">
              <span
                className="block h-full rounded-[5px] bg-chart-1"
                style={{ width: `${most === 0 ? 0 : (100 * value) / most}%` }}
              />
            </span>
            <b className="num text-right weight-650">{text}</b>
            <small className="col-start-2 col-end-4 text-[0.78125rem] text-ink-soft md:col-start-4">{note}</small>
          </li>
        ))}
      </ol>
      <details className="chart-table">
        <summary>Show as table</summary>
        <FigureTable
          caption={name}
          head={head}
          rows={rows.map(({ label, text, note }) => [label, text, note || '–'])}
        />
      </details>
    </>
  );
}

interface FigureTableProps {
  caption: string;
  head: string[];
  /** The first cell names the row, the others are figures. */
  rows: (string | number)[][];
  /** Columns that a phone has no room for. */
  small?: number[];
  empty?: string;
}

/** A small table of figures, aligned right. */
export function FigureTable({ caption, head, rows, small = [], empty }: FigureTableProps) {
  if (rows.length === 0) return <p className="text-ink-soft">{empty}</p>;
  const hide = (at: number) => (small.includes(at) ? 'max-md:hidden' : '');
  return (
    <table className="w-full border-collapse">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {head.map((title, at) => (
            <th
              key={title}
              scope="col"
              className={`hairline-b-admin-line py-1.5 text-[0.78125rem] weight-550 text-ink-faint ${at === 0 ? 'text-left' : 'pl-3 text-right'} ${hide(at)}`}
            >
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...figures]) => (
          <tr key={name}>
            <th scope="row" className="hairline-b-admin-line py-1.5 text-left weight-600 wrap-anywhere">
              {name}
            </th>
            {figures.map((figure, at) => (
              <td key={head[at + 1]} className={`num hairline-b-admin-line py-1.5 pl-3 text-right ${hide(at + 1)}`}>
                {typeof figure === 'number' ? groupIndian(figure) : figure}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
