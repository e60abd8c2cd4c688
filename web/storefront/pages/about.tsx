import './about.css';
import './static-prose.css';
import m from '#messages/pages';
import { pageMeta, siteOf } from '#web/lib/seo.ts';
import { getServices } from '#web/services.server.ts';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { SitePicture } from '../site-picture.tsx';
import type { Route } from './+types/about';
import { StaticProse } from './static-prose.tsx';

export async function loader({ context }: Route.LoaderArgs) {
  const { about, homepage } = await getServices(context).content.all();
  const { image, alt } = homepage.brandStory;
  return { page: about, picture: { image, alt } };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { pageTitle, metaDescription } = loaderData.page;
  return pageMeta(siteOf(matches), { title: pageTitle, description: metaDescription, path: '/about' });
}

/** The shop's story, mission, offer and promise, with the story picture of the home page. */
export default function About({ loaderData }: Route.ComponentProps) {
  const { page, picture } = loaderData;
  return (
    <div className="page pt-2 pb-section">
      <Breadcrumbs trail={[{ label: m.home(), to: '/' }, { label: m.about() }]} />
      <div className="grid gap-10 md:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] md:items-start lg:gap-20 lg:pt-6">
        <article className="prose">
          <h1 className="text-display-lg">{page.title}</h1>
          <div className="bel mt-7" />
          <StaticProse blocks={page.blocks} />
          <ButtonLink to="/all-products" className="mt-8">
            {m.allProducts()}
          </ButtonLink>
        </article>
        {picture.image && (
          <div className="about-picture">
            <SitePicture
              src={picture.image}
              alt={picture.alt}
              width={1200}
              height={1000}
              sizes="(min-width:64rem) 30rem, 100vw"
            />
          </div>
        )}
      </div>
    </div>
  );
}
