import './accordion.css';
import type { ReactNode } from 'react';
import { useId } from 'react';
import { Icon } from './icon.tsx';
import { Plus } from './icons.ts';

/**
 * Questions that open one at a time (R1.1). Native <details> with a shared name: they work before
 * hydration, and the browser's find-in-page searches them.
 */
export function Accordion({ items }: { items: { id: string; title: string; body: ReactNode }[] }) {
  const name = useId();
  return (
    <ul className="acc">
      {items.map(({ id, title, body }) => (
        <li key={id}>
          <details name={name}>
            <summary>
              <h3>{title}</h3>
              <Icon of={Plus} />
            </summary>
            <div className="acc-body">{body}</div>
          </details>
        </li>
      ))}
    </ul>
  );
}
