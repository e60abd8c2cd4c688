import './search-panel.css';
import type { KeyboardEvent as ReactKeyboardEvent } from 'react';
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import m from '#messages/search';
import { sizeLabel } from '#shop/catalogue/packs.ts';
import { formatRupees } from '#shop/money/money.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { ArrowRight, X } from '#web/ui/icons.ts';
import { Clock } from '#web/ui/page-icons.ts';
import { ProductImage } from '#web/ui/product-image.tsx';
import { productPage } from '../product-page.ts';
import { WaysOn } from '../ways-on.tsx';
import type { ListTitles } from './coming.tsx';
import { forgetSearch, forgetSearches, remember, useRecentSearches } from './recent-searches.ts';
import { useSuggestions } from './suggestions.ts';

export type SearchPanelProps = {
  /**
   * The input of the search box: the panel listens to its keys and sets its combobox attributes.
   */
  input: HTMLInputElement;
  words: string;
  open: boolean;
  setOpen: (open: boolean) => void;
  lists: ListTitles;
};

const resultsOf = (words: string) => `/all-products?q=${encodeURIComponent(words.trim())}`;
/** The option below the products. */
const SEE_ALL = 'see all';
/**
 * Pressing an option must not move focus away from the input: its blur would close the list first.
 */
const keepFocus = (event: { preventDefault: () => void }) => event.preventDefault();

/**
 * The panel below the search box: products while typing, links when there are none, recent searches
 * while it is empty. Products are a listbox: arrows move, Enter opens the active option, and focus
 * stays in the input. The other two contain links and buttons, reached by Tab and the arrows.
 * Escape closes each of them.
 */
export function SearchPanel({ input, words, open, setOpen, lists }: SearchPanelProps) {
  const query = words.trim();
  const found = useSuggestions(words);
  const recent = useRecentSearches();
  if (!open) return null;
  if (query === '') return recent.length > 0 ? <Recent input={input} recent={recent} setOpen={setOpen} /> : null;
  if (!found) return null;
  if (found.products.length > 0) return <Products input={input} query={query} setOpen={setOpen} {...found} />;
  // Show 'No products found' only after the response for exactly these words.
  if (found.words !== query) return null;
  const ways = Object.entries(lists).map(([to, label]) => ({ to, label }));
  return (
    <Links input={input} setOpen={setOpen} label={m.search()}>
      <p className="px-2 pt-2 weight-600" role="status">
        {m.noneFound()}
      </p>
      <p className="px-2 pb-1 text-small text-ink-soft">{m.anotherWord()}</p>
      <WaysOn className="px-2 pb-1" lists={ways} />
    </Links>
  );
}

type Part = Pick<SearchPanelProps, 'input' | 'setOpen'>;

type ProductsProps = Part & { query: string } & NonNullable<ReturnType<typeof useSuggestions>>;

