import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { IconButton } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Search, X } from '#web/ui/icons.ts';
import { countOf } from '../lib/count.ts';
import { useSettled } from '../ui/use-settled.ts';
import { type Find, SECTIONS, useFinds } from './use-finds.ts';

/**
 * The search for orders, products, contacts and sections, opened by Ctrl/⌘ K, '/' or its button.
 */
export function Palette({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} label="Search everything">
      <PaletteBox onClose={onClose} />
    </Dialog>
  );
}

function PaletteBox({ onClose }: { onClose: () => void }) {
  const id = useId();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  /** The id of the marked result. Not its place: results that come later may stand before it. */
  const [marked, setMarked] = useState('');
  /** Enter was pressed before the results of the text were there. */
  const [entered, setEntered] = useState(false);
  const { finds, waiting, failed } = useFinds(text);
  const list = useSettled<HTMLDivElement>(finds.map(({ id: one }) => one).join(' '));
  const at = Math.max(
    0,
    finds.findIndex((find) => find.id === marked),
  );
  const chosen = finds[at];

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when `chosen` changes
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen?.id]);

  const go = (find: Find | undefined) => {
    if (!find) return;
    onClose();
    navigate(find.to);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: opens what is there once nothing is awaited
  useEffect(() => {
    if (!entered || waiting) return;
    setEntered(false);
    go(chosen);
  }, [entered, waiting]);
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && finds.length > 0) {
      event.preventDefault();
      setMarked(finds[(at + step + finds.length) % finds.length]?.id ?? '');
    } else if (event.key === 'Enter') {
      event.preventDefault();
      // What is shown meanwhile was found for the text before, unless it is a section or the person
      // went to it.
      if (waiting && chosen?.group !== SECTIONS && chosen?.id !== marked) setEntered(true);
      else go(chosen);
    }
  };

  return (
    <div className="palette">
      <div className="palette-field focus-within:border-neel-700 focus-within:shadow-[0_0_0_3px_var(--color-neel-200)]">
        <Icon of={Search} />
        <input
          type="text"
          className="outline-none"
          role="combobox"
          aria-label="Search orders, products and contacts"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={chosen && `${id}-${chosen.id}`}
          aria-autocomplete="list"
          placeholder="Order, name, UTR or product"
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          value={text}
          onKeyDown={onKey}
          onChange={(event) => {
            setText(event.target.value);
            setMarked('');
            setEntered(false);
          }}
        />
        <IconButton aria-label="Close" onClick={onClose}>
          <Icon of={X} />
        </IconButton>
      </div>
      <div ref={list} id={`${id}-list`} role="listbox" aria-label="Results" className="palette-list">
        {finds.map((find, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the search field handles the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and uses aria-activedescendant
          <div
            key={find.id}
            id={`${id}-${find.id}`}
            role="option"
            aria-selected={find === chosen}
            onClick={() => go(find)}
          >
            {find.group !== finds[index - 1]?.group && <span className="palette-group">{find.group}</span>}
            <b>{find.title}</b>
            {find.text && <small>{find.text}</small>}
          </div>
        ))}
      </div>
      <p className="palette-foot" role="status">
        {failed
          ? 'The search failed. Please check your connection.'
          : waiting
            ? 'Searching…'
            : finds.length === 0
              ? 'Nothing begins with this.'
              : countOf(finds.length, 'result')}
      </p>
    </div>
  );
}
