import type { Product } from '#shop/catalogue/catalogue.ts';
import type { ProductQuery } from '#shop/catalogue/catalogue-query.ts';
import type { Facets, Listing } from '#shop/catalogue/listing.ts';
import type { PublicReview } from '#shop/catalogue/review-input.ts';
import type { Pagination } from '#shop/page-parameters.ts';
import type { Found } from '../search/product-index.ts';

export interface ProductList {
  products: Product[];
  pagination: Pagination;
}

/** A listing whose products a search finds. */
export type Browse = Omit<Listing, 'matches'> & { search: string };

/** A list without pages, and the choices of its filters. */
export interface Browsed extends Omit<Found, 'ids'> {
  products: readonly Product[];
  facets: Facets;
}

/** Suggestions of the search box, best first. */
export interface Suggestions extends Omit<Found, 'ids'> {
  products: Product[];
}

/** A product with its approved reviews, newest first (D48). */
export interface ProductDetail {
  product: Product;
  reviews: PublicReview[];
}

/** The three sections of the home page (D12), in the shop's own order. */
export interface Sections {
  bestSellers: Product[];
  valueCombos: Product[];
  youMayAlsoLike: Product[];
}

/** What pages read, in one language. */
export interface CatalogueReaders {
  /**
   * A page of products (D11). A search without another order returns the best matches first.
   *
   * @param staff lists inactive products too
   */
  list(query: ProductQuery, staff?: boolean): Promise<ProductList>;
  /** Products for the suggestions of the search box. */
  search(text: string, limit?: number): Promise<Suggestions>;
  /** @throws ShopError('product_not_found') */
  detail(id: string): Promise<ProductDetail>;
  /** Every product, inactive ones included. */
  all(): Promise<readonly Product[]>;
  /** What shoppers see: without inactive products. */
  visible(): Promise<readonly Product[]>;
  /**
   * One product by id, also an inactive one: its page says 'Out of Stock'.
   *
   * @throws ShopError('product_not_found')
   */
  get(id: string): Promise<Product>;
  /** Every visible product of a list, in its order, and the choices of its filters. */
  browse(listing: Browse): Promise<Browsed>;
  sections(): Promise<Sections>;
}
