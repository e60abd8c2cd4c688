import type { Product } from '#shop/catalogue/catalogue.ts';
import { isComplete } from '#shop/catalogue/completeness.ts';
import { stocksOf } from '#shop/catalogue/listing.ts';
import type { ProductStats } from '#shop/catalogue/product-admin.ts';
import { inSection, type Section } from '#shop/catalogue/sections.ts';
import { stockBand } from '#shop/catalogue/stock.ts';
import { onceFor } from '#shop/once.ts';

/** The figures above the admin's product list, cached per snapshot. */
export const productStats = onceFor((products: readonly Product[]): ProductStats => {
  const count = (match: (product: Product) => boolean) => products.filter(match).length;
  const section = (name: Section) => count((product) => inSection(product, name));
  const stocks = products.flatMap(stocksOf);
  return {
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
});
