import { useEffect, useRef, useState } from 'react';
import { Icon } from '#web/ui/icon.tsx';
import { Search } from '#web/ui/icons.ts';

/** Typing is sent on when it pauses. */
const PAUSE_MS = 300;

interface SearchBoxProps {
  /** The spoken name: 'Find an order'. */
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
}

/** The search above a list of the admin. */
export function SearchBox({ label, placeholder, value, onChange }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sent = useRef(value);
  // The address may have changed during the pause (a drawer was opened): what is sent must build on the address of now.
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => () => clearTimeout(timer.current), []);
  // The address may change under the box: back, or a link.
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
          timer.current = setTimeout(() => {
            sent.current = next;
            latest.current(next);
          }, PAUSE_MS);
        }}
      />
    </search>
  );
}
