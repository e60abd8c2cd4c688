import { describe, expect, test } from 'vitest';
import { type CsvRow, groupCsvRows, planCsvProduct } from '../product-csv.ts';
import type { Converted, Place } from './other-shop.ts';
import { fromShopify, isShopify } from './shopify.ts';
import { sizeInTitle, sizeName } from './size-name.ts';
import { fromWooCommerce, isWooCommerce } from './woocommerce.ts';

const CATEGORIES = [
  { id: 'cat_1', name: 'Nuts', slug: 'nuts' },
  { id: 'cat_2', name: 'Dried Fruit', slug: 'dried-fruit' },
];
const PLACE: Place = {
  categories: CATEGORIES,
  fallback: null,
  textOf: (html) => html.replace(/<[^>]*>/g, ''),
};

/** Lines of a file, from its second one on: cells in the order of the columns. */
const lines = (columns: string[], ...cells: string[][]): CsvRow[] =>
  cells.map((own, index) => ({
    line: index + 2,
    cells: Object.fromEntries(columns.map((column, at) => [column, own[at] ?? ''])),
  }));

const plansOf = ({ rows }: Converted) =>
  groupCsvRows(rows).map((group) =>
    planCsvProduct(group, {
      byId: () => undefined,
      byName: () => undefined,
      categories: CATEGORIES,
      stockEdits: () => [],
    }),
  );
const told = ({ notes }: Converted) => notes.map(({ msg, lines: at }) => `${at.join(',')}: ${msg}`);

const OLD = [
  'Handle',
  'Title',
  'Body (HTML)',
  'Vendor',
  'Type',
  'Tags',
  'Published',
  'Option1 Name',
  'Option1 Value',
  'Option2 Name',
  'Option2 Value',
  'Variant SKU',
  'Variant Grams',
  'Variant Inventory Qty',
  'Variant Price',
  'Variant Compare At Price',
  'Image Src',
  'Image Position',
  'Image Alt Text',
  'Gift Card',
  'Status',
];

/** A line of Shopify's old columns. */
const old = (cells: Partial<Record<string, string>>) => OLD.map((column) => cells[column] ?? '');
const almonds = {
  Handle: 'almonds',
  Title: 'California Almonds',
  'Body (HTML)': '<p>Whole & crisp.</p>',
  Vendor: 'Acme Foods',
  Type: 'nuts',
  Tags: 'raw, premium',
  Published: 'TRUE',
  'Option1 Name': 'Weight',
  'Option1 Value': '250 gms',
  'Variant Inventory Qty': '40',
  'Variant Price': '299.00',
  'Variant Compare At Price': '₹1,349.00',
  'Image Src': 'https://cdn.shopify.com/s/files/b.jpg?v=1',
  'Image Position': '2',
  'Image Alt Text': 'In a bowl',
  Status: 'active',
};
const shopify = (...cells: Partial<Record<string, string>>[]) => fromShopify(lines(OLD, ...cells.map(old)), PLACE);

