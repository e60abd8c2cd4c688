import type { ComponentType } from 'react';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import m from '#messages/frame';
import { Icon } from '#web/ui/icon.tsx';
import { Search } from '#web/ui/icons.ts';
import { SearchForm } from '#web/ui/search-form.tsx';
import type { ListTitles } from './coming.tsx';
import type { SearchPanelProps } from './search-panel.tsx';

/**
 * Search (D10): a plain GET form to `/all-products?q=…`. The panel below it (suggestions while
 * typing, recent searches) loads on first focus and turns the input into a combobox; without the
 * panel, or without JavaScript, the form still works.
 */
export function SearchBox({ placeholder, lists }: { placeholder: string; lists: ListTitles }) {
  const location = useLocation();
  const input = useRef<HTMLInputElement>(null);
  const [words, setWords] = useState('');
  const [open, setOpen] = useState(false);
  const [Panel, setPanel] = useState<ComponentType<SearchPanelProps> | null>(null);

  // After navigation the box contains the query of the current page.
  const query = location.pathname === '/all-products' ? (new URLSearchParams(location.search).get('q') ?? '') : '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on every navigation, also one to the same words
  useEffect(() => {
    if (input.current && input.current !== document.activeElement) input.current.value = query;
    setOpen(false);
  }, [query, location.key]);

  const begin = () => {
    setOpen(true);
    setWords(input.current?.value ?? '');
    if (Panel) return;
    // If the panel cannot be loaded, Enter still opens the results.
    import('./search-panel.tsx').then(
      ({ SearchPanel }) => setPanel(() => SearchPanel),
      () => {},
    );
  };

  return (
    <SearchForm
      className="search"
      role="search"
      action="/all-products"
      onSubmit={() => {
        // Without a network the words stay, ready to be sent again.
        if (!navigator.onLine) return;
        setOpen(false);
        input.current?.blur();
        import('./recent-searches.ts').then(
          ({ remember }) => remember(words),
          () => {},
        );
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <div className="search-box">
        <Icon of={Search} />
        {/* The panel sets what the combobox pattern needs beyond this: aria-expanded, aria-controls, aria-activedescendant. */}
        <input
          ref={input}
          type="search"
          name="q"
          role="combobox"
          aria-label={m.searchProducts()}
          aria-autocomplete="list"
          aria-expanded={false}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={100}
          placeholder={placeholder}
          defaultValue={query}
          onFocus={begin}
          onChange={begin}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown' && !open) begin();
          }}
        />
        {Panel && input.current && (
          <Panel input={input.current} words={words} open={open} setOpen={setOpen} lists={lists} />
        )}
      </div>
    </SearchForm>
  );
}
