import { parse } from 'csv-parse/sync';
import { parseDocument } from 'htmlparser2';
import { gtinFault } from '#shop/catalogue/gtin.ts';

/**
 * What Google and Meta publish about the fields of a feed, as tables. Read on 30 November 2026:
 * https://support.google.com/merchants/answer/7052112 (all attributes), /6324490 (unit pricing),
 * /6324484 (shipping), /9445425 (the label of a return policy: left empty for the usual one);
 * https://developers.google.com/merchant/api/reference/rest/products_v1/ProductAttributes (MRP);
 * https://developers.facebook.com/documentation/ads-commerce/catalog/reference (Meta).
 */
interface Rule {
  required?: true;
  /** Characters. */
  most?: number;
  /** How often it may stand in an item; once if not given. */
  times?: number;
  is?: RegExp;
  check?: (value: string) => string | null;
}

const PRICE = /^\d{1,8}\.\d{2} INR$/;
const DAYS = /^\d{1,3}$/;

function addressFault(value: string): string | null {
  if (!/^[\x21-\x7e]+$/.test(value)) return 'not an encoded address';
  return /^https?:$/.test(new URL(value).protocol) ? null : 'not a web address';
}

/** Google takes GIF, JPEG, PNG, BMP, TIFF and WebP; Meta takes JPEG and PNG. */
function pictureFault(value: string): string | null {
  return addressFault(value) ?? (/\.(?:jpe?g|png)$/i.test(new URL(value).pathname) ? null : 'not a JPEG or PNG');
}

const GOOGLE_RULES: Record<string, Rule> = {
  'g:id': { required: true, most: 50, is: /^[\x21-\x7e]+$/ },
  'g:item_group_id': { most: 50, is: /^[\x21-\x7e]+$/ },
  'g:title': { required: true, most: 150 },
  'g:description': { required: true, most: 5000 },
  'g:link': { required: true, most: 2000, check: addressFault },
  'g:image_link': { required: true, most: 2000, check: pictureFault },
  'g:additional_image_link': { most: 2000, times: 10, check: pictureFault },
  'g:availability': { required: true, is: /^(?:in_stock|out_of_stock|preorder|backorder)$/ },
  'g:price': { required: true, is: PRICE },
  'g:maximum_retail_price': { is: PRICE },
  'g:condition': { required: true, is: /^(?:new|refurbished|used)$/ },
  'g:brand': { required: true, most: 70 },
  'g:gtin': { check: gtinFault },
  'g:identifier_exists': { is: /^(?:yes|no)$/ },
  'g:google_product_category': { is: /^[\w&, ]+(?: > [\w&, ]+)*$/ },
  'g:product_type': { most: 750 },
  'g:size': { most: 100 },
  'g:unit_pricing_measure': { is: /^\d+(?:\.\d+)?(?:mg|g|kg|ml|cl|l)$/ },
  'g:unit_pricing_base_measure': { is: /^(?:(?:1|10|100|2|4|8)(?:mg|g|kg|ml|cl|l)|75cl|750ml|50kg|1000kg)$/ },
  'g:shipping/g:country': { required: true, is: /^[A-Z]{2}$/ },
  'g:shipping/g:service': { is: /^.+$/ },
  'g:shipping/g:price': { required: true, is: PRICE },
  'g:shipping/g:min_handling_time': { is: DAYS },
  'g:shipping/g:max_handling_time': { is: DAYS },
  'g:shipping/g:min_transit_time': { is: DAYS },
  'g:shipping/g:max_transit_time': { is: DAYS },
};

