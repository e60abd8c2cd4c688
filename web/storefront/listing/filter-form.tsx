import './filter-form.css';
import type { ChangeEvent, FormEvent, ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import m from '#messages/listing';
import { countryName } from '#shop/catalogue/countries.ts';
import type { Facets } from '#shop/catalogue/listing.ts';
import { sizeLabel } from '#shop/catalogue/packs.ts';
import { own } from '#shop/text/own.ts';
import { useHydrated } from '#web/lib/device.ts';
import { pagePath } from '#web/lib/language.ts';
import { Button } from '#web/ui/button.tsx';
import { Stars } from '#web/ui/stars.tsx';
import type { ListingQuery } from './listing-query.ts';
import { readQuery, writeQuery } from './listing-query.ts';

const RATINGS = [4, 3];

/**
 * The filters: a plain GET form with its own button before hydration; then every change applies at
 * once. The state follows the URL, so Back, chips and shared links always match the boxes.
 */
export function FilterForm({ id, query, facets }: { id: string; query: ListingQuery; facets: Facets }) {
  const navigate = useNavigate();
  const hydrated = useHydrated();
  const apply = (form: HTMLFormElement) => {
    const entries = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
    const search = writeQuery(readQuery(new URLSearchParams(entries)));
    if (search !== writeQuery({ ...query, page: 1 })) navigate(`/all-products${search}`, { preventScrollReset: true });
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    apply(event.currentTarget);
  };
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    if (event.currentTarget.form) apply(event.currentTarget.form);
  };
  const { tags, countries, sizes, noAddedSugar, inStock, prices } = facets;

  return (
    <form id={id} action={pagePath('/all-products')} method="get" onSubmit={submit}>
      {query.q && <input type="hidden" name="q" value={query.q} />}
      {query.category && <input type="hidden" name="category" value={query.category} />}
      {query.section && <input type="hidden" name="section" value={query.section} />}
      {hydrated && query.sort !== 'popularity' && <input type="hidden" name="sort" value={query.sort} />}

      <Group title={m.price()}>
        <div className="price-range">
          <PriceBox name="minPrice" label={m.lowestPrice()} value={query.minPrice} hint={prices?.from} />
          <span aria-hidden="true">–</span>
          <PriceBox name="maxPrice" label={m.highestPrice()} value={query.maxPrice} hint={prices?.to} />
        </div>
      </Group>
      <Group title={m.availability()}>
        <Option name="inStock" value="true" checked={query.inStock} onChange={change} count={inStock}>
          {m.inStock()}
        </Option>
      </Group>
      {sizes.length > 1 && (
        <Group title={m.packSize()}>
          {sizes.map(({ value, count }) => (
            <Option
              key={value}
              name="sizes"
              value={value}
              checked={query.sizes.includes(value)}
              onChange={change}
              count={count}
            >
              {sizeLabel(value)}
            </Option>
          ))}
        </Group>
      )}
      {(tags.length > 0 || noAddedSugar > 0 || query.noAddedSugar) && (
        <Group title={m.goodFor()}>
          <Option name="noAddedSugar" value="true" checked={query.noAddedSugar} onChange={change} count={noAddedSugar}>
            {m.onlyNoAddedSugar()}
          </Option>
          {tags.map(({ value, count }) => (
            <Option
              key={value}
              name="tags"
              value={value}
              checked={query.tags.includes(value)}
              onChange={change}
              count={count}
            >
              {tagLabel(value)}
            </Option>
          ))}
        </Group>
      )}
      {countries.length > 1 && (
        <Group title={m.country()}>
          {countries.map(({ value, count }) => (
            <Option
              key={value}
              name="country"
              value={value}
              checked={query.countries.includes(value)}
              onChange={change}
              count={count}
            >
              {countryName(value)}
            </Option>
          ))}
        </Group>
      )}
      <RatingGroup rating={query.rating} onChange={change} />
      {/* Visually hidden once changes apply at once; Enter still submits the form through it. */}
      <Button type="submit" variant="line" block hidden={hydrated}>
        {m.applyFilters()}
      </Button>
    </form>
  );
}

/** The tags that a list offers (shop/catalogue/listing.ts). */
const TAGS: Record<string, () => string> = {
  unsalted: m.tagUnsalted,
  roasted: m.tagRoasted,
  raw: m.tagRaw,
  'protein-rich': m.tagProteinRich,
  healthy: m.tagHealthy,
  natural: m.tagNatural,
  premium: m.tagPremium,
  organic: m.tagOrganic,
  antioxidants: m.tagAntioxidants,
  value: m.tagValue,
};

/** The words for a tag; another one, from an address, as it is: 'spicy' as 'Spicy'. */
export function tagLabel(tag: string): string {
  return own(TAGS, tag)?.() ?? tag.charAt(0).toUpperCase() + tag.slice(1);
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend>{title}</legend>
      <div>{children}</div>
    </fieldset>
  );
}

type OptionProps = {
  name: string;
  value: string;
  checked: boolean;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  count: number;
  children: ReactNode;
};

function Option({ count, children, checked, onChange, ...box }: OptionProps) {
  const [on, setOn] = useFollowing(checked);
  return (
    <label className="opt">
      <input
        type="checkbox"
        className="box"
        {...box}
        checked={on}
        onChange={(event) => {
          setOn(event.target.checked);
          onChange(event);
        }}
      />
      {children} <span className="n">{count}</span>
    </label>
  );
}

function RatingGroup({ rating, onChange }: { rating: number; onChange: OptionProps['onChange'] }) {
  const [least, setLeast] = useFollowing(RATINGS.includes(rating) ? rating : 0);
  const radio = (stars: number) => ({
    type: 'radio',
    className: 'box',
    name: 'rating',
    value: stars || '',
    checked: least === stars,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      setLeast(stars);
      onChange(event);
    },
  });
  return (
    <Group title={m.rating()}>
      {RATINGS.map((stars) => (
        <label key={stars} className="opt">
          <input {...radio(stars)} />
          <Stars average={stars} /> {m.andUp()}
        </label>
      ))}
      <label className="opt">
        <input {...radio(0)} />
        {m.anyRating()}
      </label>
    </Group>
  );
}

/** State that updates immediately on input, and follows the URL when it changes otherwise. */
function useFollowing<T>(value: T): [T, (value: T) => void] {
  const [state, setState] = useState(value);
  useEffect(() => setState(value), [value]);
  return [state, setState];
}

/** A price in rupees: applied on Enter and on blur. */
function PriceBox({ name, label, value, hint }: { name: string; label: string; value: number | null; hint?: number }) {
  const [typed, setTyped] = useFollowing(value === null ? '' : String(value));
  return (
    <input
      className="input num"
      name={name}
      aria-label={label}
      inputMode="decimal"
      autoComplete="off"
      maxLength={10}
      placeholder={hint === undefined ? '₹' : `₹${Math.floor(hint)}`}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={(event) => event.currentTarget.form?.requestSubmit()}
    />
  );
}
