import { type Kysely, sql } from 'kysely';

/**
 * All tables. The SQL is shared by both engines, except for these placeholders: `INT8` is a 64-bit
 * integer (bigint on PostgreSQL; SQLite's STRICT tables know only integer), `FLOAT` a double, and
 * `STRICT` is SQLite's type checking, which PostgreSQL always does.
 *
 * Ids are text, money is integer paise, time is epoch milliseconds, booleans are 0/1, lists and
 * records are JSON text.
 */
const tables = [
  // ---- catalogue
  // -------------------------------------------------------------------------------------------------
  `create table categories (
    id text primary key, name text not null, slug text not null unique, icon text not null default '',
    description text not null default '', parent_id text references categories (id), landing_page INT8 not null default 0,
    position INT8 not null default 0, created_at INT8 not null, updated_at INT8 not null) STRICT`,

  `create table products (
    id text primary key, name text not null, description text not null, category_id text not null references categories (id),
    subcategory text not null default '', status text not null check (status in ('Active', 'Inactive', 'Out of Stock')),
    brand text not null default '', country_of_origin text not null default '', shelf_life text not null default '',
    maker text not null default '', weight text not null default '', storage text not null default '', vegetarian INT8 not null default 1,
    ingredients text not null default '[]', allergens text not null default '[]', nutrition text,
    hsn_code text not null default '', gst_rate_bp INT8 not null default 500,
    features text not null default '[]', badges text not null default '[]',
    is_best_seller INT8 not null default 0, is_popular INT8 not null default 0, is_value_combo INT8 not null default 0,
    is_you_may_like INT8 not null default 0, show_best_sellers INT8 not null default 0, show_value_combos INT8 not null default 0,
    show_you_may_also_like INT8 not null default 0,
    order_count INT8 not null default 0, offer_enabled INT8 not null default 0, offer_duration INT8 not null default 15,
    offer_start_time INT8, quick_rating FLOAT, quick_review_count INT8 not null default 0,
    rating_sum INT8 not null default 0, rating_count INT8 not null default 0,
    has_sizes INT8 not null default 1, first_price INT8 not null default 0, position INT8 not null default 0,
    search_text text not null default '', version INT8 not null default 1,
    created_at INT8 not null, updated_at INT8 not null, deleted_at INT8) STRICT`,
  `create index products_category on products (category_id, position) where deleted_at is null`,
  `create index products_position on products (position, id) where deleted_at is null`,

  // A product without sizes has one row with an empty size, so stock is in one table only (D23).
  `create table product_sizes (
    product_id text not null references products (id), size text not null, position INT8 not null,
    price INT8 not null check (price >= 0), original_price INT8 not null check (original_price >= 0),
    stock INT8 not null check (stock >= 0), held INT8 not null default 0 check (held >= 0), sold INT8 not null default 0 check (sold >= 0),
    net_quantity_grams INT8, contents text, primary key (product_id, size)) STRICT`,
  `create table product_images (
    product_id text not null references products (id), position INT8 not null, url text not null, alt text not null default '',
    upload_type text not null default 'file', upload_id text, primary key (product_id, position)) STRICT`,
  `create table product_tags (product_id text not null references products (id), tag text not null, position INT8 not null,
    primary key (product_id, tag)) STRICT`,
  `create index product_tags_tag on product_tags (tag, product_id)`,

  `create table reviews (
    id text primary key, product_id text not null references products (id), customer_name text not null, customer_email text not null default '',
    rating INT8 not null check (rating between 1 and 5), title text not null default '', comment text not null default '',
    date INT8 not null, verified INT8 not null default 0, helpful INT8 not null default 0 check (helpful >= 0),
    status text not null check (status in ('pending', 'approved', 'rejected')), reply text, replied_at INT8,
    created_at INT8 not null, updated_at INT8 not null) STRICT`,
  `create index reviews_product on reviews (product_id, status, date)`,
  `create index reviews_status on reviews (status, created_at)`,
  `create index reviews_created on reviews (created_at)`,
  `create table review_votes (review_id text not null references reviews (id) on delete cascade, device_id text not null,
    created_at INT8 not null, primary key (review_id, device_id)) STRICT`,
  `create table wishlist (product_id text not null references products (id), device_id text not null, created_at INT8 not null,
    primary key (product_id, device_id)) STRICT`,
  `create index wishlist_device on wishlist (device_id)`,

  // ---- orders
  // ----------------------------------------------------------------------------------------------------
  `create table orders (
    order_number text primary key, access_token_hash text not null, status text not null,
    name text not null default '', phone text not null default '', email text not null default '', address text not null default '',
    city text not null default '', state text not null default '', pincode text not null default '', country text not null default 'India',
    address_type text not null default 'home', order_note text not null default '',
    payment_method text not null default 'upi', payment_app text not null default '', payment_status text not null default 'pending'
      check (payment_status in ('pending', 'completed', 'failed')),
    payment_note text not null default '', utr text, paid_amount INT8, payment_decided_at INT8, payment_decided_by text,
    subtotal INT8 not null default 0, shipping INT8 not null default 0, tax INT8 not null default 0, discount INT8 not null default 0,
    total INT8 not null default 0, needs_attention text not null default '[]', attention_count INT8 not null default 0,
    body_hash text, reserved_until INT8, courier text not null default '', courier_tracking text not null default '',
    cancel_reason text not null default '', internal_notes text not null default '', search_text text not null default '',
    created_at INT8 not null, placed_at INT8, delivered_at INT8, updated_at INT8 not null, version INT8 not null default 1) STRICT`,
  `create index orders_created on orders (created_at desc, order_number desc)`,
  `create index orders_status on orders (status, created_at desc, order_number desc)`,
  `create index orders_phone on orders (phone, created_at desc)`,
  `create index orders_utr on orders (utr) where utr is not null`,
  `create index orders_payment on orders (payment_status, status, created_at desc)`,
  `create index orders_attention on orders (created_at desc) where attention_count > 0`,

  `create table order_lines (
    order_number text not null references orders (order_number), position INT8 not null, product_id text not null, name text not null,
    size text not null, quantity INT8 not null check (quantity between 1 and 999), price INT8 not null check (price >= 0),
    original_price INT8 not null default 0, image text not null default '', hsn_code text not null default '',
    gst_rate_bp INT8 not null default 0, stock_size text, taken INT8 not null default 0, primary key (order_number, position)) STRICT`,
  `create index order_lines_product on order_lines (product_id, order_number)`,

  // Stock reserved by a draft until \`expires_at\`. Claimed by the order, or released exactly once
  // (D19, D23).
  `create table holds (
    order_number text not null references orders (order_number), product_id text not null, size text not null,
    quantity INT8 not null check (quantity > 0), expires_at INT8 not null, primary key (order_number, product_id, size)) STRICT`,
  `create index holds_expiry on holds (expires_at)`,

  `create table order_events (
    id text primary key, order_number text not null references orders (order_number), kind text not null, status text,
    at INT8 not null, author text not null, note text not null default '') STRICT`,
  `create index order_events_order on order_events (order_number, at)`,

  // One row for each payment decision. An accepted UTR is unique in the whole shop (I4).
  `create table payments (
    id text primary key, order_number text not null references orders (order_number), utr text, amount INT8 not null,
    status text not null check (status in ('accepted', 'rejected', 'withdrawn')), source text not null default 'admin',
    statement_line_id text, decided_by text not null, decided_at INT8 not null, note text not null default '') STRICT`,
  `create unique index payments_utr on payments (utr) where status = 'accepted' and utr is not null`,
  `create index payments_order on payments (order_number)`,
  `create table statements (
    id text primary key, file_name text not null, file_hash text not null unique, bank text not null default '', from_date INT8, to_date INT8,
    lines INT8 not null default 0, imported_by text not null, imported_at INT8 not null, undone_at INT8) STRICT`,
  `create table statement_lines (
    id text primary key, statement_id text not null references statements (id), line_hash text not null unique, date INT8 not null,
    narration text not null, amount INT8 not null, credit INT8 not null, references_found text not null default '[]',
    order_number text, matched_at INT8) STRICT`,
  `create index statement_lines_order on statement_lines (order_number)`,

  `create table invoice_series (financial_year text primary key, next_number INT8 not null) STRICT`,
  `create table invoices (
    number text primary key, order_number text not null unique references orders (order_number), financial_year text not null,
    issued_at INT8 not null, data text not null) STRICT`,
  `create table replacements (
    id text primary key, order_number text not null references orders (order_number), reason text not null, photos text not null default '[]',
    status text not null default 'requested', note text not null default '', created_at INT8 not null, updated_at INT8 not null) STRICT`,
  `create index replacements_order on replacements (order_number)`,
  `create index replacements_status on replacements (status, created_at)`,

  // ---- contacts, content, settings
  // -------------------------------------------------------------------------------
  `create table contacts (
    id text primary key, name text not null, email text not null, phone text not null default '', subject text not null, message text not null,
    status text not null default 'new' check (status in ('new', 'read', 'replied', 'closed')),
    priority text not null default 'medium' check (priority in ('low', 'medium', 'high', 'urgent')),
    admin_notes text not null default '', reply text, replied_at INT8, search_text text not null default '',
    created_at INT8 not null, updated_at INT8 not null, version INT8 not null default 1) STRICT`,
  `create index contacts_created on contacts (created_at desc)`,
  `create index contacts_status on contacts (status, created_at desc)`,
  `create index contacts_priority on contacts (priority, created_at desc)`,
  `create table newsletter (email text primary key, created_at INT8 not null, unsubscribed_at INT8) STRICT`,
  `create table page_content (
    id text primary key, content text not null, version INT8 not null default 1, updated_at INT8 not null, updated_by text not null) STRICT`,
  `create table product_pages (
    id text primary key, name text not null unique, route text not null unique, content text not null, position INT8 not null default 0,
    version INT8 not null default 1, updated_at INT8 not null, updated_by text not null) STRICT`,
  `create table settings (
    name text primary key, value text not null, version INT8 not null default 1, updated_at INT8 not null, updated_by text not null) STRICT`,

  // ---- accounts
  // --------------------------------------------------------------------------------------------------
  `create table users (
    id text primary key, email text not null unique, name text not null, role text not null check (role in ('admin', 'manager')),
    password_hash text not null, active INT8 not null default 1, created_at INT8 not null, updated_at INT8 not null) STRICT`,
  `create table sessions (
    token_hash text primary key, id text not null unique, user_id text not null references users (id) on delete cascade,
    created_at INT8 not null, last_used_at INT8 not null, expires_at INT8 not null, address text not null default '', agent text not null default '') STRICT`,
  `create index sessions_user on sessions (user_id)`,
  `create table one_time_codes (
    id text primary key, kind text not null check (kind in ('otp', 'reset')), email text not null, code_hash text not null,
    tries INT8 not null default 0, created_at INT8 not null, expires_at INT8 not null, used_at INT8) STRICT`,
  `create index one_time_codes_email on one_time_codes (email, kind, created_at desc)`,
  `create index one_time_codes_hash on one_time_codes (code_hash)`,
  `create table attempts (key text primary key, count INT8 not null, window_start INT8 not null, expires_at INT8 not null) STRICT`,
  `create index attempts_expiry on attempts (expires_at)`,

  // ---- mail, uploads, audit, versions
  // ----------------------------------------------------------------------------
  `create table mail_outbox (
    id text primary key, message_id text not null unique, kind text not null, recipient text not null, subject text not null, text_body text not null,
    html_body text not null, attachments text not null default '[]', order_number text, status text not null default 'queued'
      check (status in ('queued', 'sending', 'sent', 'failed')),
    tries INT8 not null default 0, next_try_at INT8 not null, last_error text not null default '', created_at INT8 not null, sent_at INT8) STRICT`,
  `create index mail_outbox_due on mail_outbox (status, next_try_at)`,
  `create index mail_outbox_order on mail_outbox (order_number)`,
  `create table uploads (
    id text primary key, hash text not null, kind text not null, url text not null, width INT8 not null, height INT8 not null, bytes INT8 not null,
    variants text not null default '[]', created_by text not null, created_at INT8 not null) STRICT`,
  `create index uploads_hash on uploads (hash)`,
  `create table audit_log (
    id text primary key, at INT8 not null, actor_id text, actor text not null, action text not null, entity text not null, entity_id text not null,
    before_value text, after_value text, address text not null default '') STRICT`,
  `create index audit_log_at on audit_log (at desc)`,
  `create index audit_log_entity on audit_log (entity, entity_id, at desc)`,
  `create table data_versions (name text primary key, version INT8 not null) STRICT`,
  `create table meta (name text primary key, value text not null) STRICT`,
];

export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  for (const text of tables) {
    const statement =
      kind === 'sqlite'
        ? text.replaceAll('INT8', 'integer').replaceAll('FLOAT', 'real')
        : text
            .replaceAll('INT8', 'bigint')
            .replaceAll('FLOAT', 'double precision')
            .replace(/ STRICT$/, '');
    await sql.raw(statement).execute(db);
  }
  for (const name of ['catalogue', 'content', 'settings']) {
    await sql`insert into data_versions (name, version) values (${name}, 1)`.execute(db);
  }
}
