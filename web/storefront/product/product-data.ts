import type { Product } from '#shop/catalogue/catalogue.ts';
import { sizeLabel } from '#shop/catalogue/packs.ts';
import { visibleReviews } from '#shop/catalogue/reviews.ts';
import { type OfferedSize, offeredSizes, skuOf } from '#shop/catalogue/sku.ts';
import { toPaise, toRupees } from '#shop/money/money.ts';
import { priceOrder } from '#shop/money/pricing.ts';
import { deliveryTimes, PROMISES, type Span } from '#shop/promises.ts';
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
  const offer = (size: OfferedSize): Json => {
    const label = size.size || product.weight;
    return {
      '@type': 'Offer',
      name: label ? `${product.name}, ${sizeLabel(label)}` : product.name,
      sku: skuOf(product.id, size.size),
      gtin: size.gtin,
      price: size.price,
      priceCurrency: 'INR',
      availability: `https://schema.org/${size.available ? 'InStock' : 'OutOfStock'}`,
      itemCondition: 'https://schema.org/NewCondition',
      url,
      shippingDetails: shippingOf(size.price),
      hasMerchantReturnPolicy: returnPolicy(site),
    };
  };
  const offers = offeredSizes(product).map(offer);
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

/**
 * Cost and time of a delivery in India. Abroad both are agreed by email (D68).
 *
 * @param price of one piece, rupees
 */
function shippingOf(price: number): Json {
  const { shipping } = priceOrder([{ price: toPaise(price), quantity: 1 }]);
  const { handling, transit } = deliveryTimes();
  return {
    '@type': 'OfferShippingDetails',
    shippingRate: { '@type': 'MonetaryAmount', value: toRupees(shipping), currency: 'INR' },
    shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'IN' },
    deliveryTime: {
      '@type': 'ShippingDeliveryTime',
      handlingTime: businessDays(handling),
      transitTime: businessDays(transit),
    },
  };
}

function businessDays({ from, to }: Span): Json {
  return { '@type': 'QuantitativeValue', minValue: from, maxValue: to, unitCode: 'DAY' };
}

/** As the refund policy says (D70). Who pays for the way back is agreed for each return. */
function returnPolicy(site: Site): Json {
  return {
    '@type': 'MerchantReturnPolicy',
    applicableCountry: 'IN',
    returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
    merchantReturnDays: PROMISES.replacementDays,
    refundType: ['https://schema.org/FullRefund', 'https://schema.org/ExchangeRefund'],
    merchantReturnLink: pageUrl(site, '/return-refund-policy'),
  };
}
