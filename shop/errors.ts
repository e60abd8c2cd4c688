/**
 * All expected errors, each with its HTTP status and user-facing message (D4). Anything else is a
 * bug or an outage, and returns 'internal' without details.
 */
const ERRORS = {
  validation: { status: 400, message: 'Validation failed. Please check all required fields and try again.' },
  bad_json: { status: 400, message: 'The request could not be read: its body is not valid JSON.' },
  empty_cart: { status: 400, message: 'Your cart is empty or contains invalid items. Please add items to your cart.' },
  no_items: { status: 400, message: 'No valid items in cart. Please add items to your cart.' },
  mobile_required: { status: 400, message: 'Please enter your mobile number' },
  mobile_invalid: { status: 400, message: 'Phone number must be 10 digits' },
  code_invalid: { status: 400, message: 'This code is wrong or no longer valid. Please ask for a new one.' },
  otp_invalid: { status: 400, message: 'Invalid or expired OTP. Please try again.' },
  reset_invalid: { status: 400, message: 'Failed to reset password. The reset link may be expired or invalid.' },
  statement_unreadable: { status: 400, message: 'This file is not a bank statement.' },
  upload_invalid: { status: 400, message: 'Invalid image file. Please select a valid image.' },
  unauthorized: { status: 401, message: 'Please sign in to continue.' },
  session_expired: { status: 401, message: 'Your session has ended. Please sign in again.' },
  login_failed: { status: 401, message: 'The email address or the password is wrong.' },
  code_needed: { status: 401, message: 'Please enter the code from your authenticator app, or a recovery code.' },
  code_wrong: {
    status: 401,
    message:
      'This code is wrong or has already been used. Please enter the latest code from your app, or another recovery code.',
  },
  two_step_needed: { status: 403, message: 'Please set up two-step sign-in first.' },
  forbidden: { status: 403, message: 'Your account does not have permission for this.' },
  not_found: { status: 404, message: 'This address does not exist.' },
  product_not_found: { status: 404, message: 'Product not found' },
  category_not_found: { status: 404, message: 'Category not found' },
  order_not_found: { status: 404, message: 'Order not found' },
  review_not_found: { status: 404, message: 'Review not found' },
  customer_not_found: { status: 404, message: 'Customer not found' },
  contact_not_found: { status: 404, message: 'Contact message not found' },
  alert_not_found: { status: 404, message: 'This number is not on the list' },
  subscriber_not_found: { status: 404, message: 'This address is not on the list' },
  page_not_found: { status: 404, message: 'Page not found' },
  upload_not_found: { status: 404, message: 'Image not found' },
  mail_not_found: { status: 404, message: 'Email not found' },
  session_not_found: { status: 404, message: 'This session has already ended.' },
  user_not_found: { status: 404, message: 'Account not found' },
  replacement_not_found: { status: 404, message: 'Replacement request not found' },
  coupon_not_found: { status: 404, message: 'Coupon not found' },
  credit_not_found: { status: 404, message: 'Bank credit not found' },
  refund_not_found: { status: 404, message: 'Refund not found' },
  bank_message_not_found: { status: 404, message: 'Bank message not found' },
  wording_not_found: { status: 404, message: 'Wording not found' },
  import_not_found: { status: 404, message: 'Statement import not found' },
  invoice_not_found: { status: 404, message: 'There is no invoice for this order yet.' },
  credit_note_not_found: { status: 404, message: 'There is no credit note for this order.' },
  conflict: { status: 409, message: 'This conflicts with what is already there.' },
  stale: {
    status: 409,
    message: 'Someone else has changed this in the meantime. Please check the latest version and try again.',
  },
  replacement_not_delivered: { status: 409, message: 'A replacement can be requested once the order is delivered.' },
  replacement_late: {
    status: 409,
    message: 'The 7 days for a replacement are over. Please contact us and we will see what we can do.',
  },
  replacement_open: { status: 409, message: 'There is already an open replacement request for this order.' },
  wrong_move: { status: 409, message: 'The order cannot change to that status.' },
  unpaid: {
    status: 409,
    message: 'The payment of this order is not verified yet. Please confirm that you want to ship it anyway.',
  },
  duplicate_order: { status: 409, message: 'This order has already been received.' },
  customer_busy: {
    status: 409,
    message: 'This person has an order or a replacement that is still open. Finish or cancel it first.',
  },
  payment_settled: { status: 409, message: 'The payment of this order has already been verified.' },
  credit_taken: { status: 409, message: 'This credit already proves another order.' },
  credit_not_matched: { status: 409, message: 'This credit proves no order.' },
  amount_differs: { status: 409, message: 'The amount of the credit differs from the total of the order.' },
  import_undone: { status: 409, message: 'This import has already been undone.' },
  refund_too_large: { status: 409, message: 'This is more than the shop has received for the order.' },
  utr_used: { status: 409, message: 'This UTR has already been accepted for another order.' },
  out_of_stock: {
    status: 409,
    message: 'Some items are out of stock. Please remove them from your cart and try again.',
  },
  items_unavailable: { status: 409, message: 'Some products are no longer available. Please refresh and try again.' },
  upload_in_use: { status: 409, message: 'This image is still used by a product, a page or an order.' },
  coupon_in_use: {
    status: 409,
    message: 'Orders have used this coupon, so it stays in the report. Please end it instead.',
  },
  category_in_use: { status: 409, message: 'This category still has products. Please move them to another one first.' },
  name_taken: { status: 409, message: 'This name is already in use.' },
  payload_too_large: { status: 413, message: 'The request is too large.' },
  file_too_large: { status: 413, message: 'Image size should be less than 5MB' },
  unsupported_media: { status: 415, message: 'Please send the request as JSON.' },
  no_such_part: { status: 416, message: 'The file has no such part.' },
  rate_limited: { status: 429, message: 'Too many requests. Please wait a moment and try again.' },
  too_many_attempts: { status: 429, message: 'Too many attempts. Please wait 15 minutes and try again.' },
  internal: { status: 500, message: 'Something went wrong on our side. Please try again.' },
  upload_failed: { status: 503, message: 'Failed to upload image. Please try again.' },
  busy: { status: 503, message: 'The shop is busy right now. Please try again in a moment.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERRORS;

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
    super(options.message ?? ERRORS[code].message);
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
  return ERRORS[code].status;
}

/** The default message of an error code. */
export function sentenceOf(code: ErrorCode): string {
  return ERRORS[code].message;
}
