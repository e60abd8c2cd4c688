import { ArrowRight, Search } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useEffect, useId, useRef, useState } from 'react';
import { Form, useLocation, useNavigate } from 'react-router';
import { formatRupees } from '#shop/money.ts';
import { Icon } from '#web/ui/icon.tsx';
import { ProductImage } from '#web/ui/product-image.tsx';
import { useSuggestions } from './suggestions.ts';

/**
 * Search with suggestions while typing (D10). A plain GET form to `/all-products?q=…` until JavaScript wakes up; then a
 * combobox: arrows move, Enter opens the marked product or all results, Escape closes. Focus never leaves the input.
 */
export function SearchBox({ placeholder }: { placeholder: string }) {
  const id = useId();
  const navigate = useNavigate();
  const location = useLocation();
  const input = useRef<HTMLInputElement>(null);
  const [words, setWords] = useState('');
  const [open, setOpen] = useState(false);
  const [marked, setMarked] = useState(-1);
  const found = useSuggestions(words);
  const shown = open && words.trim() !== '' && found !== null;
  const everything = `/all-products?q=${encodeURIComponent(words.trim())}`;

  // Another page: the box shows what that page was asked for, and nothing else.
  const asked = location.pathname === '/all-products' ? (new URLSearchParams(location.search).get('q') ?? '') : '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation counts, also one to the same words
  useEffect(() => {
    if (input.current && input.current !== document.activeElement) input.current.value = asked;
    setOpen(false);
    setMarked(-1);
  }, [asked, location.key]);

  const go = (to: string) => {
    setOpen(false);
    input.current?.blur();
    navigate(to);
  };
  const last = found?.length ?? 0;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && shown) {
      setOpen(false);
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      setOpen(true);
      // Places: the products 0…last-1, then "See all results" at `last`, then the input itself at -1.
      const step = event.key === 'ArrowDown' ? 1 : -1;
      if (shown) setMarked((now) => ((now + step + 1 + (last + 2)) % (last + 2)) - 1);
    } else if (event.key === 'Enter' && shown && found[marked]) {
      go(`/product/${found[marked].id}`);
    } else {
      return;
    }
    event.preventDefault();
  };

  return (
    <Form
      className="search"
      role="search"
      action="/all-products"
      method="get"
      onSubmit={() => {
        setOpen(false);
        input.current?.blur();
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <div className="search-box">
        <Icon of={Search} />
        <input
          ref={input}
          type="search"
          name="q"
          role="combobox"
          aria-label="Search products"
          aria-autocomplete="list"
          aria-expanded={shown}
          aria-controls={shown ? id : undefined}
          aria-activedescendant={shown && marked >= 0 ? `${id}-${marked}` : undefined}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={100}
          placeholder={placeholder}
          defaultValue={asked}
          onChange={(event) => {
            setWords(event.target.value);
            setMarked(-1);
            setOpen(true);
          }}
          onFocus={() => setOpen(true)}
          onKeyDown={onKeyDown}
        />
        {shown && (
          // Pressing an option must not take focus from the input: its blur would close the list first.
          <div id={id} role="listbox" aria-label="Suggestions" className="search-panel" onMouseDown={keepFocus}>
            {found.map((product, index) => (
              // biome-ignore lint/a11y/useFocusableInteractive: as above
              // biome-ignore lint/a11y/useKeyWithClickEvents: keys are the combobox's
              <div
                key={product.id}
                id={`${id}-${index}`}
                role="option"
                aria-selected={marked === index}
                className="mini"
                onPointerMove={() => setMarked(index)}
                onClick={() => go(`/product/${product.id}`)}
              >
                <ProductImage src={product.image} alt="" cloth={product.categorySlug} />
                <span>
                  <b className="block font-semibold leading-tight">{product.name}</b>
                  <span className="text-small text-ink-soft">{product.weight}</span>
                </span>
                <span className="num font-semibold">{formatRupees(product.price)}</span>
              </div>
            ))}
            {/* biome-ignore lint/a11y/useFocusableInteractive: as above */}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: keys are the combobox's */}
            <div
              id={`${id}-${last}`}
              role="option"
              aria-selected={marked === last}
              className="search-all"
              onPointerMove={() => setMarked(last)}
              onClick={() => go(everything)}
            >
              <Icon of={ArrowRight} /> See all results for “{words.trim()}”
            </div>
          </div>
        )}
      </div>
    </Form>
  );
}

const keepFocus = (event: { preventDefault: () => void }) => event.preventDefault();
