import type { VisitStep } from '#shop/dashboard/insight.ts';
import type { Language } from '#shop/language.ts';
import type { Defaulted, Optional } from './columns.ts';
import type {
  BankMessagesTable,
  BankWordingsTable,
  CreditRefsTable,
  CreditSourcesTable,
  CreditsTable,
  StatementImportsTable,
} from './schema-bank.ts';
import type {
  CategoriesTable,
  DoneRequestsTable,
  ProductImagesTable,
  ProductSizesTable,
  ProductsTable,
  ProductTagsTable,
  ReviewPhotosTable,
  ReviewsTable,
  ReviewVotesTable,
  StockAlertsTable,
  StockChangesTable,
  WishlistTable,
} from './schema-catalogue.ts';
import type { ApiKeysTable, WebhookMessagesTable, WebhooksTable } from './schema-connect.ts';
import type { MailOutboxTable, PushDevicesTable, PushOutboxTable } from './schema-messages.ts';
import type {
  ClaimsTable,
  CouponsTable,
  CouponUsesTable,
  CreditNoteSeriesTable,
  CreditNotesTable,
  CustomerNotesTable,
  CustomersTable,
  CustomerTagsTable,
  DueInvoicesTable,
  ErasuresTable,
  HoldsTable,
  InvoiceSeriesTable,
  InvoicesTable,
  OrderAttentionTable,
  OrderChangesTable,
  OrderCodesTable,
  OrderEventsTable,
  OrderLinesTable,
  OrderReturnsTable,
  OrdersTable,
  OrderTokensTable,
  PartDocumentsTable,
  PayLinksTable,
  PaymentInboxTable,
  PaymentsTable,
  PaymentTotalsTable,
  RefundsTable,
  ReplacementPhotosTable,
  ReplacementsTable,
  ReversedInvoicesTable,
} from './schema-orders.ts';

export type * from './schema-bank.ts';
export type * from './schema-catalogue.ts';
export type * from './schema-orders.ts';

/**
 * Table types for Kysely; must match migrations/. Money is paise, time epoch ms, booleans are 0/1,
 * JSON is text.
 */
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
  /** Of the sender's page: answers are in it. */
  language: Defaulted<Language>;
  reply: Optional<string>;
  replied_at: Optional<number>;
  /** 1: a complaint, in the grievance register. See migration 045. */
  grievance: Defaulted<number>;
  acknowledged_at: Optional<number>;
  closed_at: Optional<number>;
  closing_note: Defaulted<string>;
  /** JSON of 'Gifts for a company'; empty for other messages. See migration 098. */
  enquiry: Defaulted<string>;
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
  /**
   * The sealed secret of the authenticator app; null: the password is enough. See migration 034.
   */
  two_step_secret: Optional<string>;
  two_step_at: Optional<number>;
  two_step_used: Optional<number>;
  /** Gets an email about each new order. */
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
  /**
   * The sealed secret of the authenticator app that is being set up in this session. See migration
   * 055.
   */
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
  /** How many uploads of the same picture have not been taken back. */
  times: Defaulted<number>;
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
  done_requests: DoneRequestsTable;
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
  payment_totals: PaymentTotalsTable;
  order_tokens: OrderTokensTable;
  pay_links: PayLinksTable;
  order_events: OrderEventsTable;
  order_attention: OrderAttentionTable;
  payments: PaymentsTable;
  credits: CreditsTable;
  credit_refs: CreditRefsTable;
  credit_sources: CreditSourcesTable;
  bank_messages: BankMessagesTable;
  bank_wordings: BankWordingsTable;
  statement_imports: StatementImportsTable;
  payment_inbox: PaymentInboxTable;
  refunds: RefundsTable;
  upi_app_counts: UpiAppCountsTable;
  insight_counts: InsightCountsTable;
  invoice_series: InvoiceSeriesTable;
  invoices: InvoicesTable;
  credit_note_series: CreditNoteSeriesTable;
  credit_notes: CreditNotesTable;
  due_invoices: DueInvoicesTable;
  reversed_invoices: ReversedInvoicesTable;
  part_documents: PartDocumentsTable;
  order_changes: OrderChangesTable;
  order_returns: OrderReturnsTable;
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
  api_keys: ApiKeysTable;
  webhooks: WebhooksTable;
  webhook_messages: WebhookMessagesTable;
  data_versions: DataVersionsTable;
  meta: MetaTable;
}
