import { Link } from 'react-router';
import m from '#messages/not-found';
import { Button } from '#web/ui/button.tsx';
import { categoryDrawing } from '#web/ui/category-drawing.ts';
import { TextField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Search } from '#web/ui/icons.ts';
import { SearchForm } from '#web/ui/search-form.tsx';

/** `meta` of an unknown path. */
export const notFoundMeta = () => [{ title: m.metaTitle() }, { name: 'robots', content: 'noindex' }];

const WAYS = [
  { label: m.home, to: '/' },
  { label: m.allProducts, to: '/all-products' },
  { label: m.combos, to: '/combos' },
  { label: m.trackOrder, to: '/track-order' },
  { label: m.contact, to: '/contact-us' },
];

/** Rendered with status 404 (D9). */
export function NotFoundPage() {
  return (
    <div className="page grid gap-6 py-section">
      <img src={categoryDrawing('nutty-trail-mix')} alt="" width={64} height={64} />
      <div>
        <h1 className="text-display-lg">{m.title()}</h1>
        <p className="lead mt-3">{m.text()}</p>
      </div>
      <SearchForm
        action="/all-products"
        role="search"
        aria-label={m.searchProducts()}
        className="flex max-w-128 flex-wrap items-end gap-2"
      >
        <TextField
          label={m.searchProducts()}
          type="search"
          name="q"
          maxLength={100}
          autoComplete="off"
          enterKeyHint="search"
          className="grow basis-36"
        />
        <Button type="submit" className="min-h-12">
          <Icon of={Search} /> {m.search()}
        </Button>
      </SearchForm>
      <ul className="flex flex-wrap gap-x-6">
        {WAYS.map(({ label, to }) => (
          <li key={to}>
            <Link className="link link-tap" to={to}>
              {label()}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
