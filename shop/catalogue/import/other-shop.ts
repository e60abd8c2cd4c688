import { listCell, plainCell, safeCell } from '../../text/csv-cell.ts';
import { imageAddress } from '../../text/links.ts';
import { numberOf } from '../../text/sheet-cell.ts';
import type { Category } from '../catalogue.ts';
import { findCategory } from '../categories.ts';
import { MOST_ALT, MOST_IMAGES, MOST_SIZES, PRODUCT_FIELDS } from '../fields.ts';
import { gramsOf } from '../packs.ts';
import type { CsvRow } from '../product-csv.ts';
import { sizeInTitle, sizeName, sizeOfGrams } from './size-name.ts';

/**
 * Products of another shop's file as lines of our own CSV. What has no place here is told in notes.
 */

/** Texts are cells of the file, trimmed. */
export interface OtherProduct {
  line: number;
  /** Tells products of the same name apart. */
  key: string;
  name: string;
  html: string;
  brand: string;
  /** Each from its top down, the best one first. */
  categories: string[][];
  tags: string[];
  pictures: OtherPicture[];
  sizes: OtherSize[];
}

interface OtherPicture {
  line: number;
  url: string;
  alt: string;
}

export interface OtherSize {
  line: number;
  /** The values of its options. */
  options: string[];
  /** Of the parcel. */
  grams: number | null;
  price: string;
  mrp: string;
  stock: string;
}

/** What has no place, or comes otherwise than it stands in the file. */
export interface Note {
  msg: string;
  /** Empty for a whole column. */
  lines: number[];
}

export type Tell = (line: number, msg: string) => void;

/** What the lines of a file are turned into. */
export interface Converted {
  rows: CsvRow[];
  notes: Note[];
  /** Products whose category this shop does not have. */
  withoutCategory: number;
}

export interface Place {
  categories: readonly Pick<Category, 'id' | 'name' | 'slug'>[];
  /** The category of products whose own one this shop does not have; null when they stay out. */
  fallback: string | null;
  /** What the HTML of a description says. */
  textOf: (html: string) => string;
}

export function notebook(): { tell: Tell; notes: () => Note[] } {
  const lines = new Map<string, Set<number>>();
  return {
    tell: (line, msg) => void lines.set(msg, (lines.get(msg) ?? new Set()).add(line)),
    notes: () => [...lines].map(([msg, own]) => ({ msg, lines: [...own] })),
  };
}

/** Lines with the names of their columns in lower case, and plain cells. */
export function plainRows(rows: readonly CsvRow[]): CsvRow[] {
  return rows.map(({ line, cells }) => ({
    line,
    cells: Object.fromEntries(
      Object.entries(cells).map(([column, cell]) => [column.toLowerCase(), plainCell(cell).trim()]),
    ),
  }));
}

/** A note for each column with values that is not read. */
export function unplacedColumns(rows: readonly CsvRow[], isRead: (column: string) => boolean): Note[] {
  const columns = Object.keys(rows[0]?.cells ?? {}).filter((column) => !isRead(column.toLowerCase()));
  return columns.flatMap((column) => {
    const values = rows.map(({ cells }) => cells[column]?.trim() ?? '').filter(Boolean);
    const sample = values[0] ?? '';
    const msg = `“${column}”: ${values.length === 1 ? '1 value' : `${values.length} values`}, such as “${short(sample)}”`;
    return values.length > 0 ? [{ msg, lines: [] }] : [];
  });
}

/** The lines of our own CSV for these products. */
export function ownRows(products: readonly OtherProduct[], place: Place, tell: Tell): Omit<Converted, 'notes'> {
  const names = new Set<string>();
  let withoutCategory = 0;
  const rows = products.flatMap((product) => {
    if (product.sizes.length > MOST_SIZES) {
      tell(product.line, `A product has at most ${MOST_SIZES} sizes: this one, with more, stays out`);
      return [];
    }
    const name = freeName(product, names, tell);
    const home = homeOf(product, place, tell);
    if (!home.known) withoutCategory += 1;
    const own = {
      category: home.category,
      subcategory: home.subcategory,
      status: 'Inactive',
      description: descriptionOf(product, place, tell),
      brand: product.brand,
      tags: listCell(tagsOf(product, tell)),
      images: listCell(picturesOf(product, tell)),
    };
    return product.sizes.map((size, index) => {
      const cells = { name, ...sizeCells(product, size, tell) };
      return { line: size.line, cells: safeCells(index === 0 ? { ...own, ...cells } : cells) };
    });
  });
  return { rows, withoutCategory };
}

const safeCells = (cells: Record<string, string>) =>
  Object.fromEntries(Object.entries(cells).map(([column, cell]) => [column, safeCell(cell)]));

/** Lines without an id are products by their name: each needs its own. */
function freeName({ line, name, key }: OtherProduct, names: Set<string>, tell: Tell): string {
  const own = names.has(name.toLowerCase()) ? `${name} (${key})` : name;
  if (own !== name) tell(line, `Another product of the file has this name: it comes as “${own}”`);
  names.add(own.toLowerCase());
  return own;
}

