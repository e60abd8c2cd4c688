import type { VisitStep } from '#shop/dashboard/insight.ts';
import type { Defaulted, Optional } from './columns.ts';
import type { MailOutboxTable, PushDevicesTable, PushOutboxTable } from './schema-messages.ts';
import type {
  ClaimsTable,
  CouponsTable,
  CouponUsesTable,
  CreditNoteSeriesTable,
  CreditNotesTable,
  CreditRefsTable,
  CreditSourcesTable,
  CreditsTable,
  CustomerNotesTable,
  CustomersTable,
  CustomerTagsTable,
  ErasuresTable,
  HoldsTable,
  InvoiceSeriesTable,
  InvoicesTable,
  OrderAttentionTable,
  OrderCodesTable,
  OrderEventsTable,
  OrderLinesTable,
  OrdersTable,
  OrderTokensTable,
  PaymentInboxTable,
  PaymentsTable,
  RefundsTable,
  ReplacementPhotosTable,
  ReplacementsTable,
  StatementImportsTable,
} from './schema-orders.ts';

export type * from './schema-orders.ts';

/**
 * Table types for Kysely; must match migrations/. Money is paise, time epoch ms, booleans are 0/1, JSON is text.
 */
export interface CategoriesTable {
  id: string;
  name: string;
  slug: string;
  icon: Defaulted<string>;
  description: Defaulted<string>;
  /** JSON of the texts in Hindi that are filled in. */
  hi: Optional<string>;
  parent_id: Optional<string>;
  landing_page: Defaulted<number>;
  position: Defaulted<number>;
  created_at: number;
  updated_at: number;
  /** Incremented at each save. */
  version: Defaulted<number>;
  /** Set when the category is deleted. The row stays for deleted products that reference it; its slug is free again. */
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
  ingredients: Defaulted<string>;
  allergens: Defaulted<string>;
  nutrition: Optional<string>;
  /** JSON of the texts in Hindi that are filled in. */
  hi: Optional<string>;
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
  size: string;
  position: number;
  price: number;
  original_price: number;
  stock: number;
  held: Defaulted<number>;
  sold: Defaulted<number>;
  net_quantity_grams: Optional<number>;
  contents: Optional<string>;
  /** Set when the size is removed for shoppers; the row still counts its held and sold stock. */
  removed_at: Optional<number>;
}

