import { z } from 'zod';
import { UPLOAD_LIMITS } from '../media/uploads.ts';
import { once } from '../once-input.ts';
import { cleanLine } from '../text/text.ts';
import { PRODUCT_STATUSES } from './catalogue.ts';
import { MOST_SIZES } from './fields.ts';
import { fitsReason, MAX_STOCK, STOCK_REASON_NAMES } from './stock-changes.ts';

/** Endpoints of the admin's product list (R3.9): figures, bulk changes, import. Money in rupees. */

/** GET /admin/products/stats */
export const ProductStats = z.object({
  total: z.number(),
  active: z.number(),
  inactive: z.number(),
  outOfStock: z.number(),
  /** Sizes with 20 pieces or fewer, sold-out ones included. */
  lowSizes: z.number(),
  emptySizes: z.number(),
  /** Products with such a size. */
  lowProducts: z.number(),
  incomplete: z.number(),
  sections: z.object({
    bestSellers: z.number(),
    valueCombos: z.number(),
    youMayAlsoLike: z.number(),
    popular: z.number(),
    regular: z.number(),
  }),
});
export type ProductStats = z.infer<typeof ProductStats>;

/** GET /admin/products/feeds */
export const Feeds = z.object({
  google: z.array(z.string()).describe('the addresses; none while PUBLIC_URL is not set'),
  meta: z.array(z.string()),
  items: z.number().describe('pack sizes in each feed'),
  withoutPicture: z.number().describe('products that no feed lists'),
});
export type Feeds = z.infer<typeof Feeds>;

/** PATCH /products/{id}/toggle-status */
export const ProductStatusInput = z.object({
  status: z.enum(PRODUCT_STATUSES, { error: 'Status must be Active, Inactive or Out of Stock' }),
});

const rupees = z
  .number({ error: 'Price is required' })
  .min(0, 'Price must not be negative')
  .max(10_000_000, 'Price is too large')
  .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, 'Price may have at most two decimals');
const pieces = z
  .number({ error: 'Stock is required' })
  .int('Stock must be a whole number')
  .min(0, 'Stock must not be negative')
  .max(1_000_000, 'Stock is too large');

const step = <T extends z.ZodType>(value: T) => z.object({ from: value, to: value }).optional();

/** Maximum rows of one request. */
export const MAX_BULK_ROWS = 1_000;

/**
 * POST /admin/products/bulk: the value that was loaded (`from`) and the new one (`to`) for each
 * size. A price that has changed meanwhile is rejected; stock changes by the difference, so that
 * sales in the meantime are kept.
 */
export const BulkInput = z.object({
  once,
  rows: z
    .array(
      z
        .object({
          id: z.string().min(1).max(200),
          size: z.string().max(40),
          price: step(rupees.refine((value) => value > 0, 'Price must be more than 0')),
          originalPrice: step(rupees),
          stock: step(pieces),
        })
        .refine(({ price, originalPrice, stock }) => price || originalPrice || stock, 'There is nothing to change'),
      { error: 'rows are required' },
    )
    .min(1, 'There is nothing to change')
    .max(MAX_BULK_ROWS, `At most ${MAX_BULK_ROWS} sizes at once`),
});
export type BulkInput = z.infer<typeof BulkInput>;

const CHANGE = 'Pieces must be a whole number other than 0';

/**
 * POST /admin/products/{id}/stock: pieces that came or went, for each size (`''` for a product
 * without sizes).
 */
export const StockInput = z
  .object({
    once,
    reason: z.enum(STOCK_REASON_NAMES, { error: 'Please choose a reason' }),
    note: z.string().overwrite(cleanLine).max(200, 'At most 200 characters').default(''),
    sizes: z
      .array(
        z.object({
          size: z.string().max(40),
          change: z.number({ error: CHANGE }).int(CHANGE).min(-MAX_STOCK, CHANGE).max(MAX_STOCK, CHANGE),
        }),
        { error: 'sizes are required' },
      )
      .min(1, 'There is nothing to change')
      .max(MOST_SIZES, `At most ${MOST_SIZES} sizes`),
  })
  .superRefine(({ reason, sizes }, context) => {
    const known = new Set<string>();
    for (const [index, { size, change }] of sizes.entries()) {
      const message = known.has(size) ? 'Each size may appear only once' : CHANGE;
      if (known.has(size) || !fitsReason(reason, change)) {
        context.addIssue({ code: 'custom', path: ['sizes', index, 'change'], message });
      }
      known.add(size);
    }
  });
