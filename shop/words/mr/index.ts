/**
 * All words that a failure may say, under the same names as in English (server/http/hindi.ts).
 */
export * as address from './address.ts';
export * as alerts from './alerts.ts';
export * as cart from './cart.ts';
export * as contacts from './contacts.ts';
export * as coupons from './coupons.ts';
export * as dates from './dates.ts';
export * as errors from './errors.ts';
export * as gstin from './gstin.ts';
export * as language from './language.ts';
export * as limits from './limits.ts';
export * as money from './money.ts';
export * as orderCode from './order-code.ts';
export * as orderStatus from './order-status.ts';
export * as packs from './packs.ts';
export * as paymentProgress from './payment-progress.ts';
export * as phones from './phones.ts';
export * as pricing from './pricing.ts';
export * as replacements from './replacements.ts';
export * as reviews from './reviews.ts';
export * as stock from './stock.ts';
export * as tracking from './tracking.ts';
export * as upi from './upi.ts';
export * as uploads from './uploads.ts';
