import { isIndia } from '#shop/india/phones.ts';
import { fitsBarcode } from '#shop/orders/papers.ts';
import type { ShopSettings } from '#shop/settings/settings.ts';
import { code128 } from './barcode.ts';
import { type PaperOrder, phoneOf, senderLines, weightOf } from './paper-order.ts';
import { leading, type Style, Typesetter } from './typesetter.ts';

/** 4 × 6 inches in points. */
const LABEL = { width: 288, height: 432 };

const LEFT = 10;
const WIDTH = LABEL.width - 2 * LEFT;
const RIGHT = LEFT + WIDTH;
const BLACK = '#000000';
const style = (size: number, bold = false): Style => ({ size, bold, color: BLACK });
const SMALL = style(7.5);

/**
 * Lower edges of the parts; an address or a list that is too long for its part gets a smaller size,
 * then an ellipsis.
 */
const HEAD = 40;
const PARCEL = 122;
const TO = 248;
const FACTS = 280;
const ITEMS = 336;
const ORDER = 368;

/** Shipping labels for printers of 4 × 6 inch labels, one page for each order, black only. */
export async function labelsPdf(orders: readonly PaperOrder[], shop: ShopSettings, at: number): Promise<Buffer> {
  const made = new Date(at);
  const info = { Title: 'Shipping labels', Author: shop.brandName, CreationDate: made, ModDate: made };
  const page = new Typesetter(info, [LABEL.width, LABEL.height]);
  for (const [index, order] of orders.entries()) {
    if (index > 0) page.doc.addPage();
    label(page, order, shop);
    // Lets other requests through between two labels.
    await new Promise(setImmediate);
  }
  return page.end();
}

function label(page: Typesetter, order: PaperOrder, shop: ShopSettings): void {
  const { row } = order;
  page.line(row.courier || shop.brandName, LEFT, 12, style(15, true), { width: 170, align: 'left' });
  page.doc.roundedRect(RIGHT - 76, 10, 76, 24, 3).fill(BLACK);
  const [word, size, top] = order.isReplacement ? ['Replacement', 10, 15] : ['Prepaid', 14, 12];
  page.line(word, RIGHT - 74, top, { size, bold: true, color: '#ffffff' }, { width: 72, align: 'center' });
  rule(page, HEAD);
  parcel(page, row.courier_tracking);
  rule(page, PARCEL);
  receiver(page, order);
  rule(page, TO);
  facts(page, order);
  rule(page, FACTS);
  items(page, order);
  rule(page, ITEMS);
  bars(page, row.order_number, ITEMS + 4, ORDER - ITEMS - 8);
  rule(page, ORDER);
  sender(page, shop);
}

/** The tracking number with its bars; without one, space for the courier's own sticker. */
function parcel(page: Typesetter, tracking: string): void {
  if (!tracking) {
    page.line('Courier’s label or tracking number', LEFT, HEAD + 4, SMALL);
    return;
  }
  const drawn = fitsBarcode(tracking);
  if (drawn) bars(page, tracking, HEAD + 6, 52);
  const box = { width: WIDTH, align: 'center' as const };
  page.line(tracking, LEFT, drawn ? HEAD + 60 : HEAD + 30, style(14, true), box);
}

function bars(page: Typesetter, text: string, y: number, height: number): void {
  const { bars: all, modules } = code128(text);
  const module = Math.min(WIDTH / modules, 1.2);
  const left = LEFT + (WIDTH - modules * module) / 2;
  for (const { at, width } of all) page.doc.rect(left + at * module, y, width * module, height);
  page.doc.fill(BLACK);
}

function receiver(page: Typesetter, order: PaperOrder): void {
  const { row } = order;
  page.line('To', LEFT, PARCEL + 4, SMALL);
  const name = row.name || '–';
  const long = page.width(name, style(13, true)) > WIDTH;
  let y = page.clipped(name, LEFT, PARCEL + 14, WIDTH, style(long ? 9.5 : 13, true), 2);
  const street = row.address.replace(/\s*,?\s*\n\s*/g, ', ');
  const town = [row.city, row.state, isIndia(row.country) ? '' : row.country].filter(Boolean).join(', ');
  // The PIN code and the mobile number stand on the last line of the part.
  const space = TO - 28 - y;
  const fitting = [11, 9.5, 8.5, 7.5, 6.5].find((size) => {
    const lines = page.wrap(street, WIDTH, style(size)).length + page.wrap(town, WIDTH, style(size)).length;
    return lines * leading(style(size)) <= space;
  });
  const text = style(fitting ?? 6.5);
  const rows = Math.floor(space / leading(text));
  y = page.clipped(street, LEFT, y, WIDTH, text, Math.max(1, rows - (fitting ? 0 : 1)));
  page.clipped(town, LEFT, y, WIDTH, text, fitting ? rows : 1);
  page.line(row.pincode, LEFT, TO - 26, style(18, true), { width: 120, align: 'left' });
  page.line(`Mobile ${phoneOf(order)}`, LEFT + 120, TO - 20, style(10.5), { width: WIDTH - 120, align: 'right' });
}

function facts(page: Typesetter, order: PaperOrder): void {
  const weight = weightOf(order);
  const all: [string, string, number][] = [
    ['Contents', weight || '–', 74],
    [order.isReplacement ? 'Replacement for' : 'Order', order.row.order_number, 130],
    ['Packs', String(order.lines.reduce((sum, line) => sum + line.quantity, 0)), 56],
  ];
  let x = LEFT;
  for (const [name, value, width] of all) {
    page.line(name, x, TO + 4, SMALL);
    page.line(value, x, TO + 14, style(10, true), { width: width - 4, align: 'left' });
    x += width;
  }
}

function items(page: Typesetter, { lines }: PaperOrder): void {
  const text = style(8.5);
  const most = Math.floor((ITEMS - FACTS - 6) / leading(text));
  const shown = lines.length > most ? lines.slice(0, most - 1) : lines;
  let y = FACTS + 4;
  for (const { name, size, quantity } of shown) {
    page.clipped(`${name}, ${size}`, LEFT, y, WIDTH - 44, text, 1);
    page.line(`× ${quantity}`, RIGHT - 40, y, text, { width: 40, align: 'right' });
    y += leading(text);
  }
  if (shown.length < lines.length) page.line(`+ ${lines.length - shown.length} more`, LEFT, y, text);
}

function sender(page: Typesetter, shop: ShopSettings): void {
  const { name, lines } = senderLines(shop);
  const text = style(7.5);
  page.line('If undelivered, return to', LEFT, ORDER + 3, style(7));
  let y = page.clipped(name, LEFT, ORDER + 12, WIDTH, style(8, true), 1);
  const more = [shop.fssaiLicence && `FSSAI ${shop.fssaiLicence}`, shop.gstin && `GSTIN ${shop.gstin}`].filter(Boolean);
  y = page.clipped(lines.join(', '), LEFT, y, WIDTH, text, 2);
  if (more.length > 0) page.clipped(more.join(' · '), LEFT, y, WIDTH, text, 1);
}

function rule(page: Typesetter, y: number): void {
  page.doc.moveTo(LEFT, y).lineTo(RIGHT, y).lineWidth(1.2).stroke(BLACK);
}
