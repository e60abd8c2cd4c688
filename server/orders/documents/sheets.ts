import { formatPaise } from '#shop/money/money.ts';
import { GIFT_RULE, printedGiftMessage } from '#shop/orders/gift.ts';
import { pickList } from '#shop/orders/papers.ts';
import type { ShopSettings } from '#shop/settings/settings.ts';
import { nameOf, orderDay, type PaperOrder, phoneOf, placeLines, senderLines, weightOf } from './paper-order.ts';
import { leading, PAGE, type Style, Typesetter } from './typesetter.ts';

const LEFT = 40;
const RIGHT = PAGE.width - LEFT;
const WIDTH = RIGHT - LEFT;
const BOTTOM = PAGE.height - 50;
const PAD = 5;

const INK = '#000000';
const text: Style = { size: 10, color: INK };
const strong: Style = { size: 10, bold: true, color: INK };
const small: Style = { size: 8, color: INK };
const GREETING: Style = { size: 16, color: INK };

interface Column {
  title: string;
  width: number;
  bold?: boolean;
  small?: boolean;
}

/** Packing slips on A4: one for each order, with a box to tick for each item. */
export async function packingSlipsPdf(orders: readonly PaperOrder[], shop: ShopSettings, at: number): Promise<Buffer> {
  const page = paper('Packing slips', shop, at);
  for (const [index, order] of orders.entries()) {
    if (index > 0) page.doc.addPage();
    slip(page, order, shop);
    // Lets other requests through between two slips.
    await new Promise(setImmediate);
  }
  return page.end();
}

/**
 * The pick list on A4: what to take from the shelves for all orders, with the orders that it is
 * for.
 */
export async function pickListPdf(orders: readonly PaperOrder[], shop: ShopSettings, at: number): Promise<Buffer> {
  const page = paper('Pick list', shop, at);
  const rows = pickList(
    orders.flatMap(({ lines }) =>
      lines.map((line) => ({ ...line, orderNumber: line.order_number, productId: line.product_id })),
    ),
  );
  page.line('Pick list', LEFT, 40, { size: 18, bold: true, color: INK });
  const packs = rows.reduce((sum, row) => sum + row.quantity, 0);
  page.line(`${count(orders.length, 'order')}, ${count(packs, 'pack')}`, LEFT, 66, text);
  const gifts = orders.filter(({ row }) => row.gift_message !== null).map(({ row }) => row.order_number);
  const below = gifts.length > 0 ? paragraph(page, `${gifts.join(', ')}. ${GIFT_RULE}`, 84, text) : 82;
  table(
    page,
    below + 10,
    [
      { title: '', width: 24 },
      { title: 'Item', width: 170 },
      { title: 'Size', width: 70 },
      { title: 'Packs', width: 44, bold: true },
      { title: 'Orders', width: WIDTH - 308, small: true },
    ],
    rows.map(({ name, size, quantity, orders: of }) => [
      '',
      name,
      size,
      String(quantity),
      of.map((order) => order.orderNumber + (order.quantity > 1 ? `\u00a0×\u00a0${order.quantity}` : '')).join(', '),
    ]),
  );
  return page.end();
}

function paper(title: string, shop: ShopSettings, at: number): Typesetter {
  const made = new Date(at);
  return new Typesetter({ Title: title, Author: shop.brandName, CreationDate: made, ModDate: made });
}

