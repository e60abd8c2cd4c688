import type { Paise } from '../money/money.ts';
import type { Invoice, InvoiceLine } from './invoice.ts';

/**
 * The summary for GSTR-1 of a month, from the frozen invoices and credit notes, in the tables of
 * the offline tool of the GST portal (`gst-tables.ts` writes their columns). A return is that of one GSTIN; invoices
 * of a shop without one, and examples of the demo, are not part of it. Money in paise.
 */

/**
 * Inter-state invoices to consumers above this value are listed one by one (since 1 August 2024).
 */
const LARGE: Paise = 100_000_00;

/** A credit note: `invoice` has the lines that it takes back, of one invoice or of a part of it. */
export interface ReturnedInvoice {
  number: string;
  /** Epoch ms. */
  issuedAt: number;
  invoice: Invoice;
}

export interface Amounts {
  taxable: Paise;
  igst: Paise;
  cgst: Paise;
  sgst: Paise;
  total: Paise;
}

/** The part of an invoice or note with one rate. `value` is that of the whole document. */
interface DocumentRow {
  number: string;
  issuedAt: number;
  gstin: string;
  name: string;
  place: string;
  value: Paise;
  rateBp: number;
  taxable: Paise;
}

interface RateRow extends Amounts {
  place: string;
  rateBp: number;
}

export interface HsnRow extends Amounts {
  hsn: string;
  rateBp: number;
  quantity: number;
}

interface StateRow extends Amounts {
  place: string;
  /** Invoices less credit notes. */
  documents: number;
}

interface Series {
  nature: string;
  from: string;
  to: string;
  total: number;
  cancelled: number;
}

/** Supplies without tax, to registered persons and to others. */
interface NilRow {
  description: string;
  taxable: Paise;
}

export interface GstReturn {
  b2b: DocumentRow[];
  b2cl: DocumentRow[];
  /** Net of credit notes. */
  b2cs: RateRow[];
  exports: DocumentRow[];
  cdnr: DocumentRow[];
  /** Credit notes for large inter-state invoices and for exports. */
  cdnur: (DocumentRow & { type: 'B2CL' | 'EXPWP' })[];
  /** Net of credit notes, as are HSN and states. */
  nil: NilRow[];
  hsnB2b: HsnRow[];
  hsnB2c: HsnRow[];
  documents: Series[];
  states: StateRow[];
  totals: { invoices: Amounts; creditNotes: Amounts; net: Amounts };
}

type Kind = 'b2b' | 'b2cl' | 'b2cs' | 'export';

/** The table of an invoice; a credit note for a part of it goes to the same one. */
export function gstKindOf({ supply, buyer, totals, wholeTotal = totals.total }: Invoice): Kind {
  if (supply === 'export') return 'export';
  if (buyer.gstin) return 'b2b';
  return supply === 'inter' && wholeTotal > LARGE ? 'b2cl' : 'b2cs';
}

/**
 * Collects the documents of a month, in any order, so that not all of them are in memory at once.
 */
export function gstCollector() {
  const b2b: DocumentRow[] = [];
  const b2cl: DocumentRow[] = [];
  const exports: DocumentRow[] = [];
  const cdnr: DocumentRow[] = [];
  const cdnur: GstReturn['cdnur'] = [];
  const b2cs = new Map<string, RateRow>();
  const hsn = { b2b: new Map<string, HsnRow>(), b2c: new Map<string, HsnRow>() };
  const states = new Map<string, StateRow>();
  const nil = new Map<string, NilRow>();
  const series = new Map<string, Series & { first: number; last: number }>();
  const totals = { invoices: nothing(), creditNotes: nothing(), net: nothing() };

  /** @param sign 1 for an invoice, −1 for a credit note */
  function count(invoice: Invoice, sign: 1 | -1): void {
    const place = placeText(invoice.placeOfSupply);
    const kind = gstKindOf(invoice);
    const sums = sign > 0 ? totals.invoices : totals.creditNotes;
    const state = entry(states, place, () => ({ place, documents: 0, ...nothing() }));
    state.documents += sign;
    for (const line of invoice.lines) {
      add(sums, line, 1);
      add(totals.net, line, sign);
      add(state, line, sign);
      const group = kind === 'b2b' ? hsn.b2b : hsn.b2c;
      const row = entry(group, `${line.hsn} ${line.rateBp}`, () => ({
        hsn: line.hsn,
        rateBp: line.rateBp,
        quantity: 0,
        ...nothing(),
      }));
      row.quantity += sign * line.quantity;
      add(row, line, sign);
      if (kind === 'export') continue;
      if (line.rateBp === 0) {
        const description = `${invoice.supply === 'intra' ? 'Intra' : 'Inter'}-State supplies to ${kind === 'b2b' ? 'registered' : 'unregistered'} persons`;
        entry(nil, description, () => ({ description, taxable: 0 })).taxable += sign * line.taxable;
      } else if (kind === 'b2cs') {
        const rate = entry(b2cs, `${place} ${line.rateBp}`, () => ({ place, rateBp: line.rateBp, ...nothing() }));
        add(rate, line, sign);
      }
    }
  }

  function number(nature: string, text: string, cancelled: boolean): void {
    const digits = /\d+$/.exec(text)?.[0] ?? '';
    const prefix = text.slice(0, text.length - digits.length);
    const at = Number(digits);
    const row = entry(series, `${nature} ${prefix}`, () => ({
      nature,
      from: text,
      to: text,
      total: 0,
      cancelled: 0,
      first: at,
      last: at,
    }));
    if (at < row.first) Object.assign(row, { from: text, first: at });
    if (at > row.last) Object.assign(row, { to: text, last: at });
    row.total += 1;
    if (cancelled) row.cancelled += 1;
  }

  return {
    /**
     * @param cancelled its order was cancelled without a credit note: the number is reported, its
     * amounts are not
     */
    invoice(invoice: Invoice, cancelled = false): void {
      if (invoice.kind !== 'tax-invoice') return;
      number('Invoices for outward supply', invoice.number, cancelled);
      if (cancelled) return;
      count(invoice, 1);
      const kind = gstKindOf(invoice);
      const rows = documentRows(invoice, invoice, kind === 'export');
      if (kind === 'b2b') b2b.push(...rows);
      if (kind === 'b2cl') b2cl.push(...rows);
      if (kind === 'export') exports.push(...rows);
    },

    creditNote(note: ReturnedInvoice): void {
      const { invoice } = note;
      if (invoice.kind !== 'tax-invoice') return;
      number('Credit Note', note.number, false);
      count(invoice, -1);
      const kind = gstKindOf(invoice);
      const rows = documentRows(invoice, note, kind === 'export');
      if (kind === 'b2b') cdnr.push(...rows);
      if (kind === 'b2cl') cdnur.push(...rows.map((row) => ({ ...row, type: 'B2CL' as const })));
      if (kind === 'export') cdnur.push(...rows.map((row) => ({ ...row, type: 'EXPWP' as const })));
    },

    result(): GstReturn {
      const byPlace = (a: { place: string }, b: { place: string }) => (a.place < b.place ? -1 : 1);
      const byHsn = (rows: Map<string, HsnRow>) =>
        [...rows.values()].sort((a, b) => (`${a.hsn} ${a.rateBp}` < `${b.hsn} ${b.rateBp}` ? -1 : 1));
      return {
        b2b,
        b2cl,
        exports,
        cdnr,
        cdnur,
        totals,
        b2cs: [...b2cs.values()].sort((a, b) => byPlace(a, b) || a.rateBp - b.rateBp),
        nil: [...nil.values()],
        hsnB2b: byHsn(hsn.b2b),
        hsnB2c: byHsn(hsn.b2c),
        documents: [...series.values()].map(({ first: _, last: __, ...row }) => row),
        states: [...states.values()].sort(byPlace),
      };
    },
  };
}

