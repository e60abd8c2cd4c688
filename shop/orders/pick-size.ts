import type { Product } from '../catalogue/catalogue.ts';
import { MAX_QUANTITY } from '../money/pricing.ts';
import { asciiDigits } from '../text/text.ts';
import { DEFAULT_CART_SIZE } from './cart.ts';

/** What staff type to add a product to an order: 'kaju 500 2' is two packs of 500g. */
export interface Asked {
  /** What to search for. */
  words: string;
  /** The beginning of a size label without spaces, in lower case: '500', '1kg'; '' for any. */
  size: string;
  quantity: number;
}

/** A size that can be added. `price` in rupees; `asked`: it has the size that was typed. */
export interface SizeChoice {
  product: string;
  name: string;
  size: string;
  price: number;
  stock: number;
  image: string;
  cloth: string;
  asked: boolean;
}

const UNIT = /^(\d+(?:\.\d+)?)(g|gm|gms|gram|grams|kg|kgs|kilo|ml|l|ltr|litre)$/;
const UNITS: Record<string, string> = {
  gm: 'g',
  gms: 'g',
  gram: 'g',
  grams: 'g',
  kgs: 'kg',
  kilo: 'kg',
  ltr: 'l',
  litre: 'l',
};
const TIMES = /^(?:[x×](\d{1,3})|(\d{1,3})[x×])$/;
/** A lone number from here on is a weight: nobody orders fifty packs without saying so. */
const LEAST_WEIGHT = 50;

/**
 * Reads words, size and number in one line. A number with a unit is the size; '2x' and 'x2' are the
 * number of packs; of two plain numbers the first is the size; a lone one is the size from 50 on.
 */
export function readAsked(text: string): Asked {
  const tokens = asciiDigits(text)
    .toLowerCase()
    .replace(/(\d)\s+(?=(?:gms?|grams?|g|kgs?|kilo|ml|ltr|litre|l)(?:\s|$))/g, '$1')
    .split(/[\s,]+/)
    .filter(Boolean);
  const asked: Asked = { words: '', size: '', quantity: 1 };
  const words: string[] = [];
  const numbers: string[] = [];
  for (const token of tokens) {
    const [, amount, unit = ''] = UNIT.exec(token) ?? [];
    const [, after, before] = TIMES.exec(token) ?? [];
    if (amount) asked.size = amount + (UNITS[unit] ?? unit);
    else if (after ?? before) asked.quantity = Number(after ?? before);
    else if (/^\d+$/.test(token) && words.length > 0) numbers.push(token);
    else words.push(token);
  }
  const isSize = asked.size === '' && (numbers.length > 1 || Number(numbers[0]) >= LEAST_WEIGHT);
  if (isSize) asked.size = numbers.shift() ?? '';
  if (numbers[0]) asked.quantity = Number(numbers[0]);
  asked.quantity = Math.min(MAX_QUANTITY, Math.max(1, asked.quantity));
  return { ...asked, words: words.join(' ') };
}

/** Whether a label is the size that was typed: '500' is 500g, and '1kg' is '1 kg'. */
function isAsked(label: string, size: string): boolean {
  const plain = label.toLowerCase().replace(/\s+/g, '');
  return size !== '' && plain.startsWith(size) && !/^[\d.]/.test(plain.slice(size.length));
}

/** The sizes of the products that were found, those that were typed first. */
export function sizeChoices(products: readonly Product[], { size }: Pick<Asked, 'size'>): SizeChoice[] {
  const all = products.flatMap((product) => {
    const { price, stockCount } = product;
    const sizes = product.sizes.length > 0 ? product.sizes : [{ size: DEFAULT_CART_SIZE, price, stock: stockCount }];
    return sizes.map((one): SizeChoice => {
      return {
        product: product.id,
        name: product.name,
        size: one.size,
        price: one.price,
        stock: product.status === 'Active' ? one.stock : 0,
        image: product.image,
        cloth: product.categorySlug,
        asked: isAsked(one.size, size),
      };
    });
  });
  return [...all.filter(({ asked }) => asked), ...all.filter(({ asked }) => !asked)];
}
