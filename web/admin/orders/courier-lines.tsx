export interface LineGroup<Outcome extends string> {
  outcome: Outcome;
  /** Its heading before the file is applied, and after. */
  title: string;
  done: string;
  tone: string;
}

interface CourierLine<Outcome extends string> {
  line: number;
  orderNumber: string;
  courierTracking: string;
  outcome: Outcome;
  message: string;
}

/** The lines of a courier's file, grouped by what they do. */
export function CourierLines<Outcome extends string>({
  groups,
  lines,
  dryRun,
}: {
  groups: readonly LineGroup<Outcome>[];
  lines: readonly CourierLine<Outcome>[];
  dryRun: boolean;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section className="max-h-[45vh] overflow-y-auto" aria-label={dryRun ? 'What will happen' : 'Result'} tabIndex={0}>
      {groups.map(({ outcome, title, done, tone }) => {
        const own = lines.filter((line) => line.outcome === outcome);
        if (own.length === 0) return null;
        return (
          <section key={outcome} className="mb-3">
            <h3 className={`mb-1 ${tone}`}>
              {dryRun ? title : done} <span className="num">{own.length}</span>
            </h3>
            <ul className="grid gap-1">
              {own.map((line) => (
                <li key={line.line} className="flex flex-wrap gap-x-3">
                  <span className="num text-ink-soft">Line {line.line}</span>
                  <b className="mono">{line.orderNumber || '–'}</b>
                  <span className="mono wrap-anywhere">{line.courierTracking}</span>
                  <span className="text-ink-soft">{line.message}</span>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </section>
  );
}
