import m from '#messages/errors';

/**
 * The expected errors that shoppers can get, each with its HTTP status (D4); their sentences are in
 * `messages/{language}/errors.json`. Anything else is a bug or an outage, and returns 'internal'
 * without details.
 */
const SHOPPER_ERRORS = {
  validation: 400,
  bad_json: 400,
  empty_cart: 400,
  no_items: 400,
  mobile_required: 400,
  mobile_invalid: 400,
  code_invalid: 400,
  upload_invalid: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  product_not_found: 404,
  category_not_found: 404,
  order_not_found: 404,
  review_not_found: 404,
  page_not_found: 404,
  upload_not_found: 404,
  replacement_not_found: 404,
  invoice_not_found: 404,
  conflict: 409,
  stale: 409,
  replacement_not_delivered: 409,
  replacement_late: 409,
  replacement_open: 409,
  wrong_move: 409,
  duplicate_order: 409,
  payment_settled: 409,
  utr_used: 409,
  shop_closed: 409,
  other_state: 409,
  out_of_stock: 409,
  items_unavailable: 409,
  payload_too_large: 413,
  file_too_large: 413,
  rate_limited: 429,
  too_many_attempts: 429,
  internal: 500,
  upload_failed: 503,
  busy: 503,
} as const;

/** Those that only staff can get, with their sentences. */
const STAFF_ERRORS = {
  otp_invalid: { status: 400, message: 'Invalid or expired OTP. Please try again.' },
  reset_invalid: { status: 400, message: 'Failed to reset password. The reset link may be expired or invalid.' },
  statement_unreadable: { status: 400, message: 'This file is not a bank statement.' },
  key_unknown: { status: 401, message: 'This API key does not work. It is wrong, or it has been ended.' },
  session_expired: { status: 401, message: 'Your session has ended. Please sign in again.' },
  login_failed: { status: 401, message: 'The email address or the password is wrong.' },
  code_needed: { status: 401, message: 'Please enter the code from your authenticator app, or a recovery code.' },
  code_wrong: {
    status: 401,
    message:
      'This code is wrong or has already been used. Please enter the latest code from your app, or another recovery code.',
  },
  two_step_needed: { status: 403, message: 'Please set up two-step sign-in first.' },
  customer_not_found: { status: 404, message: 'Customer not found' },
  contact_not_found: { status: 404, message: 'Contact message not found' },
  alert_not_found: { status: 404, message: 'This number is not on the list' },
  subscriber_not_found: { status: 404, message: 'This address is not on the list' },
  mail_not_found: { status: 404, message: 'Email not found' },
  session_not_found: { status: 404, message: 'This session has already ended.' },
  webhook_not_found: { status: 404, message: 'Webhook not found' },
  webhook_message_not_found: { status: 404, message: 'This message is no longer kept.' },
  key_not_found: { status: 404, message: 'This key has already been ended.' },
  user_not_found: { status: 404, message: 'Account not found' },
  coupon_not_found: { status: 404, message: 'Coupon not found' },
  credit_not_found: { status: 404, message: 'Bank credit not found' },
  refund_not_found: { status: 404, message: 'Refund not found' },
  bank_message_not_found: { status: 404, message: 'Bank message not found' },
  wording_not_found: { status: 404, message: 'Wording not found' },
  import_not_found: { status: 404, message: 'Statement import not found' },
  credit_note_not_found: { status: 404, message: 'There is no credit note for this order.' },
  unpaid: {
    status: 409,
    message: 'The payment of this order is not verified yet. Please confirm that you want to ship it anyway.',
  },
  customer_busy: {
    status: 409,
    message: 'This person has an order or a replacement that is still open. Finish or cancel it first.',
  },
  credit_taken: { status: 409, message: 'This credit already proves another order.' },
  credit_not_matched: { status: 409, message: 'This credit proves no order.' },
  amount_differs: { status: 409, message: 'The amount of the credit differs from the total of the order.' },
  import_undone: { status: 409, message: 'This import has already been undone.' },
  refund_too_large: { status: 409, message: 'This is more than the shop has received for the order.' },
  upload_in_use: { status: 409, message: 'This image is still used by a product, a page or an order.' },
  coupon_in_use: {
    status: 409,
    message: 'Orders have used this coupon, so it stays in the report. Please end it instead.',
  },
  category_in_use: { status: 409, message: 'This category still has products. Please move them to another one first.' },
  name_taken: { status: 409, message: 'This name is already in use.' },
  unsupported_media: { status: 415, message: 'Please send the request as JSON.' },
  no_such_part: { status: 416, message: 'The file has no such part.' },
} as const;

export type ErrorCode = keyof typeof SHOPPER_ERRORS | keyof typeof STAFF_ERRORS;

/** An invalid field: `path` as in the body (`items.0.quantity`), and a user-facing `msg`. */
export interface FieldError {
  path: string;
  msg: string;
}

interface ShopErrorOptions {
  /** Replaces the default message with a more specific one. */
  message?: string;
  errors?: FieldError[];
  /** Additional data for the caller; `details.data` becomes `data` of the response. */
  details?: unknown;
}

/**
 * An expected error. Checked by name instead of `instanceof`, because development has two module
 * graphs.
 */
export class ShopError extends Error {
  override readonly name = 'ShopError';
  readonly code: ErrorCode;
  readonly details: unknown;
  readonly errors: FieldError[] | undefined;

  constructor(code: ErrorCode, options: ShopErrorOptions = {}) {
    super(options.message ?? sentenceOf(code));
    this.code = code;
    this.details = options.details;
    this.errors = options.errors;
  }
}

/** An error about one field of the body, with its sentence as the message of the whole response. */
export function fieldError(code: ErrorCode, path: string, msg: string): ShopError {
  return new ShopError(code, { message: msg, errors: [{ path, msg }] });
}

export function isShopError(error: unknown): error is ShopError {
  return error instanceof Error && error.name === 'ShopError';
}

/** The HTTP status of an error code. */
export function statusOf(code: ErrorCode): number {
  return isStaffError(code) ? STAFF_ERRORS[code].status : SHOPPER_ERRORS[code];
}

/** The default message of an error code, in the current language. */
export function sentenceOf(code: ErrorCode): string {
  return isStaffError(code) ? STAFF_ERRORS[code].message : m[code]();
}

function isStaffError(code: ErrorCode): code is keyof typeof STAFF_ERRORS {
  return code in STAFF_ERRORS;
}
