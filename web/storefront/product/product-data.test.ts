import { describe, expect, test } from 'vitest';
import type { Product } from '#shop/catalogue/catalogue.ts';
import { productData } from './product-data.ts';

const SITE = { origin: 'https://shop.example', brandName: 'Kishmish', tagline: '', logo: '' };

const size = (label: string, price: number, stock: number) => ({ size: label, price, originalPrice: price, stock });
const review = {
  _id: 'r',
  id: 'r',
  customerName: 'Meera',
  rating: 5,
  title: '',
  comment: 'Good',
  date: 0,
  verified: false,
  helpful: 0,
} as unknown as Product['reviews'][number];
const product = {
  id: 'walnuts',
  name: 'Walnuts',
  description: 'Halves.',
  category: 'Nuts',
  brand: 'Kishmish',
  images: [{ url: 'products/walnuts.webp', alt: 'Walnuts', uploadType: 'file' as const }],
  sizes: [size('250g', 399, 12), size('1kg', 1499.5, 0)],
  price: 399,
  weight: '250g',
  status: 'Active' as const,
  stockCount: 12,
  rating: { average: 4.6, count: 23 },
  reviews: [review],
};

interface Offer {
  name: string;
  price: number;
  priceCurrency: string;
  availability: string;
}
const offersOf = (changes: Partial<Omit<typeof product, 'status'>> & { status?: Product['status'] }) =>
  productData(SITE, { ...product, ...changes }).offers as Offer[];

describe('productData', () => {
  test('has an offer per size in rupees, with its availability', () => {
    expect(offersOf({})).toMatchObject([
      { name: 'Walnuts, 250g', price: 399, priceCurrency: 'INR', availability: 'https://schema.org/InStock' },
      { name: 'Walnuts, 1kg', price: 1499.5, availability: 'https://schema.org/OutOfStock' },
    ]);
  });

  test('an inactive product is out of stock; one without sizes has one offer', () => {
    expect(offersOf({ status: 'Inactive' }).every(({ availability }) => availability.endsWith('OutOfStock'))).toBe(
      true,
    );
    expect(offersOf({ sizes: [] })).toMatchObject([{ price: 399, availability: 'https://schema.org/InStock' }]);
  });

  test('has what a delivery costs and takes, and the return policy, as promised', () => {
    const [offer] = offersOf({}) as unknown as Record<string, unknown>[];
    expect(offer).toMatchObject({
      sku: 'walnuts_250g',
      shippingDetails: {
        shippingRate: { value: 0, currency: 'INR' },
        shippingDestination: { addressCountry: 'IN' },
        deliveryTime: {
          handlingTime: { minValue: 0, maxValue: 1, unitCode: 'DAY' },
          transitTime: { minValue: 2, maxValue: 4, unitCode: 'DAY' },
        },
      },
      hasMerchantReturnPolicy: {
        applicableCountry: 'IN',
        returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
        merchantReturnDays: 7,
        merchantReturnLink: 'https://shop.example/return-refund-policy',
      },
    });
    expect(offer).toHaveProperty('gtin', undefined);
    const [known] = offersOf({ sizes: [{ ...size('250g', 399, 12), gtin: '8901030865237' } as never] });
    expect(known).toHaveProperty('gtin', '8901030865237');
  });

  test('has a rating only for reviewed products', () => {
    expect(productData(SITE, product).aggregateRating).toMatchObject({ ratingValue: 4.6, reviewCount: 23 });
    expect(productData(SITE, { ...product, reviews: [] }).aggregateRating).toBeUndefined();
    const nameless = { ...review, customerName: ' ' };
    expect(productData(SITE, { ...product, reviews: [nameless] }).aggregateRating).toBeUndefined();
  });

  test('image and page URLs are absolute or omitted', () => {
    expect(productData(SITE, product)).toMatchObject({
      url: 'https://shop.example/product/walnuts',
      image: ['https://shop.example/media/products/walnuts.webp'],
    });
    const { url, image } = productData({ ...SITE, origin: null }, product);
    expect([url, image]).toEqual([undefined, undefined]);
  });
});