function slip(page: Typesetter, order: PaperOrder, shop: ShopSettings): void {
  const { row, lines } = order;
  const half = WIDTH / 2 - 12;
  const right = { width: half, align: 'right' as const };
  const at = LEFT + WIDTH / 2 + 12;
  page.line(shop.brandName, LEFT, 40, { size: 20, bold: true, color: INK }, { width: half, align: 'left' });
  page.line('Packing slip', at, 40, { size: 16, bold: true, color: INK }, right);
  page.line(nameOf(order), at, 64, strong, right);
  page.line(orderDay(order), at, 79, text, right);

  const big: Style = { size: 13, color: INK };
  page.line('Deliver to', LEFT, 108, small);
  let y = page.block(row.name || '–', LEFT, 121, half, { ...big, bold: true });
  for (const line of placeLines(order)) y = page.block(line, LEFT, y, half, big);
  y = page.block(`Phone ${phoneOf(order)}`, LEFT, y, half, big);
  const from = senderLines(shop);
  page.line('From', at, 108, small);
  let senderY = page.block(from.name, at, 121, half, strong);
  for (const line of from.lines) senderY = page.block(line, at, senderY, half, text);

  y = table(
    page,
    Math.max(y, senderY) + 16,
    [
      { title: 'Packed', width: 50 },
      { title: 'Item', width: WIDTH - 230 },
      { title: 'Size', width: 110 },
      { title: 'Quantity', width: 70, bold: true },
    ],
    lines.map((line) => ['', line.name, line.size, String(line.quantity)]),
  );
  const packs = lines.reduce((sum, line) => sum + line.quantity, 0);
  const paid = row.payment_status === 'completed' ? 'paid' : 'payment not verified';
  const isGift = row.gift_message !== null && !order.isReplacement;
  const price = isGift ? 'gift, no invoice in the parcel' : formatPaise(row.total);
  const payment = order.isReplacement ? 'nothing to pay' : `${price}, ${paid}`;
  const facts = [count(packs, 'pack'), weightOf(order), payment].filter(Boolean).join(' · ');
  const notes = [
    facts,
    ...(row.order_note && !order.isReplacement ? [`Note from the shopper: ${row.order_note}`] : []),
    [row.courier, row.courier_tracking].filter(Boolean).join(' '),
  ];
  for (const note of notes.filter(Boolean)) y = paragraph(page, note, y, text) + PAD;
  const message = isGift ? printedGiftMessage(row.gift_message ?? '') : '';
  if (message) paragraph(page, message, paragraph(page, 'A message for you', y + 20, small) + 3, GREETING);
}

/** Lines over the whole width, on a new page where they do not fit. @returns the lower edge */
function paragraph(page: Typesetter, words: string, top: number, style: Style): number {
  let y = top;
  for (const line of page.wrap(words, WIDTH, style)) {
    y = roomFor(page, y, leading(style));
    page.line(line, LEFT, y, style);
    y += leading(style);
  }
  return y;
}

/**
 * A table whose first column is a box to tick. A row that does not fit goes on a new page below the
 * titles.
 *
 * @returns the lower edge
 */
function table(page: Typesetter, top: number, columns: Column[], rows: string[][]): number {
  let y = tableHead(page, top, columns);
  for (const row of rows) {
    const cells = columns.map((column, index) => page.wrap(row[index] ?? '', column.width - PAD, styleOf(column)));
    const height = Math.max(...cells.map((lines, index) => lines.length * leading(styleOf(columns[index])))) + 2 * PAD;
    if (y + height > BOTTOM) {
      page.doc.addPage();
      y = tableHead(page, 40, columns);
    }
    page.doc
      .rect(LEFT, y + PAD, 11, 11)
      .lineWidth(1)
      .stroke(INK);
    let x = LEFT;
    columns.forEach((column, index) => {
      cells[index]?.forEach((line, place) => {
        page.line(line, x, y + PAD + place * leading(styleOf(column)), styleOf(column));
      });
      x += column.width;
    });
    y += height;
    page.doc.moveTo(LEFT, y).lineTo(RIGHT, y).lineWidth(0.5).stroke('#999999');
  }
  return y + 10;
}

function tableHead(page: Typesetter, y: number, columns: Column[]): number {
  let x = LEFT;
  for (const { title, width } of columns) {
    page.line(title, x, y, small);
    x += width;
  }
  const below = y + leading(small) + 3;
  page.doc.moveTo(LEFT, below).lineTo(RIGHT, below).lineWidth(1).stroke(INK);
  return below;
}

function styleOf(column: Column | undefined): Style {
  return column?.bold ? strong : column?.small ? small : text;
}

function roomFor(page: Typesetter, y: number, height: number): number {
  if (y + height <= BOTTOM) return y;
  page.doc.addPage();
  return 40;
}

function count(number: number, word: string): string {
  return number === 1 ? `1 ${word}` : `${number} ${word}s`;
}
