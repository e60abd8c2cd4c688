import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';

export interface ChartPoint {
  /** Under the bar: '20 Nov', '4 pm'. */
  label: string;
  /** In full, for the tip and the table: '20 Nov 2026'. */
  title: string;
  value: number;
}

interface StepChartProps {
  /** What is measured: 'Revenue'. */
  name: string;
  points: ChartPoint[];
  /** How a value is written: '₹1,299'. */
  format: (value: number) => string;
  /** How it is written on the axis, where there is little room. */
  short: (value: number) => string;
  /** The heading of the table's first column. */
  step: 'Day' | 'Hour';
}

/**
 * A bar for each day or hour, with the same figures as a table for whoever does not see it or wants to copy them. The drawing is hidden from
 * screen readers.
 */
export function StepChart({ name, points, format, short, step }: StepChartProps) {
  return (
    <>
      <div className="chart" aria-hidden="true">
        <ResponsiveContainer width="100%" height={230}>
          <BarChart data={points} margin={{ top: 8, right: 0, bottom: 0, left: 0 }} accessibilityLayer={false}>
            <CartesianGrid vertical={false} stroke="var(--color-admin-line)" />
            <XAxis
              dataKey="label"
              tickLine={false}
              axisLine={false}
              minTickGap={8}
              tick={{ fontSize: 12, fill: 'var(--color-ink-faint)' }}
            />
            <YAxis
              width={52}
              tickLine={false}
              axisLine={false}
              tickFormatter={short}
              allowDecimals={false}
              tick={{ fontSize: 12, fill: 'var(--color-ink-faint)' }}
            />
            <Tooltip
              cursor={{ fill: 'var(--color-admin-hover)' }}
              formatter={(value) => [format(Number(value)), name]}
              labelFormatter={(label, shown) => String(shown[0]?.payload?.title ?? label)}
            />
            <Bar
              dataKey="value"
              fill="var(--color-chart-1)"
              maxBarSize={36}
              radius={[4, 4, 0, 0]}
              isAnimationActive={false}
            />
          </BarChart>
        </ResponsiveContainer>
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