/** Who issued a document: the shop as it was then. */
export interface GstSeller {
  gstin: string;
  /** The seller's details were examples. */
  demo: boolean;
}

/** Whose documents a report has: those of a GSTIN, or of the shop as it is today. */
export function sellerOf(
  { gstin, demo = false }: { gstin?: string | undefined; demo?: boolean | undefined },
  today: { gstin: string; demoData: boolean },
): GstSeller {
  return gstin === undefined ? { gstin: today.gstin, demo: today.demoData } : { gstin, demo };
}

/** Collects the documents of a month for each seller by itself. */
export function gstBySeller() {
  const sellers = new Map<string, GstSeller & { documents: number; collector: ReturnType<typeof gstCollector> }>();
  const keyOf = ({ gstin, demo }: GstSeller) => `${gstin} ${demo}`;

  function collectorOf({ seller: { gstin }, demo }: Invoice) {
    const make = () => ({ gstin, demo, documents: 0, collector: gstCollector() });
    const found = entry(sellers, keyOf({ gstin, demo }), make);
    found.documents += 1;
    return found.collector;
  }

  return {
    /** @param cancelled see `gstCollector` */
    invoice(invoice: Invoice, cancelled = false): void {
      if (invoice.kind === 'tax-invoice') collectorOf(invoice).invoice(invoice, cancelled);
    },
    creditNote(note: ReturnedInvoice): void {
      if (note.invoice.kind === 'tax-invoice') collectorOf(note.invoice).creditNote(note);
    },
    /** The return of one seller, and how many documents are those of others. */
    result(seller: GstSeller) {
      const key = keyOf(seller);
      return {
        data: (sellers.get(key)?.collector ?? gstCollector()).result(),
        others: [...sellers]
          .filter(([other]) => other !== key)
          .map(([, { gstin, demo, documents }]) => ({ gstin, demo, documents })),
      };
    },
  };
}

/**
 * One row for each rate; without tax only exports have one, since other supplies without tax have a
 * table of their own.
 */
function documentRows(
  invoice: Invoice,
  { number, issuedAt }: { number: string; issuedAt: number },
  untaxed: boolean,
): DocumentRow[] {
  const rates = new Map<number, Paise>();
  for (const { rateBp, taxable } of invoice.lines) {
    if (rateBp > 0 || untaxed) rates.set(rateBp, (rates.get(rateBp) ?? 0) + taxable);
  }
  const { gstin = '', name } = invoice.buyer;
  const about = { number, issuedAt, gstin, name, place: placeText(invoice.placeOfSupply), value: invoice.totals.total };
  return [...rates].map(([rateBp, taxable]) => ({ ...about, rateBp, taxable }));
}

function placeText({ code, name }: Invoice['placeOfSupply']): string {
  return `${code}-${name}`;
}

function nothing(): Amounts {
  return { taxable: 0, igst: 0, cgst: 0, sgst: 0, total: 0 };
}

function add(sum: Amounts, line: InvoiceLine, sign: 1 | -1): void {
  for (const name of ['taxable', 'igst', 'cgst', 'sgst', 'total'] as const) sum[name] += sign * line[name];
}

function entry<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const found = map.get(key) ?? make();
  map.set(key, found);
  return found;
}
