import './blog.css';
import type { Homepage } from '#shop/content/content.ts';
import { AppLink } from '#web/ui/link.tsx';
import { SectionHeading } from '../section-heading.tsx';
import { SitePicture } from '../site-picture.tsx';

/** Three teaser cards (R1.1). Each links to products; there is no blog. */
export function Blog({ blog }: { blog: Homepage['blog'] }) {
  return (
    <section className="later page py-section">
      <SectionHeading title={blog.title} subtitle={blog.subtitle} />
      <div className="blog shelf">
        {blog.cards.map((card) => (
          <article key={card.id}>
            <div className="blog-pic">
              <SitePicture
                src={card.image}
                alt={card.alt}
                width={960}
                height={640}
                sizes="(min-width:48rem) 30vw, 20rem"
              />
            </div>
            <p className="text-small text-ink-soft">
              <b className="weight-600 text-leaf-700">{card.tag}</b> · {card.readTime}
            </p>
            <h3 className="text-display-sm">{card.title}</h3>
            <p className="text-ink-soft max-md:line-clamp-2">{card.excerpt}</p>
            <p>
              <AppLink className="link link-tap" to={card.ctaLink}>
                {card.ctaText}
              </AppLink>
            </p>
          </article>
        ))}
      </div>
    </section>
  );
}