describe('Shopify', () => {
  test('a line for each variant, and one with only a picture', () => {
    const file = shopify(
      almonds,
      { Handle: 'almonds', 'Option1 Value': '1 Kg', 'Variant Inventory Qty': '-2', 'Variant Price': '999' },
      { Handle: 'almonds', 'Image Src': 'http://pictures.example/a b.jpg', 'Image Position': '1' },
    );
    const [plan, ...more] = plansOf(file);
    expect(more).toEqual([]);
    expect(plan?.errors).toEqual([]);
    expect(plan?.input).toMatchObject({
      name: 'California Almonds',
      description: 'Whole & crisp.',
      category: 'Nuts',
      brand: 'Acme Foods',
      status: 'Inactive',
      tags: ['raw', 'premium'],
      images: [
        { url: 'https://pictures.example/a%20b.jpg', alt: '' },
        { url: 'https://cdn.shopify.com/s/files/b.jpg?v=1&width=1200', alt: 'In a bowl' },
      ],
      sizes: [
        { size: '250g', price: 299, originalPrice: 1349, stock: 40, netQuantityGrams: 250 },
        { size: '1kg', price: 999, stock: 0, netQuantityGrams: 1000 },
      ],
    });
    expect(told(file)).toEqual([
      '3: No higher price in the file: the price stands as the MRP. Check it on the pack',
      '3: Stock below 0 comes as 0',
    ]);
  });

  test('the columns of 2025', () => {
    const columns = [
      'Title',
      'URL handle',
      'Description',
      'Vendor',
      'Product category',
      'Status',
      'SKU',
      'Option1 value',
      'Price',
      'Compare-at price',
      'Inventory quantity',
      'Product image URL',
      'Variant image URL',
    ];
    const file = fromShopify(
      lines(
        columns,
        [
          'Figs',
          'figs',
          'Soft',
          'Acme',
          'Food > Dried fruit > Figs',
          'draft',
          'F1',
          '200g',
          '149',
          '199',
          '7',
          'https://a.example/1.jpg',
          'https://a.example/2.jpg',
        ],
        ['', 'figs', '', '', '', '', 'F2', '400g', '279', '379', '5', '', 'https://a.example/1.jpg'],
      ),
      PLACE,
    );
    expect(isShopify(columns.map((name) => name.toLowerCase()))).toBe(true);
    expect(plansOf(file).map(({ input }) => input)).toMatchObject([
      {
        category: 'Dried Fruit',
        subcategory: 'Figs',
        images: [{ url: 'https://a.example/1.jpg' }, { url: 'https://a.example/2.jpg' }],
        sizes: [
          { size: '200g', price: 149, originalPrice: 199, stock: 7 },
          { size: '400g', price: 279, originalPrice: 379, stock: 5 },
        ],
      },
    ]);
    expect(told(file)).toEqual([': “SKU”: 2 values, such as “F1”']);
  });

  test.each<[string, Partial<Record<string, string>>, object, string]>([
    ['two options', { 'Option2 Value': 'Roasted' }, { size: '250g / Roasted' }, 'Several options stand together'],
    [
      'no option, the size in the title',
      { Title: 'Almonds 500 gm', 'Option1 Value': 'Default Title' },
      { size: '500g', netQuantityGrams: 500 },
      'read from the name',
    ],
    [
      'no option, the weight',
      { 'Option1 Value': 'Default Title', 'Variant Grams': '1200' },
      { size: '1.2kg' },
      'weight of the parcel',
    ],
    ['a pack', { 'Option1 Value': 'Pack of 2' }, { size: 'Pack of 2' }, ''],
    ['no stock', { 'Variant Inventory Qty': '' }, { stock: 0 }, 'No stock in the file'],
    ['a decimal comma', { 'Variant Price': '299,50' }, { price: 299.5 }, ''],
    ['rupees', { 'Variant Price': '₹1,299.00' }, { price: 1299 }, ''],
  ])('%s', (_name, cells, size, note) => {
    const file = shopify({ ...almonds, ...cells });
    const [plan] = plansOf(file);
    expect(plan?.errors).toEqual([]);
    expect(plan?.input?.sizes).toMatchObject([size]);
    expect(told(file).join('\n')).toContain(note);
  });

  test.each([
    ['a price below 0', { 'Variant Price': '-5' }, 'price', 'Price must be more than 0'],
    ['no price', { 'Variant Price': '' }, 'price', 'Price is required'],
    ['another currency', { 'Variant Price': '$12.00' }, 'price', 'price must be a number'],
    ['an unknown category', { Type: 'Snacks' }, 'category', 'Category not found: Snacks'],
    ['a cell that a spreadsheet has spoilt', { 'Variant Price': '####' }, 'price', 'make the column wider'],
    ['a long name', { Title: 'x'.repeat(151) }, 'name', '150'],
  ])('%s is an error of its line', (_name, cells, column, msg) => {
    const [plan] = plansOf(shopify({ ...almonds, ...cells }));
    expect(plan?.action).toBe('error');
    expect(plan?.errors).toMatchObject([{ line: 2, column }]);
    expect(plan?.errors[0]?.msg).toContain(msg);
  });

  test('products without a category of this shop go to the one that was chosen', () => {
    const rows = lines(
      OLD,
      old({ ...almonds, Type: 'Snacks' }),
      old({ ...almonds, Handle: 'b', Title: 'B', Type: '' }),
    );
    const file = fromShopify(rows, { ...PLACE, fallback: 'Nuts' });
    expect(file.withoutCategory).toBe(2);
    expect(plansOf(file).map(({ input }) => input?.category)).toEqual(['Nuts', 'Nuts']);
    expect(told(file)).toEqual([
      '2: Category “Snacks” is not in this shop: it becomes “Nuts”',
      '3: No category: it becomes “Nuts”',
    ]);
  });

  test('what has no place is told', () => {
    const more = Array.from({ length: 31 }, (_, index) => ({
      Handle: 'many',
      Title: index === 0 ? 'Many' : '',
      'Option1 Value': `${index + 1}g`,
      'Variant Price': '9',
    }));
    const file = shopify(
      { ...almonds, 'Variant SKU': 'ALM', 'Body (HTML)': '<p>See <a href="https://x.example">this</a></p>' },
      { ...almonds, Handle: 'twin' },
      { Handle: 'card', Title: 'Gift card', 'Gift Card': 'true', 'Variant Price': '500' },
      { Handle: 'nameless', 'Variant Price': '5' },
      { ...almonds, Handle: 'bad', Title: 'Bad', 'Image Src': 'javascript:alert(1)', 'Body (HTML)': '' },
      ...more,
    );
    expect(told(file)).toEqual([
      '4: Gift cards have no place in this shop: the product stays out',
      '5: No title: the product stays out',
      '2: Description: comes as text, without its links, pictures and tables',
      '3: Another product of the file has this name: it comes as “California Almonds (twin)”',
      '6: No description: the name stands in its place',
      '6: “javascript:alert(1)” is not the https:// address of a picture: it stays out',
      '7: A product has at most 30 sizes: this one, with more, stays out',
      ': “Variant SKU”: 1 value, such as “ALM”',
    ]);
    expect(plansOf(file).map(({ name }) => name)).toEqual(['California Almonds', 'California Almonds (twin)', 'Bad']);
  });

  test('one handle with two titles, and the same size twice', () => {
    const file = shopify(almonds, { ...almonds, Title: 'Peanuts' });
    expect(told(file)[0]).toBe('3: “Peanuts” has the handle of “California Almonds”: read as one product');
    expect(plansOf(file)).toMatchObject([
      { errors: [{ line: 3, column: 'size', msg: 'Each size may appear only once' }] },
    ]);
  });

  test('10,000 pictures, formulas and long texts', () => {
    const pictures = Array.from({ length: 10_000 }, (_, index) => ({
      Handle: 'almonds',
      'Image Src': `https://a.example/${index}.jpg`,
    }));
    const file = shopify(
      {
        ...almonds,
        Title: '=HYPERLINK("https://evil.example","Almonds")',
        'Body (HTML)': `${'x'.repeat(9_999)}🥜${'x'.repeat(10_000)}`,
        Tags: Array.from({ length: 40 }, (_, index) => `tag ${index}`).join(','),
      },
      ...pictures,
    );
    const [plan] = plansOf(file);
    expect(plan?.input).toMatchObject({ name: '=HYPERLINK("https://evil.example","Almonds")' });
    expect([plan?.input?.images.length, plan?.input?.tags.length, plan?.input?.description.length]).toEqual([
      30, 30, 9_999,
    ]);
    expect(told(file).map((text) => text.replace(/^[\d,]+: /, ''))).toEqual([
      'A description has at most 10000 characters: the rest stays out',
      'A product has at most 30 tags: the others stay out',
      'A product has at most 30 pictures: the others stay out',
    ]);
  });
});

