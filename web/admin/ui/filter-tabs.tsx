import { useEffect, useRef } from 'react';
import { Icon } from '#web/ui/icon.tsx';
import { X } from '#web/ui/icons.ts';

export interface FilterTab<Value extends string> {
  value: Value;
  label: string;
  /** `null` while it is not known: room is kept, so that no option moves when it comes. */
  count?: number | null;
}

/**
 * A few options with counts, one of them selected, in a strip that scrolls sideways when it is too
 * long.
 */
export function FilterTabs<Value extends string>({
  tabs,
  value,
  onChange,
  label,
}: {
  tabs: FilterTab<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  label: string;
}) {
  const strip = useRef<HTMLDivElement>(null);
  // A link may select an option that is out of view on a phone. Only the strip scrolls, not the
  // page, and not when a count comes: a press that has begun would end beside its option.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `value` is the signal to look again
  useEffect(() => {
    const [box, tab] = [strip.current, strip.current?.querySelector('[aria-pressed="true"]')];
    if (!box || !tab) return;
    const [outer, inner] = [box.getBoundingClientRect(), tab.getBoundingClientRect()];
    if (inner.right > outer.right) box.scrollLeft += inner.right - outer.right;
    else if (inner.left < outer.left) box.scrollLeft -= outer.left - inner.left;
  }, [value]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot scroll sideways in every browser
    <div ref={strip} className="filter-tabs" role="group" aria-label={label}>
      {tabs.map((tab, index) => (
        <button key={tab.value} type="button" aria-pressed={tab.value === value} onClick={() => onChange(tab.value)}>
          <span>{tab.label}</span>
          {/* For three digits; for four in the first, which often counts all. */}
          {tab.count !== undefined && (
            <span className={`inline-block text-left ${index === 0 ? 'min-w-[4ch]' : 'min-w-[3ch]'}`}>{tab.count}</span>
          )}
        </button>
      ))}
    </div>
  );
}

/** An active filter that was set elsewhere (a figure, a link). Pressing it removes it. */
export function FilterChip({ children, onRemove }: { children: string; onRemove: () => void }) {
  return (
    <button
      type="button"
      className="inline-flex items-center gap-[0.35rem] min-h-11 py-0 pr-[0.6rem] pl-3 hairline-ink-soft rounded-full bg-white weight-600 whitespace-nowrap hover:bg-admin-hover mouse:min-h-8"
      aria-label={`${children}: remove this filter`}
      onClick={onRemove}
    >
      {children} <Icon of={X} />
    </button>
  );
}