export type StockInput = z.infer<typeof StockInput>;

/**
 * GET /admin/products/{id}/stock: the latest changes by staff, newest first, and what orders moved
 * before each of them.
 */
export const StockHistory = z.object({
  sizes: z.array(
    z.object({
      size: z.string(),
      stock: z.number(),
      /** Pieces of people who are paying just now. */
      held: z.number(),
      sold: z.number(),
      /** What orders have moved since the latest change by staff; null when there is none yet. */
      orders: z.number().nullable(),
    }),
  ),
  changes: z.array(
    z.object({
      size: z.string(),
      at: z.number(),
      by: z.string(),
      change: z.number(),
      /** Pieces after the change. */
      stock: z.number(),
      /** A reason of STOCK_REASONS, or 'created', 'edited', 'removed'. */
      reason: z.string(),
      note: z.string(),
      /**
       * What orders moved between the change before and this one; null for the first one of a size.
       */
      orders: z.number().nullable(),
    }),
  ),
});
export type StockHistory = z.infer<typeof StockHistory>;

/** Maximum rows of one import request; the browser sends large files in parts. */
export const MAX_IMPORT_ROWS = 200;

/**
 * POST /admin/products/import: lines of a CSV file as cells by column. `dryRun` only reports what
 * would happen.
 */
export const ImportInput = z.object({
  dryRun: z.boolean({ error: 'dryRun must be true or false' }),
  rows: z
    .array(
      z.object({
        line: z.number().int().min(1).max(10_000_000),
        cells: z.record(z.string().max(60), z.string().max(100_000, 'A cell may hold at most 100,000 characters')),
      }),
      { error: 'rows are required' },
    )
    .min(1, 'There is nothing to import')
    .max(MAX_IMPORT_ROWS, `At most ${MAX_IMPORT_ROWS} lines at once`),
});
export type ImportInput = z.infer<typeof ImportInput>;

/** The result of an import, or of a dry run, for one product. */
export const ImportResult = z.object({
  /** First line of the product in the file. */
  line: z.number(),
  id: z.string().nullable(),
  name: z.string(),
  action: z.enum(['create', 'update', 'unchanged', 'error']),
  /** Columns that differ from the stored product. */
  changes: z.array(z.string()),
  fields: z
    .array(z.object({ column: z.string(), size: z.string().nullable(), from: z.string(), to: z.string() }))
    .describe('each field that differs, as it is and as it becomes; size: the label of the size it belongs to'),
  errors: z.array(z.object({ line: z.number(), column: z.string(), msg: z.string() })),
});
export type ImportResult = z.infer<typeof ImportResult>;

/** GET /admin/products/linked-pictures: a product with pictures of other sites. */
export const LinkedPictures = z.object({ id: z.string(), name: z.string(), urls: z.array(z.string()) });
export type LinkedPictures = z.infer<typeof LinkedPictures>;

/** POST /admin/products/{id}/pictures: addresses of pictures that the product links to. */
export const CopyPicturesInput = z.object({
  urls: z
    .array(z.string().max(2000), { error: 'urls are required' })
    .min(1, 'There is nothing to copy')
    .max(UPLOAD_LIMITS.fetched, `At most ${UPLOAD_LIMITS.fetched} pictures at once`),
});

/** What has become of these pictures. One that could not be copied stays a link. */
export const CopiedPictures = z.object({
  copied: z.number(),
  failed: z.array(z.object({ url: z.string(), msg: z.string() })),
});
export type CopiedPictures = z.infer<typeof CopiedPictures>;
