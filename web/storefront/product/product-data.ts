import type { Product, ProductSize } from '#shop/catalogue/catalogue.ts';
import { sizeLabel } from '#shop/catalogue/packs.ts';
import { visibleReviews } from '#shop/catalogue/reviews.ts';
import { isSoldOut, stockOf } from '#shop/catalogue/stock.ts';
import { absolute, type Json, pageUrl, properties, type Site } from '#web/lib/seo.ts';
import { imageUrl } from '#web/ui/picture.tsx';

/** Price and currency of a product for shopping and messaging crawlers. Rupees. */
export function priceMeta(price: number): ReturnType<typeof properties> {
  return properties({ 'product:price:amount': price, 'product:price:currency': 'INR' });
}

type ListedProduct = Pick<
  Product,
  | 'id'
  | 'name'
  | 'description'
  | 'category'
  | 'images'
  | 'sizes'
  | 'price'
  | 'weight'
  | 'status'
  | 'stockCount'
  | 'brand'
  | 'rating'
  | 'reviews'
>;

/**
 * A product with an offer for each size. Ratings only from real reviews: a manually set number does
 * not count (D13).
 */
export function productData(site: Site, product: ListedProduct): Json {
  const url = pageUrl(site, `/product/${product.id}`);
  const offer = (label: string, price: number, available: boolean): Json => ({
    '@type': 'Offer',
    name: label ? `${product.name}, ${sizeLabel(label)}` : product.name,
    sku: label ? `${product.id}/${label}` : product.id,
    price,
    priceCurrency: 'INR',
    availability: `https://schema.org/${available ? 'InStock' : 'OutOfStock'}`,
    itemCondition: 'https://schema.org/NewCondition',
    url,
  });
  const offers =
    product.sizes.length > 0
      ? product.sizes.map((size) => offer(size.size, size.price, isBuyable(product, size)))
      : [offer(product.weight, product.price, !isSoldOut(product))];
  const images = product.images.flatMap(({ url: address }) => absolute(site, imageUrl(address)) ?? []);
  return {
    '@type': 'Product',
    name: product.name,
    description: product.description,
    sku: product.id,
    category: product.category,
    url,
    image: images.length > 0 ? images : undefined,
    brand: product.brand ? { '@type': 'Brand', name: product.brand } : undefined,
    aggregateRating:
      visibleReviews(product.reviews).length > 0
        ? {
            '@type': 'AggregateRating',
            ratingValue: product.rating.average,
            reviewCount: product.rating.count,
            bestRating: 5,
            worstRating: 1,
          }
        : undefined,
    offers,
  };
}

function isBuyable(product: ListedProduct, size: ProductSize): boolean {
  return product.status === 'Active' && stockOf(product, size.size) > 0;
}
