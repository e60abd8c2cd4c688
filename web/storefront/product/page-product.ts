import type { Product } from '#shop/catalogue/catalogue.ts';
import { PAGE_FIELDS, type PageField } from '#shop/catalogue/fields.ts';
import type { ShopConfig, ShopSettings } from '#shop/settings/settings.ts';
import type { ClockSettings } from './clocks.tsx';

/** The product fields of the product page; the rest is not sent. */
export type PageProduct = ReturnType<typeof pageProduct>;

export function pageProduct(product: Product) {
  const { id, category, categorySlug, image, images, sizes, price, originalPrice, weight } = product;
  const { status, stockCount, badges, rating, peopleOrdered, reviews, nutrition } = product;
  const fields = Object.fromEntries(PAGE_FIELDS.map((name) => [name, product[name]])) as Pick<Product, PageField>;
  return {
    ...fields,
    id,
    category,
    categorySlug,
    image,
    images,
    sizes,
    price,
    originalPrice,
    weight,
    status,
    stockCount,
    badges,
    rating,
    peopleOrdered,
    reviews,
    nutrition,
  };
}

/** The maker or packer: the product's own, or the shop. Empty parts are omitted. */
export function makerOf(product: Product, shop: ShopSettings): string {
  if (product.maker) return product.maker;
  const { legalName, brandName, address, city, state, pincode } = shop;
  return [legalName || brandName, address, city, [state, pincode].filter(Boolean).join(' ')].filter(Boolean).join(', ');
}

/**
 * Initial seconds of the two countdowns (D14): 930 for an offer of the default length, else the
 * configured minutes; 900 for the delivery cutoff. Null when the shop's or the product's switch is
 * off.
 */
export function clocksOf(product: Product, config: ShopConfig): ClockSettings {
  const { offerCountdown, deliveryCutoff } = product.popularitySettings;
  const { enabled, duration } = offerCountdown;
  const usual = duration === config.productDefaults.offerCountdownDuration;
  return {
    offer: config.offerCountdownEnabled && enabled ? (usual ? config.offerCountdownSeconds : duration * 60) : null,
    delivery: config.deliveryCutoffEnabled && deliveryCutoff.enabled ? config.deliveryCutoffSeconds : null,
  };
}
