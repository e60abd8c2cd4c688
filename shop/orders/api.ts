import { z } from 'zod';
import { type Contract, ok } from '../contract.ts';
import { UPLOAD_LIMITS } from '../media/uploads.ts';
import { limitedPagination } from '../page-parameters.ts';
import { cleanLine } from '../text/text.ts';
import { BulkCancelBody, BulkDeliveredBody, BulkNotReceivedBody, BulkResult, UnprovenGroup } from './bulk.ts';
import { DifferenceBody, DocumentQuery, LinesBody, LinesPreview, ReturnBody, VersionBody } from './line-input.ts';
import {
  AddressBody,
  AttentionBody,
  CancelBody,
  CodeBody,
  CourierFileQuery,
  DeliveredFileLine,
  GiftBody,
  MAX_DELIVERED_FILE,
  NotesBody,
  OrderBackground,
  OrderListQuery,
  OrderStats,
  PaperParams,
  PaperQuery,
  ParcelBody,
  ReplacementListQuery,
  StatusBody,
  TrackingFileBody,
  TrackingFileLine,
  UtrBody,
} from './order-calls.ts';
import {
  AdminOrder,
  CouponResult,
  DraftInput,
  DraftOrder,
  DraftPayment,
  Order,
  OrderChange,
  OrderInput,
  OrderPricing,
  PriceInput,
  TrackedOrder,
} from './orders.ts';
import { REPLACEMENT_PAPERS } from './papers.ts';
import { PaymentInput } from './payment-input.ts';
import {
  AdminReplacement,
  Replacement,
  ReplacementCounts,
  ReplacementInput,
  ReplacementMove,
  ReplacementPhoto,
} from './replacement-input.ts';

const message = z.string();
/** Without control characters: PostgreSQL takes no NUL. */
const params = z.object({ id: z.string().max(100).overwrite(cleanLine) });
const draftParams = z.object({ orderNumber: z.string().max(100).overwrite(cleanLine) });
const shopper = { tag: 'orders', access: 'public' } as const;
/** For shoppers with the order's token, or for staff. */
const either = { tag: 'orders', access: 'guest-or-staff', orderToken: true, params } as const;
const staff = { tag: 'orders (staff)', access: 'staff' } as const;
/** For shoppers: the median of the last checks. */
const usualCheckMs = z
  .number()
  .nullable()
  .optional()
  .describe('ms from a UTR to its verified payment, the median of the last orders; null with too few of them');
const Changed = ok({ message, order: AdminOrder });

/**
 * Drafts and placing an order (D19, D21). The access token may be sent as `x-order-token` or as
 * `accessToken` in the body.
 */
export const checkoutApi = {
  'POST /orders/draft': {
    ...shopper,
    orderToken: true,
    summary: 'Make or refresh a draft: prices, stock hold, order number and access token (D19)',
    body: DraftInput,
    responses: { 201: ok({ order: DraftOrder, changes: z.array(OrderChange), coupon: CouponResult.nullable() }) },
    fails: [404, 409],
  },
  'GET /orders/draft/:orderNumber/payment': {
    ...shopper,
    orderToken: true,
    params: draftParams,
    summary:
      'Whether the bank has reported the payment of a draft, and the order that it has become; asked every two seconds',
    responses: { 200: ok(DraftPayment.shape) },
    fails: [404],
  },
  'POST /orders/draft/:orderNumber/close': {
    ...shopper,
    orderToken: true,
    params: draftParams,
    summary: 'The shopper did not pay: the draft gives back its stock; closed is false when it has become an order',
    responses: { 200: ok({ closed: z.boolean() }) },
    fails: [404],
  },
  'POST /orders/price': {
    ...shopper,
    summary: 'What a cart costs with the coupon or automatic offer that applies; holds nothing',
    body: PriceInput,
    responses: { 200: ok({ pricing: OrderPricing, coupon: CouponResult.nullable() }) },
  },
  'POST /orders': {
    ...shopper,
    orderToken: true,
    summary:
      'Place an order, once (D21). The same order again: 409 with data.order; a UTR for an order without one: 200',
    body: OrderInput,
    responses: {
      200: ok({ message, order: Order.extend({ accessToken: z.string() }) }),
      201: ok({ message, order: Order.extend({ accessToken: z.string() }) }),
    },
    fails: [409],
  },
} as const satisfies Contract;