function homeOf({ line, categories }: OtherProduct, { categories: known, fallback }: Place, tell: Tell) {
  for (const path of categories) {
    const at = path.findLastIndex((name) => findCategory(known, name));
    const found = at < 0 ? undefined : findCategory(known, path[at] ?? '');
    if (!found) continue;
    for (const other of categories.filter((one) => one !== path)) {
      tell(line, `Category “${other.join(' > ')}”: a product is in one category, here in “${found.name}”`);
    }
    return { known: true, category: found.name, subcategory: path.slice(at + 1).join(' > ') };
  }
  const wanted = categories.map((path) => path.join(' > ')).join(', ');
  if (fallback) {
    tell(
      line,
      wanted
        ? `Category “${wanted}” is not in this shop: it becomes “${fallback}”`
        : `No category: it becomes “${fallback}”`,
    );
  }
  return { known: false, category: fallback ?? categories[0]?.at(-1) ?? '', subcategory: '' };
}

function descriptionOf({ line, name, html }: OtherProduct, { textOf }: Place, tell: Tell): string {
  if (/<(?:a|iframe|img|table|video)\b/i.test(html)) {
    tell(line, 'Description: comes as text, without its links, pictures and tables');
  }
  const said = textOf(html).trim();
  // Several would look like letters that were lost.
  const text = said.replace(/\?{2,}/g, '?');
  if (text !== said) tell(line, 'Description: “??” becomes “?”');
  const { most } = PRODUCT_FIELDS.description;
  if (text === '') tell(line, 'No description: the name stands in its place');
  if (text.length > most) tell(line, `A description has at most ${most} characters: the rest stays out`);
  // Without half an emoji at the end.
  return text.slice(0, most).replace(/[\ud800-\udbff]$/, '') || name;
}

function tagsOf({ line, tags }: OtherProduct, tell: Tell): string[] {
  const { entries, most } = PRODUCT_FIELDS.tags;
  const short = tags.filter((tag) => tag.length <= most);
  if (short.length < tags.length) tell(line, `A tag has at most ${most} characters: longer ones stay out`);
  if (short.length > entries) tell(line, `A product has at most ${entries} tags: the others stay out`);
  return short.slice(0, entries);
}

/** Each as address and alt text, in the cell of our own CSV. */
function picturesOf({ pictures }: OtherProduct, tell: Tell): string[] {
  const alts = new Map<string, string>();
  for (const { line, url, alt } of pictures) {
    const address = linkedAddress(url);
    if (!address) tell(line, `“${short(url)}” is not the https:// address of a picture: it stays out`);
    else if (!alts.has(address) && alts.size === MOST_IMAGES) {
      tell(line, `A product has at most ${MOST_IMAGES} pictures: the others stay out`);
    } else if (!alts.has(address)) alts.set(address, alt);
    if (alt.length > MOST_ALT) tell(line, `An alt text has at most ${MOST_ALT} characters: the rest stays out`);
  }
  return [...alts].map(([address, alt]) => `${address} ${alt.slice(0, MOST_ALT)}`.trim());
}

function linkedAddress(text: string): string | null {
  const secure = text.replace(/^(?:http:)?\/\//i, 'https://');
  if (!/^https:/i.test(secure) || !URL.canParse(secure)) return null;
  const url = new URL(secure);
  // Shopify's pictures are as large as they were uploaded, and their server makes them smaller.
  if (url.hostname === 'cdn.shopify.com') url.searchParams.set('width', '1200');
  return imageAddress(url.href);
}

function sizeCells({ name, sizes }: OtherProduct, size: OtherSize, tell: Tell): Record<string, string> {
  const { line, options, grams, price, mrp, stock } = size;
  if (options.length > 1) tell(line, 'Several options stand together in the size, with “/” between them');
  const named = options.map(sizeName).join(' / ');
  const label = named || (sizes.length === 1 ? unnamedSize(line, name, grams, tell) : '');
  const hasMrp = numberOf(mrp) !== 0 && mrp !== '';
  if (!hasMrp) tell(line, 'No higher price in the file: the price stands as the MRP. Check it on the pack');
  return {
    size: label,
    price,
    originalPrice: hasMrp ? mrp : '',
    stock: stockOf(line, stock, tell),
    netQuantityGrams: String(gramsOf(label) || ''),
  };
}

function unnamedSize(line: number, name: string, grams: number | null, tell: Tell): string {
  const inTitle = sizeInTitle(name);
  if (inTitle) {
    tell(line, 'The size is read from the name of the product');
    return inTitle;
  }
  if (grams) tell(line, 'The size is the weight of the parcel in the file: check the net quantity on the pack');
  return grams ? sizeOfGrams(grams) : '';
}

function stockOf(line: number, stock: string, tell: Tell): string {
  if (stock === '') tell(line, 'No stock in the file: it comes as 0');
  else if (stock.startsWith('-')) tell(line, 'Stock below 0 comes as 0');
  else return stock;
  return '0';
}

/** Entries between commas; `\,` is a comma in an entry. */
export function commaList(text: string): string[] {
  const entries = text.match(/(?:\\[\s\S]|[^\\,])+/g) ?? [];
  return [...new Set(entries.map((entry) => entry.replace(/\\([\s\S])/g, '$1').trim()))].filter(Boolean);
}

/** The names in `A > B`, each with its place. */
export const categoryPath = (text: string): string[] =>
  text
    .split('>')
    .map((name) => name.trim())
    .filter(Boolean);

function short(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80).toWellFormed()}…` : text;
}
