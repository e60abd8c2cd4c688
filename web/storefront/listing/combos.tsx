import { getServices } from '#web/services.server.ts';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { LoadFailed } from '../load-failed.tsx';
import { toPlainCard } from '../plain-card.ts';
import { ProductGrid } from '../product-card.tsx';
import type { Route } from './+types/combos';

export async function loader({ context }: Route.LoaderArgs) {
  const { catalogue, content } = getServices(context);
  const [{ valueCombos }, { homepage }] = await Promise.all([catalogue.sections(), content.all()]);
  return {
    products: valueCombos.map(toPlainCard),
    lead: homepage.sections.valueCombos.subtitle,
  };
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: 'Combos | Kishmish' }, { name: 'description', content: loaderData?.lead }];
}

/** Combo products by the combo rule (D12). */
export default function Combos({ loaderData }: Route.ComponentProps) {
  const { products, lead } = loaderData;
  const count = products.length;
  return (
    <div className="page pb-16">
      <Breadcrumbs trail={[{ label: 'Home', to: '/' }, { label: 'Combos' }]} />
      <PageTitle className="mb-8" aside={count === 1 ? '1 product' : `${count} products`} lead={count > 0 && lead}>
        Combos
      </PageTitle>
      {count === 0 ? (
        <EmptyState title="No combo products found." drawing="combos">
          <ButtonLink variant="line" to="/all-products">
            All Products
          </ButtonLink>
        </EmptyState>
      ) : (
        <ProductGrid products={products} as="h2" priority />
      )}
    </div>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const message = error instanceof Error ? error.message : 'Request failed';
  return <LoadFailed message={`Failed to load combo products: ${message}`} />;
}