/** Reading and changing orders. */
export const ordersApi = {
  'GET /orders': {
    ...staff,
    scope: 'orders:read',
    summary: 'List orders, newest first; drafts only with status=draft',
    query: OrderListQuery,
    responses: {
      200: ok({
        orders: z.array(AdminOrder),
        pagination: limitedPagination('totalOrders'),
      }),
    },
  },
  'GET /orders/stats/summary': {
    ...staff,
    summary: 'Live figures of the dashboard',
    responses: { 200: ok({ stats: OrderStats }) },
  },
  'GET /orders/unproven-groups': {
    ...staff,
    summary: 'Orders to verify that come from one network or name one phone, at least five each (D65)',
    responses: { 200: ok({ groups: z.array(UnprovenGroup) }) },
  },
  'POST /orders/bulk/not-received': {
    ...staff,
    right: 'verifyPayments',
    summary: 'Say of several payments that they have not arrived, or take that back; each order has its own result',
    body: BulkNotReceivedBody,
    responses: { 200: ok({ message, results: z.array(BulkResult) }) },
  },
  'POST /orders/bulk/cancel': {
    ...staff,
    summary: 'Cancel several orders; each has its own result',
    body: BulkCancelBody,
    responses: { 200: ok({ message, results: z.array(BulkResult) }) },
  },
  'POST /orders/bulk/delivered': {
    ...staff,
    scope: 'parcels:write',
    summary: 'Mark several orders as delivered, or take that back before the mails leave; each has its own result',
    body: BulkDeliveredBody,
    responses: { 200: ok({ message, results: z.array(BulkResult) }) },
  },
  'GET /orders/export': {
    ...staff,
    access: 'admin',
    summary: 'The orders of a filter as a CSV file, newest first; page and limit are ignored',
    query: OrderListQuery,
    responses: { 200: { contentType: 'text/csv' } },
  },
  'GET /orders/papers/:paper': {
    ...staff,
    params: PaperParams,
    summary: 'Pick list, packing slips or 4 × 6 inch labels of several orders as a PDF',
    query: PaperQuery,
    responses: { 200: { contentType: 'application/pdf' } },
    fails: [404, 409],
  },
  'GET /orders/invoices': {
    ...staff,
    summary: 'The invoices of several orders as one PDF; orders without an invoice are left out',
    query: PaperQuery,
    responses: { 200: { contentType: 'application/pdf' } },
    fails: [404],
  },
  'GET /orders/courier-file': {
    ...staff,
    summary: 'The parcels of several orders as a CSV file in the columns of a courier’s bulk upload',
    query: CourierFileQuery,
    responses: { 200: { contentType: 'text/csv' } },
    fails: [404, 409],
  },
  'POST /orders/tracking-file': {
    ...staff,
    scope: 'parcels:write',
    summary:
      'Read a courier’s CSV with tracking numbers and ship its orders; a dry run returns what each line would do and writes nothing',
    body: TrackingFileBody,
    bodyLimit: 1_000_000,
    responses: { 200: ok({ lines: z.array(TrackingFileLine), dryRun: z.boolean() }) },
  },
  'POST /orders/delivered-file': {
    ...staff,
    summary:
      'Read a courier’s report (CSV, XLSX) and mark its delivered orders; a dry run returns what each line would do and writes nothing',
    query: z.object({ dryRun: z.stringbool().default(false) }),
    files: { field: 'file', most: 1, bytes: MAX_DELIVERED_FILE },
    responses: { 200: ok({ lines: z.array(DeliveredFileLine), dryRun: z.boolean() }) },
  },
  'GET /orders/track/:mobile': {
    ...shopper,
    summary: 'Orders of a mobile number, masked (D33)',
    params: z.object({ mobile: z.string().max(100) }),
    responses: { 200: ok({ orders: z.array(TrackedOrder) }) },
  },
  'POST /orders/:id/code': {
    ...shopper,
    params,
    summary: 'Send a 6-digit code to the email address of a shipped order; the same response for every number (D33)',
    responses: { 200: ok({ message }) },
  },
  'POST /orders/:id/code/verify': {
    ...shopper,
    params,
    summary: 'Open an order on another device with that code, once: the order and an access token for it',
    body: CodeBody,
    responses: { 200: ok({ order: Order, accessToken: z.string() }) },
    fails: [404],
  },
  'GET /orders/:id': {
    ...either,
    scope: 'orders:read',
    summary: 'One order: for the shopper who holds its token, or for staff with mails, payments and hints',
    responses: { 200: ok({ order: AdminOrder, usualCheckMs, ...OrderBackground.partial().shape }) },
    fails: [404],
  },
  'PUT /orders/:id/status': {
    ...staff,
    params,
    summary: 'Move an order on (D36); 409 with a sentence on a wrong move, an unpaid shipment or a stale version',
    body: StatusBody,
    responses: { 200: Changed },
    fails: [404, 409],
  },
  'PUT /orders/:id/payment': {
    ...staff,
    right: 'verifyPayments',
    params,
    summary: 'Verify a payment, say with a reason that it has not arrived, or take such a decision back',
    body: PaymentInput,
    responses: { 200: Changed },
    fails: [404, 409],
  },
  'PUT /orders/:id/notes': {
    ...staff,
    params,
    summary: "Replace the staff's own notes on an order; shoppers never see them",
    body: NotesBody,
    responses: { 200: Changed },
    fails: [404, 409],
  },
  'PUT /orders/:id/attention': {
    ...staff,
    params,
    summary: 'Take a reason for attention off an order; it does not come back from the same cause',
    body: AttentionBody,
    responses: { 200: Changed },
    fails: [404, 409],
  },
  'PUT /orders/:id/parcel': {
    ...staff,
    params,
    summary: 'Enter or correct courier and tracking number of an order that has been shipped',
    body: ParcelBody,
    responses: { 200: Changed },
    fails: [404, 409],
  },
  'PUT /orders/:id/address': {
    ...staff,
    params,
    summary:
      'Correct the delivery address of an order until it is shipped; an invoice that has been issued stays as it is',
    body: AddressBody,
    responses: { 200: Changed },
    fails: [404, 409],
  },
  'PUT /orders/:id/gift': {
    ...staff,
    params,
    summary: 'Correct the message of a gift until it is shipped',
    body: GiftBody,
    responses: { 200: Changed },
    fails: [404, 409],
  },
  'PUT /orders/:id/lines': {
    ...staff,
    params,
    summary:
      'Change the items of an order until it is shipped; a dry run says what becomes of the money and the papers, and writes nothing',
    body: LinesBody,
    responses: { 200: ok({ message, order: AdminOrder, preview: LinesPreview }) },
    fails: [404, 409],
  },
  'POST /orders/:id/lines/undo': {
    ...staff,
    params,
    summary: 'Undo the last change of the items of an order that is not shipped',
    body: VersionBody,
    responses: { 200: Changed },
    fails: [404, 409],
  },
  'POST /orders/:id/difference': {
    ...staff,
    right: 'verifyPayments',
    params,
    summary: 'Record that the rest of a changed order was paid, or waive it with a reason',
    body: DifferenceBody,
    responses: { 200: Changed },
    fails: [404, 409],
  },
  'POST /orders/:id/returns': {
    ...staff,
    params,
    summary:
      'Take items of a delivered order back, all or a part: a credit note and a refund that is due; stock only on request',
    body: ReturnBody,
    responses: { 200: Changed },
    fails: [404, 409],
  },
  'POST /orders/:id/returns/undo': {
    ...staff,
    params,
    summary: 'Undo the last return of an order whose refund was not sent',
    body: VersionBody,
    responses: { 200: Changed },
    fails: [404, 409],
  },
  'POST /orders/:id/utr': {
    ...shopper,
    orderToken: true,
    params,
    summary:
      'Send the UTR of an order without one, or another one after a payment that was not found: the payment is pending again. With the one that was not found, staff check again',
    body: UtrBody,
    responses: { 200: ok({ message, order: Order }) },
    fails: [404, 409],
  },
  'POST /orders/:id/cancel': {
    ...either,
    summary: 'Cancel an order: the shopper while it is pending, staff as D36 allows',
    body: CancelBody,
    responses: { 200: Changed },
    fails: [404, 409],
  },
  'GET /orders/:id/invoice': {
    ...either,
    scope: 'orders:read',
    summary: 'The GST tax invoice of an order as a PDF: for the shopper who holds its token, or for staff',
    query: DocumentQuery,
    responses: { 200: { contentType: 'application/pdf' } },
    fails: [404],
  },
  'GET /orders/:id/credit-note': {
    ...either,
    scope: 'orders:read',
    summary:
      'A credit note of an order as a PDF, without a number the last one: for the shopper who holds its token, or for staff',
    query: DocumentQuery,
    responses: { 200: { contentType: 'application/pdf' } },
    fails: [404],
  },
  'POST /orders/:id/mails/:mail/resend': {
    ...staff,
    params: params.extend({ mail: z.string().max(100) }),
    summary: 'Send a mail of this order again: at once when it failed or waits, as a new message when it was sent',
    responses: { 200: ok({ message }) },
    fails: [404, 409],
  },
} as const satisfies Contract;

