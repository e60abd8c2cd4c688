import { expect, test } from 'vitest';
import { CSV_COLUMNS } from '#shop/catalogue/product-columns.ts';
import { LOST_LETTERS, NOT_CSV, WORKBOOK } from '#shop/text/file-text.ts';
import { emptyTemplate, readProductCsv } from './read-csv.ts';

const file = (text: string) => new File([text], 'products.csv', { type: 'text/csv' });
const read = (text: string) => readProductCsv(file(text));

test('commas, semicolons, a byte order mark, Windows line ends and line breaks in cells', async () => {
  for (const text of [
    '\uFEFFid,name,price\r\nalmonds,"Almonds, ""whole""\nand crisp",299\r\n\r\njar,Jar,5\r\n',
    'id;name;price\nalmonds;"Almonds, ""whole""\nand crisp";299\njar;Jar;5',
  ]) {
    const { parts, products, lines } = await read(text);
    expect([products, lines]).toEqual([2, 2]);
    expect(parts).toEqual([
      [
        { line: 2, cells: { id: 'almonds', name: 'Almonds, "whole"\nand crisp', price: '299' } },
        { line: 3, cells: { id: 'jar', name: 'Jar', price: '5' } },
      ],
    ]);
  }
});

test.each([
  ['prise,name\n1,a', 'There is no column "prise".'],
  ['price\n1', 'A column "id" or "name" is needed.'],
  ['id,name\n', 'There is no product in this file'],
  ['', 'A column "id" or "name" is needed.'],
])('%j is rejected with a message', async (text, sentence) => {
  await expect(read(text)).rejects.toThrow(sentence);
});

test.each<[string, BlobPart[], string]>([
  ['a picture', [Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13])], NOT_CSV],
  ['a workbook', ['PK\u0003\u0004\u0014\u0000\u0006\u0000'], WORKBOOK],
  [
    'plain CSV of Excel',
    [Uint8Array.from([...'id,name\na,Cr'].map((one) => one.charCodeAt(0))), Uint8Array.from([0xe8])],
    LOST_LETTERS,
  ],
  ['Hindi that became question marks', ['id,name,storage\nalmonds,Almonds,???? ??? ?????'], LOST_LETTERS],
])('%s is refused with a sentence', async (_name, parts, sentence) => {
  await expect(readProductCsv(new File(parts, 'products.csv'))).rejects.toThrow(sentence);
});

test('‘Unicode Text’ of Excel, with tabs, is read', async () => {
  const text = '\uFEFFid\tname\nalmonds\tबादाम';
  const units = Uint16Array.from([...text].map((one) => one.charCodeAt(0)));
  const { parts } = await readProductCsv(new File([new Uint8Array(units.buffer)], 'products.txt'));
  expect(parts).toEqual([[{ line: 2, cells: { id: 'almonds', name: 'बादाम' } }]]);
});

test('a broken file gives an error message', async () => {
  await expect(read('id,name\n"a,b')).rejects.toThrow(/^This is not a CSV file that can be read: /);
});

test('a large file is split, but never within a product', async () => {
  const rows = Array.from({ length: 450 }, (_, index) => `p${Math.floor(index / 3)},${index % 3}kg`);
  const { parts, products } = await read(['id,size', ...rows].join('\n'));
  expect(products).toBe(150);
  expect(parts.length).toBeGreaterThan(3);
  expect(parts.flat()).toHaveLength(450);
  const ids = parts.map((part) => new Set(part.map(({ cells }) => cells.id)));
  expect(ids.reduce((sum, { size }) => sum + size, 0)).toBe(150);
  const heavy = Array.from({ length: 20 }, (_, index) => `p${index},${'x'.repeat(90_000)}`);
  expect((await read(['id,description', ...heavy].join('\n'))).parts.length).toBeGreaterThan(4);
});

test('every column of the export is accepted', async () => {
  const { parts } = await read(`${CSV_COLUMNS.join(',')}\nalmonds${','.repeat(CSV_COLUMNS.length - 1)}`);
  expect(Object.keys(parts[0]?.[0]?.cells ?? {})).toHaveLength(CSV_COLUMNS.length);
});

test('the empty template has the columns and no product', async () => {
  const template = emptyTemplate();
  expect(await template.text()).toMatch(
    /^\uFEFF?name,category,.*size,price,originalPrice,stock,netQuantityGrams,gtin\r\n$/,
  );
  await expect(readProductCsv(template)).rejects.toThrow('There is no product in this file');
  await expect(readProductCsv(new File([`${await template.text()}Figs,nuts\n`], 'a.csv'))).resolves.toMatchObject({
    products: 1,
    from: null,
  });
});

test('the file of another shop is turned into lines of our own', async () => {
  const categories = [{ id: 'cat_1', name: 'Nuts', slug: 'nuts' }];
  const shopify = await readProductCsv(
    file(
      '\uFEFFHandle,Title,Body (HTML),Type,Variant SKU,Variant Price\r\n' +
        'figs,"Figs, ""soft""","<p>From\r\nIzmir</p><script>alert(1)</script>",Nuts,F1,"1,299.00"\r\n',
    ),
    { categories, fallback: null },
  );
  expect(shopify).toMatchObject({ from: 'Shopify', products: 1, lines: 1, withoutCategory: 0 });
  expect(shopify.parts[0]?.[0]?.cells).toMatchObject({
    name: 'Figs, "soft"',
    description: 'From\nIzmir',
    category: 'Nuts',
    status: 'Inactive',
    price: '1,299.00',
  });
  expect(shopify.notes.at(-1)).toEqual({ msg: '“Variant SKU”: 1 value, such as “F1”', lines: [] });
  // What has no place, or is told, does not refuse the whole file.
  const asked = await readProductCsv(
    file(
      'Handle,Title,Body (HTML),SEO Title,Variant Price\r\nfigs,Figs,Fresh ???? Free shipping ?? Call us,???? ????,99\r\n',
    ),
    { categories, fallback: null },
  );
  expect(asked.parts[0]?.[0]?.cells.description).toBe('Fresh ? Free shipping ? Call us');
  expect(asked.notes.map(({ msg }) => msg)).toContain('Description: “??” becomes “?”');
  const woo = await readProductCsv(file('Type;Name;Regular price;Categories\nsimple;Figs;299,50;Snacks\n'), {
    categories,
    fallback: 'Nuts',
  });
  expect(woo).toMatchObject({ from: 'WooCommerce', products: 1, withoutCategory: 1 });
  expect(woo.parts[0]?.[0]?.cells).toMatchObject({ name: 'Figs', category: 'Nuts', price: '299,50' });
});