/** What staff changed in the stock of a size; numbered from 1 for each size. */
interface StockChangesTable {
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

export interface ProductImagesTable {
  product_id: string;
  position: number;
  url: string;
  alt: Defaulted<string>;
  upload_type: Defaulted<string>;
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

interface ReviewVotesTable {
  review_id: string;
  device_id: string;
}

interface WishlistTable {
  product_id: string;
  device_id: string;
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
  /** 1: a complaint, in the grievance register. See migration 045. */
  grievance: Defaulted<number>;
  acknowledged_at: Optional<number>;
  closed_at: Optional<number>;
  closing_note: Defaulted<string>;
  /** See migration 023. */
  once: Optional<string>;
  search_text: Defaulted<string>;
  created_at: number;
  updated_at: number;
  version: Defaulted<number>;
}

interface NewsletterTable {
  email: string;
  created_at: number;
  unsubscribed_at: Optional<number>;
}

export interface StockAlertsTable {
  id: string;
  product_id: string;
  /** As in product_sizes: empty for a product without sizes. */
  size: Defaulted<string>;
  /** Either an address or a number, the other is empty. */
  email: Defaulted<string>;
  phone: Defaulted<string>;
  /** Hash of the sender's network. */
  network: string;
  /** Of the code that confirms the address; null once confirmed, and for phone numbers. */
  code_hash: Optional<string>;
  created_at: number;
  expires_at: number;
}

interface PageContentTable {
  id: string;
  content: string;
  version: Defaulted<number>;
  updated_at: number;
  updated_by: string;
}

interface ProductPagesTable {
  id: string;
  name: string;
  route: string;
  content: string;
  position: Defaulted<number>;
  version: Defaulted<number>;
  updated_at: number;
  updated_by: string;
}

interface SettingsTable {
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
  /** A right of managers; ignored for admins (D39). */
  may_verify_payments: Defaulted<number>;
  /** The sealed secret of the authenticator app; null: the password is enough. See migration 034. */
  two_step_secret: Optional<string>;
  two_step_at: Optional<number>;
  two_step_used: Optional<number>;
  /** Gets an e-mail about each new order. */
  order_mails: Defaulted<number>;
  created_at: number;
}

interface RecoveryCodesTable {
  user_id: string;
  code_hash: string;
  used_at: Optional<number>;
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
  /** The sealed secret of the authenticator app that is being set up in this session. See migration 055. */
  two_step_setup: Optional<string>;
}

export interface OneTimeCodesTable {
  id: string;
  kind: 'otp' | 'reset';
  email: string;
  code_hash: string;
  tries: Defaulted<number>;
  /** 1: an invitation. */
  invites: Defaulted<number>;
  created_at: number;
  expires_at: number;
  used_at: Optional<number>;
}

interface DevicesTable {
  token_hash: string;
  user_id: string;
  expires_at: number;
}

interface AttemptsTable {
  key: string;
  count: number;
  window_start: number;
  expires_at: number;
}

export interface UploadsTable {
  id: string;
  hash: string;
  kind: string;
  url: string;
  width: number;
  height: number;
  bytes: number;
  created_at: number;
}

interface AuditLogTable {
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

/** What happened in a UPI app, counted by day in India (`YYYY-MM-DD`). */
interface UpiAppCountsTable {
  day: string;
  app: string;
  what: 'opened' | 'declined';
  count: number;
}

/** What shoppers did, counted by day in India (`YYYY-MM-DD`). See migration 041. */
export interface InsightCountsTable {
  day: string;
  what: VisitStep | 'search' | 'left' | 'left_paise';
  /** The words of a search; empty for everything else, and for words that are only counted. */
  name: Defaulted<string>;
  count: number;
}

interface DataVersionsTable {
  name: string;
  version: number;
}

interface MetaTable {
  name: string;
  value: string;
}

export interface Tables {
  categories: CategoriesTable;
  products: ProductsTable;
  product_sizes: ProductSizesTable;
  stock_changes: StockChangesTable;
  product_images: ProductImagesTable;
  product_tags: ProductTagsTable;
  reviews: ReviewsTable;
  review_votes: ReviewVotesTable;
  review_photos: ReviewPhotosTable;
  wishlist: WishlistTable;
  orders: OrdersTable;
  order_lines: OrderLinesTable;
  holds: HoldsTable;
  claims: ClaimsTable;
  coupons: CouponsTable;
  coupon_uses: CouponUsesTable;
  order_codes: OrderCodesTable;
  order_tokens: OrderTokensTable;
  order_events: OrderEventsTable;
  order_attention: OrderAttentionTable;
  payments: PaymentsTable;
  credits: CreditsTable;
  credit_refs: CreditRefsTable;
  credit_sources: CreditSourcesTable;
  statement_imports: StatementImportsTable;
  payment_inbox: PaymentInboxTable;
  refunds: RefundsTable;
  upi_app_counts: UpiAppCountsTable;
  insight_counts: InsightCountsTable;
  invoice_series: InvoiceSeriesTable;
  invoices: InvoicesTable;
  credit_note_series: CreditNoteSeriesTable;
  credit_notes: CreditNotesTable;
  replacements: ReplacementsTable;
  replacement_photos: ReplacementPhotosTable;
  customers: CustomersTable;
  customer_tags: CustomerTagsTable;
  customer_notes: CustomerNotesTable;
  erasures: ErasuresTable;
  contacts: ContactsTable;
  newsletter: NewsletterTable;
  stock_alerts: StockAlertsTable;
  page_content: PageContentTable;
  product_pages: ProductPagesTable;
  settings: SettingsTable;
  users: UsersTable;
  sessions: SessionsTable;
  one_time_codes: OneTimeCodesTable;
  recovery_codes: RecoveryCodesTable;
  devices: DevicesTable;
  attempts: AttemptsTable;
  mail_outbox: MailOutboxTable;
  push_devices: PushDevicesTable;
  push_outbox: PushOutboxTable;
  uploads: UploadsTable;
  audit_log: AuditLogTable;
  data_versions: DataVersionsTable;
  meta: MetaTable;
}
