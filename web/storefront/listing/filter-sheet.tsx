import { useState } from 'react';
import m from '#messages/listing';
import type { Facets } from '#shop/catalogue/listing.ts';
import { useHydrated } from '#web/lib/device.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { SlidersHorizontal } from '#web/ui/page-icons.ts';
import { FilterForm } from './filter-form.tsx';
import type { ListingQuery } from './listing-query.ts';

/** The number of active filters; search, category and section are not counted. */
export function filterCount(query: ListingQuery): number {
  const { tags, countries, sizes, noAddedSugar, minPrice, maxPrice, inStock, rating } = query;
  return (
    tags.length +
    countries.length +
    sizes.length +
    Number(noAddedSugar) +
    Number(minPrice !== null || maxPrice !== null) +
    Number(inStock) +
    Number(rating > 0)
  );
}

/**
 * Opens the filters on a phone: a bottom sheet. Before hydration the button links to the form in
 * the page, which the stylesheet expands when it is the target.
 *
 * @param props.total null while the products of `query` are being loaded
 */
export function FilterSheet({ query, facets, total }: { query: ListingQuery; facets: Facets; total: number | null }) {
  const hydrated = useHydrated();
  const [open, setOpen] = useState(false);
  // What was typed for this query is not applied to it yet.
  const [typed, setTyped] = useState<ListingQuery | null>(null);
  const count = filterCount(query);
  const show = () => {
    setTyped(null);
    setOpen(true);
  };
  const words = (
    <>
      <Icon of={SlidersHorizontal} /> {count > 0 ? m.filtersOn({ count }) : m.filters()}
    </>
  );
  return (
    <>
      {hydrated ? (
        <Button variant="quiet" className="lg:hidden" aria-haspopup="dialog" onClick={show}>
          {words}
        </Button>
      ) : (
        <a href="#filters" className="btn btn-quiet lg:hidden">
          {words}
        </a>
      )}
      <Dialog open={open} onClose={() => setOpen(false)} title={m.filters()}>
        <div className="filters" onInput={() => setTyped(query)}>
          <FilterForm id="filter-sheet" query={query} facets={facets} />
        </div>
        <div className="sticky bottom-0 -mb-5 bg-card py-4">
          <Button block size="lg" onClick={() => setOpen(false)}>
            {total === null || typed === query ? m.showProducts() : m.show({ count: total })}
          </Button>
        </div>
      </Dialog>
    </>
  );
}
