import { type Invoice, type InvoiceLine, invoiceAmount } from '#shop/orders/invoice.ts';
import { BAND, BOTTOM, cell, head, LEFT, PAD, rule, strong, TOP, WIDTH } from './invoice-page.ts';
import { leading, type Typesetter } from './typesetter.ts';

interface Column {
  title: string[];
  width: number;
  align: 'left' | 'right' | 'center';
  value: (line: InvoiceLine, index: number) => string;
  total?: string;
}

function columnsOf(invoice: Invoice): Column[] {
  const { totals, kind, supply, stateTax } = invoice;
  const money = (title: string[], width: number, field: 'taxable' | 'cgst' | 'sgst' | 'igst' | 'total'): Column => ({
    title,
    width,
    align: 'right',
    value: (line) => invoiceAmount(line[field]),
    total: invoiceAmount(totals[field]),
  });
  const taxed = kind === 'tax-invoice';
  const halfRate = (line: InvoiceLine) => percent(line.rateBp / 2);
  const rate = (title: string[], of: (line: InvoiceLine) => string): Column => ({
    title,
    width: 30,
    align: 'right',
    value: of,
  });
  const columns: Column[] = [
    { title: ['#'], width: 18, align: 'left', value: (_line, index) => String(index + 1) },
    { title: ['Description of goods'], width: 0, align: 'left', value: (line) => line.description, total: 'Total' },
    { title: ['HSN'], width: 40, align: 'left', value: (line) => line.hsn || '–' },
    {
      title: ['Qty', '(unit)'],
      width: 38,
      align: 'right',
      value: (line) => `${line.quantity} ${line.unit}`,
      total: `${totals.quantity} PAC`,
    },
    {
      title: taxed ? ['Price', 'incl. GST'] : ['Price'],
      width: 46,
      align: 'right',
      value: (line) => invoiceAmount(line.price),
    },
    ...(invoice.lines.some(({ discount }) => discount !== 0)
      ? [
          {
            title: ['Discount'],
            width: 42,
            align: 'right' as const,
            value: (line: InvoiceLine) => invoiceAmount(line.discount),
            total: invoiceAmount(totals.discount),
          },
        ]
      : []),
    ...(taxed ? [money(['Taxable', 'value'], 50, 'taxable')] : []),
    ...(taxed && supply === 'intra'
      ? [
          rate(['CGST', 'rate'], halfRate),
          money(['CGST'], 40, 'cgst'),
          rate([stateTax, 'rate'], halfRate),
          money([stateTax], 40, 'sgst'),
        ]
      : []),
    ...(taxed && supply !== 'intra'
      ? [rate(['IGST', 'rate'], (line) => percent(line.rateBp)), money(['IGST'], 44, 'igst')]
      : []),
    money(['Total'], 52, 'total'),
  ];
  const rest = WIDTH - PAD - columns.reduce((sum, column) => sum + column.width, 0);
  return columns.map((column) => (column.width === 0 ? { ...column, width: rest } : column));
}

/** Basis points as a percentage: 250 is '2.5%'. */
function percent(basisPoints: number): string {
  return `${basisPoints / 100}%`;
}

/** Sets the goods of an invoice, with the sums of the columns. @returns where it ends */
export function itemTable(page: Typesetter, invoice: Invoice, top: number): number {
  const columns = columnsOf(invoice);
  let y = tableHead(page, columns, top);
  invoice.lines.forEach((line, index) => {
    const wrapped = columns.map((column) =>
      column.align === 'left' ? page.wrap(column.value(line, index), column.width - PAD, cell) : [],
    );
    const rows = Math.max(1, ...wrapped.map((lines) => lines.length));
    const height = rows * leading(cell) + 2 * PAD;
    if (y + height > BOTTOM) {
      page.doc.addPage();
      y = tableHead(page, columns, TOP);
    }
    let x = LEFT + PAD;
    columns.forEach((column, place) => {
      const box = { width: column.width - PAD, align: column.align };
      if (column.align === 'left') {
        wrapped[place]?.forEach((part, row) => {
          page.line(part, x, y + PAD + row * leading(cell), cell);
        });
      } else {
        page.line(column.value(line, index), x, y + PAD, cell, box);
      }
      x += column.width;
    });
    y = rule(page, y + height);
  });
  // The totals go on the page of the last line if they fit, else on a new page.
  const height = leading(strong) + 2 * PAD;
  if (y + height > BOTTOM) {
    page.doc.addPage();
    y = TOP;
  }
  page.doc.rect(LEFT, y, WIDTH, height).fill(BAND);
  let x = LEFT + PAD;
  for (const column of columns) {
    if (column.total) {
      page.line(column.total, x, y + PAD, { ...cell, bold: true }, { width: column.width - PAD, align: column.align });
    }
    x += column.width;
  }
  return y + height;
}

function tableHead(page: Typesetter, columns: Column[], y: number): number {
  const rows = Math.max(...columns.map((column) => column.title.length));
  const height = rows * leading(head) + 2 * PAD + 1;
  page.doc.rect(LEFT, y, WIDTH, height).fill(BAND);
  let x = LEFT + PAD;
  for (const column of columns) {
    column.title.forEach((title, row) => {
      const at = y + PAD + row * leading(head);
      page.line(title, x, at, head, { width: column.width - PAD, align: column.align });
    });
    x += column.width;
  }
  return y + height;
}
