/** The boxes of a table whose rows can be ticked: `of` are the ids that a box stands for. */
export interface Ticks {
  ticked: ReadonlySet<string>;
  tick: (ids: string[], on: boolean) => void;
}

/** Ticked when all of `of` are, half-ticked when only some are. Null ticks (no table around it) leave it empty. */
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
