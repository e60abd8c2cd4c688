import type { Language } from '#shop/language.ts';
import type { Defaulted, Optional } from './columns.ts';

/**
 * Table types of the catalogue: categories, products, reviews, wishlists, and wishes for what is
 * sold out (see schema.ts).
 */

export interface CategoriesTable {
  id: string;
  name: string;
  slug: string;
  icon: Defaulted<string>;
  description: Defaulted<string>;
  /** JSON of the texts in other languages that are filled in. */
  translations: Optional<string>;
  parent_id: Optional<string>;
  landing_page: Defaulted<number>;
  position: Defaulted<number>;
  created_at: number;
  updated_at: number;
  /** Incremented at each save. */
  version: Defaulted<number>;
  /**
   * Set when the category is deleted. The row stays for deleted products that reference it; its
   * slug is free again.
   */
  deleted_at: Optional<number>;
}

export interface ProductsTable {
  id: string;
  name: string;
  description: string;
  category_id: string;
  subcategory: Defaulted<string>;
  status: 'Active' | 'Inactive' | 'Out of Stock';
  brand: Defaulted<string>;
  country_of_origin: Defaulted<string>;
  shelf_life: Defaulted<string>;
  maker: Defaulted<string>;
  /** The label of a product without sizes. */
  weight: Defaulted<string>;
  storage: Defaulted<string>;
  vegetarian: Defaulted<number>;
  no_added_sugar: Defaulted<number>;
  ingredients: Defaulted<string>;
  allergens: Defaulted<string>;
  nutrition: Optional<string>;
  /** JSON of the texts in other languages that are filled in. */
  translations: Optional<string>;
  hsn_code: Defaulted<string>;
  gst_rate_bp: Defaulted<number>;
  features: Defaulted<string>;
  badges: Defaulted<string>;
  is_best_seller: Defaulted<number>;
  is_popular: Defaulted<number>;
  is_value_combo: Defaulted<number>;
  is_you_may_like: Defaulted<number>;
  show_best_sellers: Defaulted<number>;
  show_value_combos: Defaulted<number>;
  show_you_may_also_like: Defaulted<number>;
  order_count: Defaulted<number>;
  offer_enabled: Defaulted<number>;
  offer_duration: Defaulted<number>;
  offer_start_time: Optional<number>;
  delivery_enabled: Defaulted<number>;
  quick_rating: Optional<number>;
  quick_review_count: Defaulted<number>;
  rating_sum: Defaulted<number>;
  rating_count: Defaulted<number>;
  position: Defaulted<number>;
  version: Defaulted<number>;
  created_at: number;
  updated_at: number;
  deleted_at: Optional<number>;
}

export interface ProductSizesTable {
  product_id: string;
  /** Its first label: what orders, holds and the history name, and never changed. */
  size: string;
  /** Its label since it was renamed; null for one that still has its first (`labelOf`). */
  label: Optional<string>;
  position: number;
  price: number;
  original_price: number;
  stock: number;
  held: Defaulted<number>;
  sold: Defaulted<number>;
  /**
   * How many of the sold pieces belong to orders with a claim: nobody has proved their payment
   * (D65).
   */
  unproven: Defaulted<number>;
  net_quantity_grams: Optional<number>;
  /** The number under its barcode. */
  gtin: Optional<string>;
  contents: Optional<string>;
  /** Charged from `sale_from` until `sale_until` (epoch ms; null: open) while it is below `price`. */
  sale_price: Optional<number>;
  sale_from: Optional<number>;
  sale_until: Optional<number>;
  /** What the owner pays for a piece. Never leaves the shop but for admins. */
  cost: Optional<number>;
  /** Set when the size is removed for shoppers; the row still counts its held and sold stock. */
  removed_at: Optional<number>;
}

/** What staff changed in the stock of a size; numbered from 1 for each size. */
export interface StockChangesTable {
  product_id: string;
  size: string;
  n: number;
  at: number;
  by_name: string;
  change: number;
  /** Pieces after the change. */
  stock: number;
  reason: string;
  note: Defaulted<string>;
}

/** What staff sent with a key in the last day; see done-requests.ts. */
export interface DoneRequestsTable {
  once: string;
  /** Of the body. */
  hash: string;
  at: number;
}

export interface ProductImagesTable {
  product_id: string;
  position: number;
  url: string;
  alt: Defaulted<string>;
  upload_type: Defaulted<string>;
  /** Net weight of the pack that it shows; null: unknown, or no pack. */
  pack_grams: Optional<number>;
}

export interface ProductTagsTable {
  product_id: string;
  tag: string;
  position: number;
}

export interface ReviewsTable {
  id: string;
  product_id: string;
  customer_name: string;
  customer_email: Defaulted<string>;
  /** See migration 023. */
  once: Optional<string>;
  rating: number;
  title: Defaulted<string>;
  comment: Defaulted<string>;
  date: number;
  verified: Defaulted<number>;
  helpful: Defaulted<number>;
  status: 'pending' | 'approved' | 'rejected';
  reply: Optional<string>;
  replied_at: Optional<number>;
  created_at: number;
  updated_at: number;
}

export interface ReviewPhotosTable {
  id: string;
  /** Null: not (yet) part of a review, or released to be deleted (`created_at` is 0). */
  review_id: Optional<string>;
  position: Defaulted<number>;
  width: number;
  height: number;
  bytes: number;
  created_at: number;
}

export interface ReviewVotesTable {
  review_id: string;
  device_id: string;
}

export interface WishlistTable {
  product_id: string;
  device_id: string;
}

export interface StockAlertsTable {
  id: string;
  product_id: string;
  /** As in product_sizes: empty for a product without sizes. */
  size: Defaulted<string>;
  /** Either an address or a number, the other is empty. */
  email: Defaulted<string>;
  phone: Defaulted<string>;
  /** In which the mails are. */
  language: Defaulted<Language>;
  /** Hash of the sender's network. */
  network: string;
  /** Of the code that confirms the address; null once confirmed, and for phone numbers. */
  code_hash: Optional<string>;
  created_at: number;
  expires_at: number;
}
