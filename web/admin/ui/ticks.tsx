/** The checkboxes of a table with selectable rows; `of` are the ids that a checkbox selects. */
export interface Ticks {
  ticked: ReadonlySet<string>;
  tick: (ids: string[], on: boolean) => void;
}

/**
 * Checked when all of `of` are selected, indeterminate when only some are. Unchecked when ticks are
 * null (outside a table).
 */
export function TickBox({ ticks, of, label }: { ticks: Ticks | null; of: string[]; label: string }) {
  const on = of.filter((id) => ticks?.ticked.has(id)).length;
  const all = on > 0 && on === of.length;
  return (
    <label className="tick">
      <input
        type="checkbox"
        className="box"
        checked={all}
        ref={(box) => {
          if (box) box.indeterminate = on > 0 && !all;
        }}
        aria-label={label}
        onChange={(event) => ticks?.tick(of, event.target.checked)}
      />
    </label>
  );
}