function Products({ input, query, words, products, exact, setOpen }: ProductsProps) {
  const id = useId();
  const navigate = useNavigate();
  // By product id: results of the same words that arrive between ↓ and Enter must not lose the mark
  // or move it.
  const [mark, setMark] = useState({ query, option: '' });
  const options = [...products.map((product) => product.id), SEE_ALL];
  const last = products.length;
  const marked = mark.query === query ? options.indexOf(mark.option) : -1;
  const setMarked = (index: number) => setMark({ query, option: options[index] ?? '' });

  useEffect(() => {
    const attributes = { 'aria-expanded': 'true', 'aria-controls': id, 'aria-activedescendant': `${id}-${marked}` };
    for (const [name, value] of Object.entries(attributes)) input.setAttribute(name, value);
    if (marked < 0) input.removeAttribute('aria-activedescendant');
    return () => {
      input.setAttribute('aria-expanded', 'false');
      for (const name of ['aria-controls', 'aria-activedescendant']) input.removeAttribute(name);
    };
  }, [input, id, marked]);

  useEffect(() => {
    // The marked option has no focus, with which a browser would show it.
    document.getElementById(`${id}-${marked}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, marked]);

  const go = (index: number) => {
    const product = products[index];
    remember(product ? product.name : query);
    setOpen(false);
    input.blur();
    navigate(product ? productPage(product.id, product.asked) : resultsOf(query));
  };
  useKeys(input, (event) => {
    if (event.key === 'Escape') {
      setOpen(false);
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      // Positions: products 0…last-1, then "See all results" at `last`, then the input itself at
      // -1.
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setMarked(((marked + step + 1 + (last + 2)) % (last + 2)) - 1);
    } else if (event.key === 'Enter' && marked >= 0) {
      go(marked);
    } else {
      return;
    }
    event.preventDefault();
  });
  const option = (index: number) => ({
    id: `${id}-${index}`,
    role: 'option',
    'aria-selected': marked === index,
    onPointerMove: () => setMarked(index),
    onClick: () => go(index),
  });

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps the focus in the input
    <div className="search-panel" onMouseDown={keepFocus}>
      {!exact && (
        <p className="p-2 text-small text-ink-soft" role="status">
          {m.closest({ words })}
        </p>
      )}
      <div id={id} role="listbox" aria-label={m.suggestions()}>
        {products.map((product, index) => (
          <div key={product.id} className="mini" {...option(index)}>
            <ProductImage src={product.image} alt="" cloth={product.categorySlug} sizes="3.5rem" />
            <span>
              <b className="block weight-600 [line-height:1.25]">{product.name}</b>
              <span className="text-small text-ink-soft">{sizeLabel(product.weight)}</span>
            </span>
            <span className="num weight-600">{formatRupees(product.price)}</span>
          </div>
        ))}
        <div className="flex items-center gap-[0.6rem] min-h-11 weight-600 text-neel-700" {...option(last)}>
          <Icon of={ArrowRight} /> {m.seeAll({ query })}
        </div>
      </div>
    </div>
  );
}

/** The last searches, each with a remove button. */
function Recent({ input, recent, setOpen }: Part & { recent: string[] }) {
  return (
    <Links input={input} setOpen={setOpen} label={m.recent()}>
      <div className="flex items-center justify-between gap-2 pl-2">
        <p className="weight-600 text-small">{m.recent()}</p>
        <button
          type="button"
          className="link link-tap px-2 text-small"
          onClick={() => {
            input.focus();
            forgetSearches();
          }}
        >
          {m.clearAll()}
        </button>
      </div>
      <ul>
        {recent.map((words) => (
          <li key={words} className="flex items-center">
            <Link className="search-recent" to={resultsOf(words)} onClick={() => remember(words)}>
              <Icon of={Clock} /> <span>{words}</span>
            </Link>
            <IconButton
              aria-label={m.removeRecent({ words })}
              onClick={() => {
                // The button is removed with its row; focus must stay in the box, or the panel
                // closes.
                input.focus();
                forgetSearch(words);
              }}
            >
              <Icon of={X} />
            </IconButton>
          </li>
        ))}
      </ul>
    </Links>
  );
}

/**
 * A panel of links and buttons: ↓ moves from the input into it, ↑ and ↓ move inside, Escape returns
 * to the input.
 */
function Links({ input, setOpen, label, children }: Part & { label: string; children: React.ReactNode }) {
  const panel = useRef<HTMLElement>(null);
  const links = () => [...(panel.current?.querySelectorAll('a') ?? [])];
  useKeys(input, (event) => {
    if (event.key === 'Escape') setOpen(false);
    else if (event.key === 'ArrowDown') links()[0]?.focus();
    else return;
    event.preventDefault();
  });
  const onKeyDown = (event: ReactKeyboardEvent) => {
    const all = links();
    const at = all.indexOf(document.activeElement as HTMLAnchorElement);
    if (event.key === 'Escape') {
      input.focus();
      setOpen(false);
    } else if (event.key === 'ArrowDown') {
      all[Math.min(at + 1, all.length - 1)]?.focus();
    } else if (event.key === 'ArrowUp') {
      (all[at - 1] ?? input).focus();
    } else {
      return;
    }
    event.preventDefault();
  };
  return (
    <section ref={panel} aria-label={label} className="search-panel" onKeyDown={onKeyDown}>
      {children}
    </section>
  );
}

/**
 * Handles keys pressed in the input, except during composition in an input method (Hindi
 * keyboards).
 */
function useKeys(input: HTMLInputElement, press: (event: KeyboardEvent) => void): void {
  const onPress = useEffectEvent(press);
  // Keys work as soon as the panel can be seen.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!event.isComposing) onPress(event);
    };
    input.addEventListener('keydown', onKeyDown);
    return () => input.removeEventListener('keydown', onKeyDown);
  }, [input]);
}
