/**
 * A switch that acts at once. What it switches is said for screen readers; beside it stands whether
 * it is on.
 */
export function Switch({ label, on, onChange }: { label: string; on: boolean; onChange: (on: boolean) => void }) {
  return (
    <label className="switch">
      <input type="checkbox" aria-label={label} checked={on} onChange={(event) => onChange(event.target.checked)} />
      <span className="min-w-6">{on ? 'On' : 'Off'}</span>
    </label>
  );
}
