import type { ColumnType } from 'kysely';

/**
 * Table types for Kysely, column for column as in migrations/. Money is paise, time epoch ms, booleans are 0/1, JSON is text.
 */
/** A column with a default: may be left out when a row is written. */
type Defaulted<T> = ColumnType<T, T | undefined, T>;
/** A column that may be null. */
type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;

export interface CategoriesTable {
  id: string;
  name: string;
  slug: string;
  icon: Defaulted<string>;
  description: Defaulted<string>;
  parent_id: Optional<string>;
  landing_page: Defaulted<number>;
  position: Defaulted<number>;
  created_at: number;
  updated_at: number;
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
  ingredients: Defaulted<string>;
  allergens: Defaulted<string>;
  nutrition: Optional<string>;
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
  quick_rating: Optional<number>;
  quick_review_count: Defaulted<number>;
  rating_sum: Defaulted<number>;
  rating_count: Defaulted<number>;
  has_sizes: Defaulted<number>;
  first_price: Defaulted<number>;
  position: Defaulted<number>;
  search_text: Defaulted<string>;
  version: Defaulted<number>;
  created_at: number;
  updated_at: number;
  deleted_at: Optional<number>;
}

export interface ProductSizesTable {
  product_id: string;
  size: string;
  position: number;
  price: number;
  original_price: number;
  stock: number;
  held: Defaulted<number>;
  sold: Defaulted<number>;
  net_quantity_grams: Optional<number>;
  contents: Optional<string>;
  /** Set: the size is gone for shoppers; the row still counts what is held and sold of it. */
  removed_at: Optional<number>;
}

