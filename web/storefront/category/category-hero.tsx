import './category-hero.css';
import m from '#messages/category';
import type { ProductPage } from '#shop/content/content.ts';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import { categoryDrawing } from '#web/ui/category-drawing.ts';
import { ProductImage } from '#web/ui/product-image.tsx';

/**
 * The parts of the content record that a landing page renders: everything except the list of ids.
 */
export type PageTexts = Omit<ProductPage, 'products'>;

export const trailOf = (name: string) => [{ label: m.home(), to: '/' }, { label: name }];

/** The hero of a landing page on its category's cloth: text on the left, picture on the right. */
export function CategoryHero({
  page,
  picture,
  cloth,
}: {
  page: PageTexts;
  picture: { src: string; alt: string };
  cloth: string;
}) {
  const title = page.pageHeader || page.name;
  return (
    <section className="cathero" data-cloth={cloth || undefined}>
      <div className="page grid md:grid-cols-2 lg:grid-cols-[1fr_31rem] lg:gap-12 lg:min-h-124">
        <div className="cathero-words">
          <Breadcrumbs trail={trailOf(page.name)} />
          <img className="mt-3 mb-4" src={categoryDrawing(cloth)} alt="" width={64} height={64} />
          <h1 className="text-display-xl">{title}</h1>
          {page.pageSubtitle && <p className="lead mt-4">{page.pageSubtitle}</p>}
          {page.description && <p className="mt-3 text-ink-soft">{page.description}</p>}
        </div>
        <ProductImage
          src={picture.src}
          alt={picture.alt || title}
          cloth={cloth}
          priority
          sizes="(min-width:64rem) 40rem, (min-width:48rem) 50vw, 100vw"
          className="cathero-picture"
        />
      </div>
    </section>
  );
}