const WOO = [
  'ID',
  'Type',
  'SKU',
  'Name',
  'Published',
  'Short description',
  'Description',
  'In stock?',
  'Stock',
  'Weight (kg)',
  'Sale price',
  'Regular price',
  'Categories',
  'Tags',
  'Images',
  'Parent',
  'Attribute 1 name',
  'Attribute 1 value(s)',
  'Attribute 2 name',
  'Attribute 2 value(s)',
  'Meta: _seo',
];
const woo = (cells: Partial<Record<string, string>>) => WOO.map((column) => cells[column] ?? '');
const wooCommerce = (...cells: Partial<Record<string, string>>[]) =>
  fromWooCommerce(lines(WOO, ...cells.map(woo)), PLACE);
const simple = {
  ID: '7',
  Type: 'simple',
  Name: 'Black Raisins',
  Published: '1',
  'Short description': 'Sweet.',
  Description: '<p>Seedless.</p>\\nFrom Nashik.',
  'In stock?': '1',
  Stock: '12',
  'Sale price': '179',
  'Regular price': '199',
  Categories: 'Dried fruit > Raisins, Offers',
  Tags: 'seedless',
  Images: 'https://a.example/x,y.jpg, https://a.example/2.jpg',
  'Attribute 1 name': 'Weight',
  'Attribute 1 value(s)': '250 g',
  'Attribute 2 name': 'Origin',
  'Attribute 2 value(s)': 'Nashik',
};

