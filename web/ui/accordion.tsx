import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useId, useState } from 'react';
import { Icon } from './icon.tsx';

/** Questions that open one at a time (spec 1 §1). `open` is the id of the one that stands open at first. */
export function Accordion({
  items,
  open: first = null,
}: {
  items: { id: string; title: string; body: ReactNode }[];
  open?: string | null;
}) {
  const [open, setOpen] = useState(first);
  const prefix = useId();
  return (
    <ul className="acc">
      {items.map(({ id, title, body }) => (
        <li key={id}>
          <h3>
            <button
              type="button"
              id={`${prefix}${id}-question`}
              aria-expanded={open === id}
              aria-controls={`${prefix}${id}`}
              onClick={() => setOpen(open === id ? null : id)}
            >
              {title}
              <Icon of={Plus} />
            </button>
          </h3>
          <div className="acc-body" id={`${prefix}${id}`} hidden={open !== id}>
            {body}
          </div>
        </li>
      ))}
    </ul>
  );
}
