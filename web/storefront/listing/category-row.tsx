import './category-row.css';
import { Link } from 'react-router';
import m from '#messages/listing';
import { categoryDrawing } from '#web/ui/category-drawing.ts';
import type { ListingQuery } from './listing-query.ts';
import { writeQuery } from './listing-query.ts';

/**
 * `drawing`: slug of its line drawing and its cloth. `landing`: path of the category's landing
 * page, if it has one.
 */
export type CategoryName = { slug: string; name: string; drawing: string; landing?: string };

/**
 * The categories on their cloths; a single line that scrolls sideways on a phone. The other filters
 * stay unchanged.
 */
export function CategoryRow({ categories, query }: { categories: CategoryName[]; query: ListingQuery }) {
  const to = (category: string) => `/all-products${writeQuery({ ...query, category, page: 1 })}`;
  return (
    <nav className="cats" aria-label={m.category()}>
      <Link className="cat cat-all" to={to('')} aria-current={query.category ? undefined : 'true'} preventScrollReset>
        {m.all()}
      </Link>
      {categories.map(({ slug, name, drawing }) => (
        <Link
          key={slug}
          className="cat"
          data-cloth={drawing}
          to={to(slug)}
          aria-current={query.category === slug ? 'true' : undefined}
          preventScrollReset
        >
          <img src={categoryDrawing(drawing)} alt="" width={32} height={32} />
          {name}
        </Link>
      ))}
    </nav>
  );
}