describe('WooCommerce', () => {
  test('a simple product', () => {
    const file = wooCommerce({ ...simple, 'Meta: _seo': 'Raisins' });
    expect(isWooCommerce(WOO.map((name) => name.toLowerCase()))).toBe(true);
    const [plan] = plansOf(file);
    expect(plan?.errors).toEqual([]);
    expect(plan?.input).toMatchObject({
      name: 'Black Raisins',
      description: 'Sweet.\n\nSeedless.\nFrom Nashik.',
      category: 'Dried Fruit',
      subcategory: 'Raisins',
      status: 'Inactive',
      images: [{ url: 'https://a.example/x,y.jpg' }, { url: 'https://a.example/2.jpg' }],
      sizes: [{ size: '250g', price: 179, originalPrice: 199, stock: 12, netQuantityGrams: 250 }],
    });
    expect(told(file)).toEqual([
      '2: Attribute “Origin: Nashik” has no place',
      '2: Category “Offers”: a product is in one category, here in “Dried Fruit”',
      ': “Meta: _seo”: 1 value, such as “Raisins”',
    ]);
  });

  test('a variable product with its variations, by id and by SKU', () => {
    const file = wooCommerce(
      {
        ...simple,
        Type: 'variable',
        SKU: 'BR',
        Stock: '30',
        'Sale price': '',
        'Regular price': '',
        'Attribute 1 value(s)': '250 g, 500 g',
      },
      {
        Type: 'variation',
        Parent: 'id:7',
        Stock: 'parent',
        'In stock?': '1',
        'Regular price': '199',
        'Attribute 1 name': 'Weight',
        'Attribute 1 value(s)': '250 g',
        Images: 'https://a.example/3.jpg',
      },
      {
        Type: 'variation',
        Parent: 'BR',
        Stock: '4',
        'In stock?': '0',
        Description: 'The large pack',
        'Regular price': '379',
        'Attribute 1 name': 'Weight',
        'Attribute 1 value(s)': '500 g',
      },
      { Type: 'variation', Parent: 'id:99', 'Regular price': '5' },
      { Type: 'grouped', Name: 'Hamper', 'Regular price': '' },
    );
    const plans = plansOf(file);
    expect(plans.map(({ errors }) => errors)).toEqual([[]]);
    expect(plans[0]?.input?.sizes).toMatchObject([
      { size: '250g', price: 199, stock: 0 },
      { size: '500g', price: 379, stock: 0 },
    ]);
    expect(plans[0]?.input?.images).toHaveLength(3);
    expect(told(file)).toEqual([
      '5: The product of this variation is not in the file: it stays out',
      '2: Stock of all variations together has no place: each size has its own',
      '4: The description of a variation has no place',
      '2: Attribute “Origin: Nashik” has no place',
      '4: Marked as out of stock in the file: the stock comes as 0',
      '6: A product of the type “grouped” has no place in this shop: it stays out',
      '2: Category “Offers”: a product is in one category, here in “Dried Fruit”',
      '3,4: No higher price in the file: the price stands as the MRP. Check it on the pack',
      '3: No stock in the file: it comes as 0',
      ': “SKU”: 1 value, such as “BR”',
    ]);
  });

  test('the weight names a size where nothing else does', () => {
    const file = wooCommerce({ ...simple, 'Attribute 1 value(s)': '', 'Weight (kg)': '0.4' });
    expect(plansOf(file)[0]?.input?.sizes).toMatchObject([{ size: '400g' }]);
    expect(told(file).at(-1)).toBe(': “Weight (kg)”: 1 value, such as “0.4”');
  });
});

test.each([
  ['250g', '250g'],
  ['250 GM', '250g'],
  ['0.5 Kgs.', '0.5kg'],
  ['4 X 250 grams', '4 x 250g'],
  ['1 Litre', '1l'],
  ['Pack of 2', 'Pack of 2'],
  ['  Large   jar ', 'Large jar'],
  ['', ''],
])('the size %j is %j', (text, size) => expect(sizeName(text)).toBe(size));

test.each([
  ['Almonds 500 gm', '500g'],
  ['Almonds (1.5 KG)', '1.5kg'],
  ['Almonds', null],
  ['Almonds 250g + Cashews 250g', null],
  ['Almonds 250g (Pack of 2)', null],
  ['Almonds 2 x 250g', null],
  ['Almonds 100% natural, 3 grades', null],
])('the size in %j is %j', (title, size) => expect(sizeInTitle(title)).toBe(size));
