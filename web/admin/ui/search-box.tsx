import { useEffect, useRef, useState } from 'react';
import { Icon } from '#web/ui/icon.tsx';
import { Search } from '#web/ui/icons.ts';

/** Debounce of the search, in ms. */
const PAUSE_MS = 300;

interface SearchBoxProps {
  /** The accessible name: 'Find an order'. */
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
}

/** The section in the address. Without one, /admin opens the orders. */
const currentSection = () => new URLSearchParams(window.location.search).get('section') ?? 'orders';

/** The search box above a list. */
export function SearchBox({ label, placeholder, value, onChange }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sent = useRef(value);
  // The URL may change during the debounce (a drawer was opened), so the callback must use the
  // current one.
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => () => clearTimeout(timer.current), []);
  // The URL may change from outside: by Back or a link.
  useEffect(() => {
    if (value !== sent.current) {
      sent.current = value;
      setText(value);
    }
  }, [value]);
  return (
    <search className="admin-find">
      <Icon of={Search} />
      <input
        type="search"
        className="input input-admin"
        aria-label={label}
        placeholder={placeholder}
        maxLength={100}
        value={text}
        onChange={(event) => {
          const next = event.target.value;
          setText(next);
          clearTimeout(timer.current);
          const typedIn = currentSection();
          timer.current = setTimeout(() => {
            // A link may have been followed meanwhile; this list stays until the other section has
            // loaded.
            if (currentSection() !== typedIn) return;
            sent.current = next;
            latest.current(next);
          }, PAUSE_MS);
        }}
      />
    </search>
  );
}
