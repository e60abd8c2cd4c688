import m from '#messages/home';
import { AppLink } from '#web/ui/link.tsx';
import { ProductImage } from '#web/ui/product-image.tsx';

/** `to`: its landing page or its list. */
type Category = { slug: string; name: string; to: string; image: string };

/** The categories below the hero: four in a row on a phone, all in one row on a desktop. */
export function CategoryStrip({ categories }: { categories: Category[] }) {
  if (categories.length === 0) return null;
  return (
    <nav className="page pt-7" aria-labelledby="categories">
      <h2 className="mb-3 text-display-sm" id="categories">
        {m.categories()}
      </h2>
      <ul className="grid grid-bowls gap-x-2.5 gap-y-3 lg:grid-cols-8">
        {categories.map(({ slug, name, to, image }) => (
          <li key={slug}>
            <AppLink
              to={to}
              className="grid gap-2 text-center text-[0.8125rem] [line-height:1.25] weight-600 md:text-[0.9375rem]"
            >
              <ProductImage src={image} alt="" cloth={slug} sizes="(min-width:64rem) 10vw, 22vw" />
              {name}
            </AppLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
