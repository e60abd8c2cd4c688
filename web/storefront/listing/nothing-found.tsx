import m from '#messages/listing';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { WaysOn } from '../ways-on.tsx';
import type { CategoryName } from './category-row.tsx';
import { filterCount } from './filter-sheet.tsx';
import type { ListingQuery } from './listing-query.ts';
import { writeQuery } from './listing-query.ts';

/**
 * An empty list: the message and one action. The action clears the filters; without filters, the
 * search words or the category. A shop without products offers no action.
 */
export function NothingFound({ query, categories }: { query: ListingQuery; categories: CategoryName[] }) {
  const filtered = filterCount(query) > 0;
  const { q, category, section } = query;
  const narrowed = filtered || q !== '' || category !== '' || section !== '';
  return (
    <>
      <EmptyState title={m.noneFound()} text={narrowed ? m.tryFewer() : undefined} drawing="party-snacks">
        {narrowed ? (
          <ButtonLink variant="line" to={`/all-products${filtered ? writeQuery({ q, category }) : ''}`}>
            {filtered ? m.clearFilters() : m.allProducts()}
          </ButtonLink>
        ) : (
          <ButtonLink variant="line" to="/">
            {m.home()}
          </ButtonLink>
        )}
      </EmptyState>
      <WaysOn
        className="mx-auto mt-8 max-w-read text-center"
        lists={categories.map(({ slug, name, landing }) => ({
          label: name,
          to: landing ?? `/all-products?category=${slug}`,
        }))}
      />
    </>
  );
}
