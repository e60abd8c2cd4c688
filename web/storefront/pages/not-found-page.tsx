import { Link } from 'react-router';
import { Button } from '#web/ui/button.tsx';
import { categoryDrawing } from '#web/ui/category-drawing.ts';
import { TextField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Search } from '#web/ui/icons.ts';
import { SearchForm } from '#web/ui/search-form.tsx';

/** `meta` of an unknown path. */
export const NOT_FOUND_META = [{ title: 'Page not found' }, { name: 'robots', content: 'noindex' }];

const WAYS = [
  { label: 'Home', to: '/' },
  { label: 'All Products', to: '/all-products' },
  { label: 'Combos', to: '/combos' },
  { label: 'Track Order', to: '/track-order' },
  { label: 'Contact', to: '/contact-us' },
];

/** Rendered with status 404 (D9). */
export function NotFoundPage() {
  return (
    <div className="page grid gap-6 py-section">
      <img src={categoryDrawing('nutty-trail-mix')} alt="" width={64} height={64} />
      <div>
        <h1 className="text-display-lg">We could not find this page</h1>
        <p className="lead mt-3">
          The address may be old or mistyped. Search for a product, or try one of these links.
        </p>
      </div>
      <SearchForm
        action="/all-products"
        role="search"
        aria-label="Search products"
        className="flex max-w-128 items-end gap-2"
      >
        <TextField
          label="Search products"
          type="search"
          name="q"
          maxLength={100}
          autoComplete="off"
          enterKeyHint="search"
          className="flex-1"
        />
        <Button type="submit" className="min-h-12">
          <Icon of={Search} /> Search
        </Button>
      </SearchForm>
      <ul className="flex flex-wrap gap-x-6">
        {WAYS.map(({ label, to }) => (
          <li key={to}>
            <Link className="link link-tap" to={to}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