/**
 * Replacement requests: shoppers send x-order-token, staff a Bearer token. Their state is part of
 * the order.
 */
export const replacementsApi = {
  'POST /orders/:id/replacement/photos': {
    ...shopper,
    orderToken: true,
    params,
    summary:
      'Send a photo (form data, field photo, one file of at most 5,000,000 bytes) for a request that is being written',
    files: { field: 'photo', most: 1, bytes: UPLOAD_LIMITS.bytes },
    responses: { 201: ok({ photo: ReplacementPhoto }) },
    fails: [404, 409],
  },
  'GET /orders/:id/replacement/photos/:photo': {
    ...either,
    params: params.extend({ photo: z.string().max(100) }),
    summary: 'A photo of a replacement request (WebP): for the shopper who holds the order token, or for staff',
    responses: { 200: { contentType: 'image/webp' } },
    fails: [404],
  },
  'POST /orders/:id/replacement': {
    ...shopper,
    orderToken: true,
    params,
    summary: 'Request a replacement within 7 days of delivery; one open request for each order',
    body: ReplacementInput,
    responses: { 201: ok({ message, replacement: Replacement }) },
    fails: [404, 409],
  },
  'GET /replacements': {
    ...staff,
    summary: 'List replacement requests, newest first, with the number of each status',
    query: ReplacementListQuery,
    responses: {
      200: ok({
        replacements: z.array(AdminReplacement),
        counts: ReplacementCounts,
        pagination: limitedPagination('totalReplacements'),
      }),
    },
  },
  'GET /replacements/:id': {
    ...staff,
    params,
    summary: 'One replacement request',
    responses: { 200: ok({ replacement: AdminReplacement }) },
    fails: [404],
  },
  'GET /replacements/:id/papers/:paper': {
    ...staff,
    params: params.extend({ paper: z.enum(REPLACEMENT_PAPERS, { error: 'Please choose what to print' }) }),
    summary: 'Packing slip or 4 × 6 inch label for the parcel of an approved replacement as a PDF',
    responses: { 200: { contentType: 'application/pdf' } },
    fails: [404, 409],
  },
  'PUT /replacements/:id/status': {
    ...staff,
    params,
    summary:
      'Approve, reject (with a note), send again (takes the goods from stock) or close; 409 on a wrong move, a stale version or missing stock',
    body: ReplacementMove,
    responses: { 200: ok({ message, replacement: AdminReplacement }) },
    fails: [404, 409],
  },
} as const satisfies Contract;
