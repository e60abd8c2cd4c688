import { inSection, type Product, type Section } from '#shop/catalogue/catalogue.ts';
import { isComplete } from '#shop/catalogue/completeness.ts';
import { stocksOf } from '#shop/catalogue/listing.ts';
import type { ProductStats } from '#shop/catalogue/product-admin.ts';
import { stockBand } from '#shop/catalogue/stock.ts';

const known = new WeakMap<readonly Product[], ProductStats>();

/** The figures above the admin's product list, cached per snapshot. */
export function productStats(products: readonly Product[]): ProductStats {
  const before = known.get(products);
  if (before) return before;
  const count = (match: (product: Product) => boolean) => products.filter(match).length;
  const section = (name: Section) => count((product) => inSection(product, name));
  const stocks = products.flatMap(stocksOf);
  const stats: ProductStats = {
    total: products.length,
    active: count(({ status }) => status === 'Active'),
    inactive: count(({ status }) => status === 'Inactive'),
    outOfStock: count(({ status }) => status === 'Out of Stock'),
    lowSizes: stocks.filter((stock) => stockBand(stock) !== 'in').length,
    emptySizes: stocks.filter((stock) => stockBand(stock) === 'out').length,
    lowProducts: count((product) => stocksOf(product).some((stock) => stockBand(stock) !== 'in')),
    incomplete: count((product) => !isComplete(product)),
    sections: {
      bestSellers: section('bestSellers'),
      valueCombos: section('valueCombos'),
      youMayAlsoLike: section('youMayAlsoLike'),
      popular: section('popular'),
      regular: section('regular'),
    },
  };
  known.set(products, stats);
  return stats;
}
