import './static-prose.css';
import './policy.css';
import { useEffect, useRef } from 'react';
import { Link, NavLink } from 'react-router';
import { pageMeta, siteOf } from '#web/lib/seo.ts';
import { getServices } from '#web/services.server.ts';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import type { Route } from './+types/policy';
import { StaticProse } from './static-prose.tsx';

/** The four policies, in list order. Each has its own route to this module. */
const POLICIES = ['terms-of-service', 'privacy-policy', 'shipping-policy', 'return-refund-policy'] as const;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { content, settings } = getServices(context);
  const slug = POLICIES.find((policy) => new URL(request.url).pathname.startsWith(`/${policy}`)) ?? 'terms-of-service';
  const [pages, shop] = await Promise.all([content.all(), settings.shop()]);
  return {
    page: pages[slug],
    policies: POLICIES.map((policy) => ({ to: `/${policy}`, title: pages[policy].title })),
    supportHours: shop.supportHours,
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { pageTitle, metaDescription } = loaderData.page;
  return pageMeta(siteOf(matches), {
    title: pageTitle,
    description: metaDescription,
    path: `/${loaderData.page.slug}`,
  });
}

export default function Policy({ loaderData }: Route.ComponentProps) {
  const { page, policies, supportHours } = loaderData;
  const tabs = useRef<HTMLUListElement>(null);
  // On a phone the tabs are wider than the screen: bring the current one into view.
  useEffect(() => {
    const list = tabs.current;
    const tab = list?.querySelector<HTMLElement>(`[href="/${page.slug}"]`);
    if (list && tab) list.scrollLeft = tab.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2;
  }, [page.slug]);
  return (
    <div className="page pt-2 pb-section">
      <Breadcrumbs trail={[{ label: 'Home', to: '/' }, { label: page.title }]} />
      <div className="policy">
        <nav aria-label="Policies">
          <ul className="policy-nav" ref={tabs}>
            {policies.map(({ to, title }) => (
              <li key={to}>
                <NavLink to={to} end>
                  {title}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <article className="prose">
          <h1 className="text-display-lg">{page.title}</h1>
          <div className="bel mt-7" />
          <StaticProse blocks={page.blocks} />
          {page.slug === 'return-refund-policy' && (
            <section>
              <h2>Request a replacement</h2>
              <p>
                Open your order under{' '}
                <Link className="link" to="/orders">
                  Your orders
                </Link>{' '}
                on the phone or computer you ordered from, or find it with{' '}
                <Link className="link" to="/track-order">
                  Track Your Order
                </Link>{' '}
                on any other device. Then choose ‘Request a replacement’.
              </p>
            </section>
          )}
          <section>
            <h2>Ask us</h2>
            <p>
              Support replies within 24 hours{supportHours && `, ${supportHours}`}.{' '}
              <Link className="link" to="/contact-us">
                Contact Us
              </Link>
            </p>
          </section>
        </article>
      </div>
    </div>
  );
}