export interface ProductImagesTable {
  product_id: string;
  position: number;
  url: string;
  alt: Defaulted<string>;
  upload_type: Defaulted<string>;
  upload_id: Optional<string>;
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

export interface ReviewVotesTable {
  review_id: string;
  device_id: string;
  created_at: number;
}

export interface WishlistTable {
  product_id: string;
  device_id: string;
  created_at: number;
}

export interface OrdersTable {
  order_number: string;
  access_token_hash: string;
  status: string;
  name: Defaulted<string>;
  phone: Defaulted<string>;
  email: Defaulted<string>;
  address: Defaulted<string>;
  city: Defaulted<string>;
  state: Defaulted<string>;
  pincode: Defaulted<string>;
  country: Defaulted<string>;
  address_type: Defaulted<string>;
  order_note: Defaulted<string>;
  payment_method: Defaulted<string>;
  payment_app: Defaulted<string>;
  payment_status: Defaulted<'pending' | 'completed' | 'failed'>;
  payment_note: Defaulted<string>;
  utr: Optional<string>;
  paid_amount: Optional<number>;
  payment_decided_at: Optional<number>;
  payment_decided_by: Optional<string>;
  subtotal: Defaulted<number>;
  shipping: Defaulted<number>;
  tax: Defaulted<number>;
  discount: Defaulted<number>;
  total: Defaulted<number>;
  needs_attention: Defaulted<string>;
  attention_count: Defaulted<number>;
  body_hash: Optional<string>;
  reserved_until: Optional<number>;
  courier: Defaulted<string>;
  courier_tracking: Defaulted<string>;
  cancel_reason: Defaulted<string>;
  internal_notes: Defaulted<string>;
  search_text: Defaulted<string>;
  created_at: number;
  placed_at: Optional<number>;
  delivered_at: Optional<number>;
  updated_at: number;
  version: Defaulted<number>;
}

export interface OrderLinesTable {
  order_number: string;
  position: number;
  product_id: string;
  name: string;
  size: string;
  quantity: number;
  price: number;
  original_price: Defaulted<number>;
  image: Defaulted<string>;
  hsn_code: Defaulted<string>;
  gst_rate_bp: Defaulted<number>;
  stock_size: Optional<string>;
  taken: Defaulted<number>;
}

export interface HoldsTable {
  order_number: string;
  product_id: string;
  size: string;
  quantity: number;
  expires_at: number;
}

export interface OrderEventsTable {
  id: string;
  order_number: string;
  kind: string;
  status: Optional<string>;
  at: number;
  author: string;
  note: Defaulted<string>;
}

export interface PaymentsTable {
  id: string;
  order_number: string;
  utr: Optional<string>;
  amount: number;
  status: 'accepted' | 'rejected' | 'withdrawn';
  source: Defaulted<string>;
  statement_line_id: Optional<string>;
  decided_by: string;
  decided_at: number;
  note: Defaulted<string>;
}

export interface StatementsTable {
  id: string;
  file_name: string;
  file_hash: string;
  bank: Defaulted<string>;
  from_date: Optional<number>;
  to_date: Optional<number>;
  lines: Defaulted<number>;
  imported_by: string;
  imported_at: number;
  undone_at: Optional<number>;
}

export interface StatementLinesTable {
  id: string;
  statement_id: string;
  line_hash: string;
  date: number;
  narration: string;
  amount: number;
  credit: number;
  references_found: Defaulted<string>;
  order_number: Optional<string>;
  matched_at: Optional<number>;
}

export interface InvoiceSeriesTable {
  financial_year: string;
  next_number: number;
}

export interface InvoicesTable {
  number: string;
  order_number: string;
  financial_year: string;
  issued_at: number;
  data: string;
}

export interface ReplacementsTable {
  id: string;
  order_number: string;
  reason: string;
  photos: Defaulted<string>;
  status: Defaulted<string>;
  note: Defaulted<string>;
  created_at: number;
  updated_at: number;
}

export interface ContactsTable {
  id: string;
  name: string;
  email: string;
  phone: Defaulted<string>;
  subject: string;
  message: string;
  status: Defaulted<'new' | 'read' | 'replied' | 'closed'>;
  priority: Defaulted<'low' | 'medium' | 'high' | 'urgent'>;
  admin_notes: Defaulted<string>;
  reply: Optional<string>;
  replied_at: Optional<number>;
  search_text: Defaulted<string>;
  created_at: number;
  updated_at: number;
  version: Defaulted<number>;
}

export interface NewsletterTable {
  email: string;
  created_at: number;
  unsubscribed_at: Optional<number>;
}

export interface PageContentTable {
  id: string;
  content: string;
  version: Defaulted<number>;
  updated_at: number;
  updated_by: string;
}

export interface ProductPagesTable {
  id: string;
  name: string;
  route: string;
  content: string;
  position: Defaulted<number>;
  version: Defaulted<number>;
  updated_at: number;
  updated_by: string;
}

export interface SettingsTable {
  name: string;
  value: string;
  version: Defaulted<number>;
  updated_at: number;
  updated_by: string;
}

export interface UsersTable {
  id: string;
  email: string;
  name: string;
  role: 'admin' | 'manager';
  password_hash: string;
  active: Defaulted<number>;
  created_at: number;
  updated_at: number;
}

export interface SessionsTable {
  token_hash: string;
  id: string;
  user_id: string;
  created_at: number;
  last_used_at: number;
  expires_at: number;
  address: Defaulted<string>;
  agent: Defaulted<string>;
}

export interface OneTimeCodesTable {
  id: string;
  kind: 'otp' | 'reset';
  email: string;
  code_hash: string;
  tries: Defaulted<number>;
  created_at: number;
  expires_at: number;
  used_at: Optional<number>;
}

export interface AttemptsTable {
  key: string;
  count: number;
  window_start: number;
  expires_at: number;
}

export interface MailOutboxTable {
  id: string;
  message_id: string;
  kind: string;
  recipient: string;
  subject: string;
  text_body: string;
  html_body: string;
  attachments: Defaulted<string>;
  order_number: Optional<string>;
  status: Defaulted<'queued' | 'sending' | 'sent' | 'failed'>;
  tries: Defaulted<number>;
  next_try_at: number;
  last_error: Defaulted<string>;
  created_at: number;
  sent_at: Optional<number>;
}

export interface UploadsTable {
  id: string;
  hash: string;
  kind: string;
  url: string;
  width: number;
  height: number;
  bytes: number;
  variants: Defaulted<string>;
  created_by: string;
  created_at: number;
}

export interface AuditLogTable {
  id: string;
  at: number;
  actor_id: Optional<string>;
  actor: string;
  action: string;
  entity: string;
  entity_id: string;
  before_value: Optional<string>;
  after_value: Optional<string>;
  address: Defaulted<string>;
}

export interface DataVersionsTable {
  name: string;
  version: number;
}

export interface MetaTable {
  name: string;
  value: string;
}

export interface Tables {
  categories: CategoriesTable;
  products: ProductsTable;
  product_sizes: ProductSizesTable;
  product_images: ProductImagesTable;
  product_tags: ProductTagsTable;
  reviews: ReviewsTable;
  review_votes: ReviewVotesTable;
  wishlist: WishlistTable;
  orders: OrdersTable;
  order_lines: OrderLinesTable;
  holds: HoldsTable;
  order_events: OrderEventsTable;
  payments: PaymentsTable;
  statements: StatementsTable;
  statement_lines: StatementLinesTable;
  invoice_series: InvoiceSeriesTable;
  invoices: InvoicesTable;
  replacements: ReplacementsTable;
  contacts: ContactsTable;
  newsletter: NewsletterTable;
  page_content: PageContentTable;
  product_pages: ProductPagesTable;
  settings: SettingsTable;
  users: UsersTable;
  sessions: SessionsTable;
  one_time_codes: OneTimeCodesTable;
  attempts: AttemptsTable;
  mail_outbox: MailOutboxTable;
  uploads: UploadsTable;
  audit_log: AuditLogTable;
  data_versions: DataVersionsTable;
  meta: MetaTable;
}
