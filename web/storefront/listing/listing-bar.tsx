import m from '#messages/listing';
import '#web/ui/chip.css';
import './listing-bar.css';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { countryName } from '#shop/catalogue/countries.ts';
import { sizeLabel } from '#shop/catalogue/packs.ts';
import { formatRupees } from '#shop/money/money.ts';
import { own } from '#shop/text/own.ts';
import { useHydrated } from '#web/lib/device.ts';
import { Button } from '#web/ui/button.tsx';
import { Select } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { X } from '#web/ui/icons.ts';
import type { CategoryName } from './category-row.tsx';
import { tagLabel } from './filter-form.tsx';
import type { ListingQuery, Sort } from './listing-query.ts';
import { SORTS, writeQuery } from './listing-query.ts';

/**
 * The active filters, each with a remove button, and the sort order. `children` is the phone's
 * filter button.
 */
export function ListingBar({
  query,
  categories,
  children,
}: {
  query: ListingQuery;
  categories: CategoryName[];
  children: ReactNode;
}) {
  const navigate = useNavigate();
  const hydrated = useHydrated();
  const chips = chipsOf(query, categories);
  const sort = (value: Sort) =>
    navigate(`/all-products${writeQuery({ ...query, sort: value, page: 1 })}`, { preventScrollReset: true });
  return (
    <div className="bar">
      {children}
      {chips.length > 0 && (
        <ul className="chips" aria-label={m.activeFilters()}>
          {chips.map(({ label, without }) => (
            <li key={label}>
              <Link
                className="chip"
                to={`/all-products${writeQuery({ ...query, ...without, page: 1 })}`}
                aria-label={m.removeFilter({ label })}
                preventScrollReset
              >
                {label} <Icon of={X} />
              </Link>
            </li>
          ))}
        </ul>
      )}
      <div className="bar-sort flex gap-2">
        {/* Part of the filter form, so that it is submitted without JavaScript too. */}
        <Select
          className="w-full"
          label={m.sortBy()}
          name="sort"
          form={hydrated ? undefined : 'filter-form'}
          value={query.sort}
          onChange={(event) => sort(event.target.value as Sort)}
        >
          {SORTS.map(({ value, label }) => (
            <option key={value} value={value}>
              {/* A search without a sort order lists the best matches first. */}
              {query.q && value === 'popularity' ? m.bestMatch() : label()}
            </option>
          ))}
        </Select>
        <noscript>
          <Button type="submit" form="filter-form" variant="line">
            {m.sort()}
          </Button>
        </noscript>
      </div>
    </div>
  );
}

type Chip = { label: string; without: Partial<ListingQuery> };

const SECTIONS: Record<string, () => string> = {
  bestSellers: m.bestSellers,
  valueCombos: m.valueCombos,
  youMayAlsoLike: m.youMayAlsoLike,
};

function chipsOf(query: ListingQuery, categories: CategoryName[]): Chip[] {
  const { q, category, section, tags, countries, sizes, noAddedSugar, minPrice, maxPrice, inStock, rating } = query;
  const chips: (Chip | false)[] = [
    q !== '' && { label: `“${q}”`, without: { q: '' } },
    // A category in the row is highlighted there; one that no longer exists must still be
    // removable.
    category !== '' &&
      !categories.some(({ slug }) => slug === category) && { label: category, without: { category: '' } },
    section !== '' && { label: own(SECTIONS, section)?.() ?? section, without: { section: '' } },
    inStock && { label: m.inStock(), without: { inStock: false } },
    (minPrice !== null || maxPrice !== null) && {
      label: priceLabel(minPrice, maxPrice),
      without: { minPrice: null, maxPrice: null },
    },
    ...sizes.map((size) => ({
      label: sizeLabel(size),
      without: { sizes: sizes.filter((other) => other !== size) },
    })),
    noAddedSugar && { label: m.onlyNoAddedSugar(), without: { noAddedSugar: false } },
    ...tags.map((tag) => ({ label: tagLabel(tag), without: { tags: tags.filter((other) => other !== tag) } })),
    ...countries.map((country) => ({
      label: countryName(country),
      without: { countries: countries.filter((other) => other !== country) },
    })),
    rating > 0 && { label: m.starsAndUp({ rating }), without: { rating: 0 } },
  ];
  return chips.filter((chip) => chip !== false);
}

function priceLabel(min: number | null, max: number | null): string {
  if (min === null) return m.upTo({ price: formatRupees(max ?? 0) });
  return max === null ? m.from({ price: formatRupees(min) }) : `${formatRupees(min)} – ${formatRupees(max)}`;
}
