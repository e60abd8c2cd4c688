import { z } from 'zod';
import { type Contract, ok } from '../contract.ts';
import { BOOK_FORMATS } from './books/formats.ts';
import { GST_TABLES } from './gst-tables.ts';
import { SPANS } from './period.ts';

/**
 * GST of a period for the accountant: figures on the screen, the tables of the offline tool and
 * the books as files. Money in rupees.
 */

/** A month in India: '2026-11', and what of it. */
const PeriodQuery = z.object({
  month: z
    .string({ error: 'Please choose a month.' })
    .regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'A month is written like 2026-11.'),
  span: z
    .enum(SPANS, { error: 'Please choose a month, a quarter or a year.' })
    .default('month')
    .describe('the month, the quarter that has it (QRMP), or its financial year'),
});

const GstQuery = PeriodQuery.extend({
  gstin: z
    .string({ error: 'This may be given only once.' })
    .regex(/^[0-9A-Z]{15}$/, 'GSTIN must be 15 letters and digits')
    .optional()
    .describe('whose documents; the shop’s own GSTIN of today without it'),
  demo: z.stringbool().optional().describe('with a GSTIN: what it issued while the shop was marked as a demo'),
});

const Amounts = z.object({
  taxable: z.number(),
  igst: z.number(),
  cgst: z.number(),
  sgst: z.number(),
  total: z.number(),
});

export const GstSummary = z.object({
  invoices: Amounts,
  creditNotes: Amounts,
  net: Amounts,
  hsn: z.array(Amounts.extend({ hsn: z.string(), rate: z.number(), quantity: z.number(), registered: z.boolean() })),
  states: z.array(Amounts.extend({ place: z.string(), documents: z.number() })),
  documents: z.array(
    z.object({ nature: z.string(), from: z.string(), to: z.string(), total: z.number(), cancelled: z.number() }),
  ),
  rows: z.record(z.enum(GST_TABLES), z.number()).describe('the rows of each table'),
  gstin: z.string(),
  others: z
    .array(z.object({ gstin: z.string(), demo: z.boolean(), documents: z.number() }))
    .describe(
      'documents of the month that this leaves out: of another GSTIN, or issued while the shop was marked as a demo',
    ),
});
export type GstSummary = z.infer<typeof GstSummary>;

const marginSums = { pieces: z.number(), sales: z.number(), cost: z.number(), margin: z.number() };

/** Money in rupees without GST, if the shop has a GSTIN. */
export const MarginReport = z.object({
  rows: z.array(z.object({ product: z.string(), name: z.string(), size: z.string(), ...marginSums })),
  more: z.number().describe('sizes beyond those of rows'),
  known: z.object(marginSums),
  unknown: z.object({ pieces: z.number(), sales: z.number() }).describe('sales whose cost nobody has entered'),
  offers: z.number().describe('what whole orders had off, with GST: in none of the other figures'),
});
export type MarginReport = z.infer<typeof MarginReport>;

const admin = { tag: 'reports (admin)', access: 'admin' } as const;

export const reportsApi = {
  'GET /reports/gst': {
    ...admin,
    summary: 'GST of a period and one GSTIN: totals, by HSN and by state, net of credit notes',
    query: GstQuery,
    responses: { 200: ok({ summary: GstSummary }) },
  },
  'GET /reports/gst/:table': {
    ...admin,
    summary: 'One table of GSTR-1 of a period in the columns of the offline tool, or tax by state, as a CSV file',
    params: z.object({ table: z.enum(GST_TABLES, { error: 'There is no such table.' }) }),
    query: GstQuery,
    responses: { 200: { contentType: 'text/csv' } },
  },
  'GET /reports/margin': {
    ...admin,
    summary: 'Sales of a period by size with what the goods cost the owner, of orders that are paid',
    query: PeriodQuery,
    responses: { 200: ok({ report: MarginReport }) },
  },
  'GET /reports/invoices': {
    ...admin,
    summary: 'All invoices and credit notes of a period as one PDF file',
    query: PeriodQuery,
    responses: { 200: { contentType: 'application/pdf' } },
    fails: [404],
  },
  'GET /reports/books': {
    ...admin,
    summary: 'Invoices and credit notes of a period and one GSTIN for the books: CSV, XLSX or XML by the format',
    query: GstQuery.extend({ format: z.enum(BOOK_FORMATS, { error: 'There is no such file.' }) }),
    responses: { 200: { contentType: 'application/octet-stream' } },
    fails: [409],
  },
} as const satisfies Contract;
