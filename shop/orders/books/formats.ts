/** The files of the books: the register of invoices, and what other programs import. */
export const BOOK_FORMATS = [
  'register-csv',
  'register-xlsx',
  'tally-ledgers',
  'tally-vouchers',
  'zoho-invoices',
  'zoho-credit-notes',
] as const;
export type BookFormat = (typeof BOOK_FORMATS)[number];