const META_RULES: Record<string, Rule> = {
  id: { required: true, most: 100 },
  title: { required: true, most: 200 },
  // No HTML tags.
  description: { required: true, most: 9999, is: /^(?!.*<[^<>]*>)/s },
  availability: { required: true, is: /^(?:in stock|out of stock)$/ },
  condition: { required: true, is: /^(?:new|refurbished|used)$/ },
  price: { required: true, is: PRICE },
  link: { required: true, check: addressFault },
  image_link: { required: true, check: pictureFault },
  additional_image_link: {
    most: 2000,
    check: (value) => value.split(',').map(pictureFault).find(Boolean) ?? null,
  },
  brand: { required: true, most: 100 },
  gtin: { check: gtinFault },
  google_product_category: { is: /^[\w&, ]+(?: > [\w&, ]+)+$/ },
  product_type: { most: 750 },
  item_group_id: { most: 100 },
  size: { most: 200 },
  shipping: { is: /^[A-Z]{2}::[\w ]+:\d+\.\d{2} INR$/ },
};

/** The fields of an item in their order. */
export type Fields = [name: string, value: string][];

/** Items of the RSS file, and its own elements before them. @throws when it is not the file that Google reads */
export function readGoogle(xml: string): Fields[] {
  const heading = '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">';
  if (!xml.startsWith(heading) || !xml.endsWith('</channel>\n</rss>\n')) throw new Error('not an RSS 2.0 file');
  const elements = (node: { children: unknown[] }) => (node.children as Node[]).filter(({ type }) => type === 'tag');
  const [rss] = elements(parseDocument(xml, { xmlMode: true }) as never);
  const [channel] = elements(rss!);
  return elements(channel!)
    .filter(({ name }) => name === 'item')
    .map((item) =>
      elements(item).flatMap((element): Fields => {
        const inner = elements(element);
        return inner.length > 0
          ? inner.map((part): [string, string] => [`${element.name}/${part.name}`, textOf(part)])
          : [[element.name, textOf(element)]];
      }),
    );
}

interface Node {
  type: string;
  name: string;
  data?: string;
  children: Node[];
}

function textOf({ children }: Node): string {
  return children.map(({ data = '' }) => data).join('');
}

export function readMeta(csv: string): Fields[] {
  return parse(csv, { columns: true }).map((row) => Object.entries(row as Record<string, string>));
}

/** What is wrong with the items by the published rules; nothing if they are taken. */
export const googleFaults = (items: readonly Fields[]) => faultsOf(items, GOOGLE_RULES, 'g:');
export const metaFaults = (items: readonly Fields[]) => faultsOf(items, META_RULES, '');

function faultsOf(items: readonly Fields[], rules: Record<string, Rule>, prefix: string): string[] {
  const ids = items.map((fields) => new Map(fields).get(`${prefix}id`));
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
  return [
    ...twice.map((id) => `${id} stands twice`),
    ...items.flatMap((fields) => itemFaults(fields, rules).map((fault) => `${fields[0]?.[1]}: ${fault}`)),
    ...items.flatMap((fields) => {
      const value = new Map(fields);
      const grouped = value.get(`${prefix}item_group_id`);
      return grouped && !value.get(`${prefix}size`) ? [`${grouped}: a variant without its size`] : [];
    }),
  ];
}

function itemFaults(fields: Fields, rules: Record<string, Rule>): string[] {
  const names = fields.filter(([, value]) => value !== '').map(([name]) => name);
  const missing = Object.keys(rules).filter((name) => rules[name]?.required && !names.includes(name));
  return [
    ...missing.map((name) => `${name} is missing`),
    ...fields.flatMap(([name, value]) => {
      const rule = rules[name];
      if (!rule) return [`${name} is no field`];
      if (value === '') return [];
      const faults = [
        value.length > (rule.most ?? Number.POSITIVE_INFINITY) && 'too long',
        names.filter((one) => one === name).length > (rule.times ?? 1) && 'too often',
        rule.is && !rule.is.test(value) && `not allowed: ${value}`,
        value !== value.toWellFormed() && 'half a character',
        rule.check?.(value),
      ];
      return faults.filter(Boolean).map((fault) => `${name} is ${fault}`);
    }),
  ];
}
