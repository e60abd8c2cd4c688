import { amountInWords, type Paise } from '../money/money.ts';
import { type Invoice, type InvoiceLine, totalsOf } from './invoice.ts';

/**
 * What an order is billed for follows its lines: after a change, a credit note takes back what goes
 * and an invoice has what comes (CGST Act, section 34). Both are differences to the paisa, so that
 * all documents of an order together are always what one invoice of it would be now.
 */

const FIELDS = ['quantity', 'gross', 'discount', 'taxable', 'cgst', 'sgst', 'igst', 'total'] as const;

/** The documents of an order until now, of which credit notes take away. */
export interface Billed {
  kind: 'invoice' | 'credit-note';
  lines: readonly InvoiceLine[];
}

/**
 * What a credit note must take back, and what an invoice must have, so that the documents add up to
 * `wanted`. A line of which only the discount differs has a quantity of 0.
 */
export function billingDifference(
  billed: readonly Billed[],
  wanted: readonly InvoiceLine[],
): { goes: InvoiceLine[]; comes: InvoiceLine[] } {
  const difference = new Map<string, InvoiceLine>();
  const add = (line: InvoiceLine, sign: 1 | -1) => {
    const key = JSON.stringify([line.description, line.hsn, line.rateBp, line.price]);
    const sum = { ...(difference.get(key) ?? { ...line, ...NOTHING }) };
    for (const field of FIELDS) sum[field] += sign * line[field];
    difference.set(key, sum);
  };
  for (const { kind, lines } of billed) for (const line of lines) add(line, kind === 'invoice' ? 1 : -1);
  for (const line of wanted) add(line, -1);
  const all = [...difference.values()];
  return {
    goes: all.filter(({ total }) => total > 0),
    comes: all.filter(({ total }) => total < 0).map(negated),
  };
}

const NOTHING = { quantity: 0, gross: 0, discount: 0, taxable: 0, cgst: 0, sgst: 0, igst: 0, total: 0 };

function negated(line: InvoiceLine): InvoiceLine {
  const turned = { ...line };
  // Adding 0 turns −0 into 0.
  for (const field of FIELDS) turned[field] = -line[field] + 0;
  return turned;
}

/** A credit note for these lines of an invoice: the invoice as it is, with them alone. */
export function partOf(invoice: Invoice, lines: InvoiceLine[]): Invoice {
  const totals = totalsOf(lines);
  return {
    ...invoice,
    lines,
    totals,
    discounts: [],
    amountInWords: amountInWords(totals.total),
    wholeTotal: invoice.totals.total,
  };
}

/** An invoice for what comes, to the same buyer and place as the first one. */
export function furtherInvoice(
  invoice: Invoice,
  lines: InvoiceLine[],
  issued: Pick<Invoice, 'number' | 'financialYear' | 'issuedAt'>,
): Invoice {
  const { wholeTotal: _, ...part } = partOf(invoice, lines);
  return { ...part, ...issued };
}

/** What the documents of an order add up to. */
export function billedTotal(billed: readonly Billed[]): Paise {
  return billed.reduce((sum, { kind, lines }) => sum + (kind === 'invoice' ? 1 : -1) * totalsOf(lines).total, 0);
}

/**
 * Takes what was credited for goods that came back off the lines of an order.
 *
 * @param credited quantity and amount of each line, by its index
 */
export function withoutReturned(
  lines: readonly InvoiceLine[],
  credited: ReadonlyMap<number, { quantity: number; amount: Paise }>,
  split: (total: Paise, rateBp: number) => Pick<InvoiceLine, 'taxable' | 'cgst' | 'sgst' | 'igst'>,
): InvoiceLine[] {
  return lines.map((line, index) => {
    const back = credited.get(index);
    if (!back) return line;
    const quantity = line.quantity - back.quantity;
    const total = line.total - back.amount;
    const gross = line.price * quantity;
    return { ...line, quantity, gross, discount: gross - total, ...split(total, line.rateBp), total };
  });
}
