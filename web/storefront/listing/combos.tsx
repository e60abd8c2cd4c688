import m from '#messages/listing';
import { isTrueOfCombos } from '#shop/catalogue/sections.ts';
import { breadcrumbList, pageMeta, siteOf } from '#web/lib/seo.ts';
import { getServices } from '#web/services.server.ts';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { lastGood, reasonOf } from '../last-good.ts';
import { LoadFailed, StillShown } from '../load-failed.tsx';
import { toPlainCard } from '../plain-card.ts';
import { ProductGrid } from '../product-card.tsx';
import type { Route } from './+types/combos';

export async function loader({ context }: Route.LoaderArgs) {
  const { catalogue, content } = getServices(context);
  const [{ valueCombos }, { homepage }] = await Promise.all([catalogue.sections(), content.all()]);
  const { subtitle: lead = '' } = homepage.sections.valueCombos;
  return {
    products: valueCombos.map(toPlainCard),
    lead: isTrueOfCombos(lead, valueCombos) ? lead : '',
  };
}

const list = lastGood<Awaited<ReturnType<Route.ClientLoaderArgs['serverLoader']>>>();
const failed = (error: unknown) => m.combosFailed({ reason: reasonOf(error) });

export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return list.load(request, serverLoader, failed);
}

const trail = () => [{ label: m.home(), to: '/' }, { label: m.combos() }];

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const site = siteOf(matches);
  return pageMeta(site, {
    title: `${m.combos()} | ${site.brandName}`,
    description: loaderData?.lead ?? '',
    path: '/combos',
    jsonLd: [breadcrumbList(site, trail())],
  });
}

/** Combo products by the combo rule (D12). */
export default function Combos({ loaderData }: Route.ComponentProps) {
  const { products, lead, failure } = list.usePageData(loaderData);
  const count = products.length;
  return (
    <div className="page pb-16">
      <Breadcrumbs trail={trail()} />
      <PageTitle className="mb-8" aside={m.count({ count })} lead={count > 0 && lead}>
        {m.combos()}
      </PageTitle>
      {failure && <StillShown failure={failure} />}
      {count === 0 ? (
        <EmptyState title={m.noCombos()} drawing="combos">
          <ButtonLink variant="line" to="/all-products">
            {m.allProducts()}
          </ButtonLink>
        </EmptyState>
      ) : (
        <ProductGrid products={products} as="h2" priority />
      )}
    </div>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadFailed message={failed(error)} />;
}
