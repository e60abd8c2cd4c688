import './pack-facts.css';
import { Link } from 'react-router';
import m from '#messages/product';
import { countryName } from '#shop/catalogue/countries.ts';
import { asSentences, measure, sizeLabel } from '#shop/catalogue/packs.ts';
import { formatUnitPrice, formatUnitSalePrice, toPaise } from '#shop/money/money.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Check } from '#web/ui/page-icons.ts';
import type { Buying } from './buying.ts';
import { NutritionTable } from './nutrition-table.tsx';
import type { PageProduct } from './page-product.ts';

/** Legal facts from the shop's settings (docs/india.md). */
export type PackShop = { maker: string; fssaiLicence: string; email: string; phone: string };
/** Names of the products in combos, by id. */
type ContentNames = Record<string, string>;

/** Grams in pack format: '250 g', '1 kg', '1.5 kg'; empty without a weight. */
export function weightText(grams: number | null): string {
  if (!grams) return '';
  return grams < 1000 ? measure(grams, 'g') : measure(grams / 1000, 'kg');
}

type DescriptionProps = { product: PageProduct; buying: Buying; names: ContentNames };

/** What the product is. On a desktop it stands below the pictures, beside the buy panel. */
export function Description({ product, buying, names }: DescriptionProps) {
  return (
    <div>
      <h2 className="text-display-md">{m.description()}</h2>
      <p className="lead mt-4 whitespace-pre-line">{product.description}</p>
      {product.features.length > 0 && (
        <>
          <h2 className="mt-10 text-display-md">{m.features()}</h2>
          <ul className="ticks mt-3">
            {product.features.map((feature) => (
              <li key={feature}>
                <Icon of={Check} />
                <span>{feature}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {buying.contents.length > 0 && (
        <>
          <h2 className="mt-10 text-display-md">{m.inTheBox()}</h2>
          <ul className="ticks mt-3">
            {buying.contents.map(({ productId, size, quantity }) => (
              <li key={productId + size}>
                <span className="num">{quantity}×</span>
                <span>
                  {names[productId] ? (
                    <Link className="link" to={`/product/${productId}`}>
                      {names[productId]}
                    </Link>
                  ) : (
                    <span>{productId}</span>
                  )}{' '}
                  <span>{sizeLabel(size)}</span>
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

/** The facts of the pack's label: nutrition on the left, the rest on the right. */
export function PackFacts({ product, buying, shop }: { product: PageProduct; buying: Buying; shop: PackShop }) {
  return (
    <section className="later page pt-section">
      <h2 className="text-display-md">{m.onThePack()}</h2>
      <div className={`grid items-start gap-x-16 ${product.nutrition ? 'lg:grid-cols-2' : ''}`}>
        {product.nutrition && <NutritionTable nutrition={product.nutrition} />}
        <FactsTable product={product} buying={buying} shop={shop} />
      </div>
    </section>
  );
}

/**
 * The unit price as everywhere in the shop, and as the rules for packed goods want it, per gram
 * under 1 kg and per kilogram from 1 kg on (docs/india.md).
 */
function unitPrices(price: number, grams: number | null): string {
  return [formatUnitPrice({ price, grams }), formatUnitSalePrice(price, grams)].filter(Boolean).join(' · ');
}

function FactsTable({ product, buying, shop }: { product: PageProduct; buying: Buying; shop: PackShop }) {
  const facts: [string, string][] = [
    [m.ingredients(), product.ingredients.join(product.ingredients.some((one) => /[,:]/.test(one)) ? '; ' : ', ')],
    [m.sugar(), product.noAddedSugar ? m.noAddedSugar() : ''],
    [m.allergens(), asSentences(product.allergens)],
    [m.storage(), product.storage],
    [m.shelfLife(), product.shelfLife],
    [m.netQuantity(), weightText(buying.grams)],
    [m.unitPrice(), unitPrices(toPaise(buying.price), buying.grams)],
    [m.origin(), countryName(product.countryOfOrigin)],
    [m.maker(), shop.maker],
    [m.fssai(), shop.fssaiLicence],
    [m.customerCare(), [shop.phone, shop.email].filter(Boolean).join(', ')],
  ];
  return (
    <dl className="pack-facts">
      {facts
        .filter(([, text]) => text !== '')
        .map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
    </dl>
  );
}
