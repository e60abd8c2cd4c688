import { useMedia } from '#web/ui/use-media.ts';

interface ChartPoint {
  /** Below the bar: '20 Nov', '4 pm'. */
  label: string;
  /** The full label for the tooltip and the table: '20 Nov 2026'. */
  title: string;
  value: number;
  /** Today, or this hour. */
  now: boolean;
}

interface StepChartProps {
  /** The name of the measure: 'Revenue'. */
  name: string;
  points: ChartPoint[];
  /** Formats a value: '₹1,299'. */
  format: (value: number) => string;
  /** Formats a value for the axis, where space is limited. */
  short: (value: number) => string;
  /** The heading of the table's first column. */
  step: 'Day' | 'Hour';
}

const INTERVALS = 4;

/**
 * The distance between two grid lines: a round integer such that `INTERVALS` of them reach
 * `highest`.
 */
export function gridStep(highest: number): number {
  const least = Math.max(1, highest / INTERVALS);
  const power = 10 ** Math.floor(Math.log10(least));
  return Math.ceil(
    [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].map((each) => each * power).find((each) => each >= least) ?? least,
  );
}

/** One bar per day or hour, hidden from screen readers, and the same figures as a table. */
export function StepChart({ name, points, format, short, step }: StepChartProps) {
  const wide = useMedia('(min-width: 40rem)');
  const grid = gridStep(Math.max(0, ...points.map(({ value }) => value)));
  const every = Math.ceil(points.length / (wide ? 12 : 6));
  // Today always has its label.
  const first =
    Math.max(
      0,
      points.findIndex(({ now }) => now),
    ) % every;
  return (
    <>
      <div
        className="mt-3 grid h-[230px] grid-cols-[52px_1fr] pt-[8px] pb-[30px] text-[12px] text-ink-faint"
        aria-hidden="true"
      >
        <ol className="mr-[8px] -my-[0.75em] flex flex-col justify-between text-right leading-[1.5]">
          {Array.from({ length: INTERVALS + 1 }, (_, at) => (INTERVALS - at) * grid).map((value) => (
            <li key={value}>{short(value)}</li>
          ))}
        </ol>
        <div className="hairline-b-admin-line flex bg-[linear-gradient(var(--color-admin-line)_1px,transparent_1px)] bg-size-[100%_25%]">
          {points.map(({ label, title, value, now }, at) => (
            <div
              key={title}
              className="chart-column relative flex flex-1 items-end justify-center hover:bg-admin-hover"
            >
              <div
                className={`w-4/5 max-w-[36px] rounded-t-[4px] ${now ? 'bg-neel-700' : 'bg-chart-1'}`}
                style={{ height: `${(100 * value) / (INTERVALS * grid)}%` }}
              />
              {at % every === first && (
                <span className={`absolute top-[calc(100%+8px)] whitespace-nowrap ${now ? 'weight-600 text-ink' : ''}`}>
                  {label}
                </span>
              )}
              <p className="chart-tip">
                {title}
                <br />
                {name}: {format(value)}
              </p>
            </div>
          ))}
        </div>
      </div>
      <details className="chart-table">
        <summary>{name} as a table</summary>
        <table>
          <caption className="sr-only">
            {name} by {step.toLowerCase()}
          </caption>
          <thead>
            <tr>
              <th scope="col">{step}</th>
              <th scope="col">{name}</th>
            </tr>
          </thead>
          <tbody>
            {points.map((point) => (
              <tr key={point.title}>
                <th scope="row">{point.title}</th>
                <td>{format(point.value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}
