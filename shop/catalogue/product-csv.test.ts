import { describe, expect, test } from 'vitest';
import { cellList, listCell, plainCell, safeCell } from '../text/csv-cell.ts';
import { LOSS_SENTENCES } from '../text/sheet-cell.ts';
import type { Product } from './catalogue.ts';
import { initialValues } from './fields.ts';
import { CSV_COLUMNS, PRODUCT_COLUMNS, readCell } from './product-columns.ts';
import { type CsvRow, checkCsvHeading, csvLines, groupCsvRows, planCsvProduct } from './product-csv.ts';

function aProduct(own: Partial<Product> & { id: string }): Product {
  const first = own.sizes?.[0];
  return {
    ...initialValues(),
    _id: own.id,
    name: own.id,
    description: 'Whole and crisp.\nFrom this harvest.',
    category: 'Nuts',
    categorySlug: 'nuts',
    subcategory: '',
    images: [],
    image: '',
    sizes: [],
    price: first?.price ?? 0,
    originalPrice: first?.originalPrice ?? 0,
    weight: first?.size ?? '',
    currentPrice: first?.price ?? 0,
    stockCount: first?.stock ?? 0,
    features: ['Crisp'],
    badges: [],
    badge: '',
    badgeColor: '',
    status: 'Active',
    brand: 'Kishmish',
    countryOfOrigin: 'India',
    shelfLife: '12 months',
    maker: '',
    tags: [],
    isBestSeller: true,
    isPopular: false,
    isValueCombo: false,
    isYouMayLike: false,
    displaySections: { ourBestSellers: true, valueCombos: false, youMayAlsoLike: false },
    rating: { average: 0, count: 0 },
    totalRatings: 0,
    totalReviews: 0,
    reviews: [],
    popularitySettings: {
      orderCount: -3,
      offerCountdown: { enabled: true, duration: 15, startTime: 5 },
      deliveryCutoff: { enabled: false },
    },
    quickRating: null,
    quickReviewCount: 0,
    peopleOrdered: 0,
    ingredients: ['Almonds'],
    allergens: [],
    nutrition: null,
    storage: '',
    vegetarian: true,
    hsnCode: '0802',
    gstRate: 5,
    createdAt: 1,
    updatedAt: 1,
    version: 4,
    ...own,
  };
}

describe('cells', () => {
  test.each(['=1+1', '+91', '-5', '@x', '\tx', "'=x", "''=x", "it's", "'quoted'", '', '＝1', 'plain'])(
    '%j comes back',
    (text) => {
      expect(safeCell(text)).not.toMatch(/^[=+\-@\t\r＝＋－＠]/);
      expect(plainCell(safeCell(text))).toBe(text);
    },
  );

  test.each([[['a', 'b']], [['a | b', 'c\\d']], [[]], [['=a']], [['\\']]])('the list %j round-trips', (list) => {
    expect(cellList(listCell(list as string[]))).toEqual(list);
  });

  test('blank entries are left out', () => expect(cellList(' a ||  | b')).toEqual(['a', 'b']));
});

const product = aProduct({
  id: 'almonds',
  name: 'Almonds',
  category: 'Nuts',
  tags: ['premium', 'a|b'],
  badges: [{ text: 'New: hot', color: 'red' }],
  images: [
    { url: '/media/a-800x800-9f86d081.webp', alt: '=A pouch', uploadType: 'file', packGrams: 250 },
    { url: 'https://pictures.example/b.jpg', alt: '', uploadType: 'url' },
  ],
  sizes: [
    { size: '250g', price: 299.5, originalPrice: 349, stock: 10, netQuantityGrams: 250 },
    { size: '500g', price: 559, originalPrice: 649, stock: 4, netQuantityGrams: 500 },
  ],
  nutrition: { basis: 'per 100 g', energyKcal: 600, sodiumMg: 0 },
});
const jar = aProduct({
  id: 'jar',
  name: 'Jar',
  category: 'Nuts',
  sizes: [],
  price: 100,
  originalPrice: 120,
  stockCount: 7,
});
const world = {
  byId: (id: string) => [product, jar].find((one) => one.id === id),
  byName: (name: string) => [product, jar].find((one) => one.name.toLowerCase() === name.toLowerCase()),
  categories: [{ id: 'nuts', slug: 'nuts', name: 'Nuts' }],
  stockEdits: () => [],
};

/**
 * The lines of an export as an import reads them, with some cells changed; line 1 is the heading.
 */
function exported(changes: Record<number, Record<string, string>> = {}, of = product): CsvRow[] {
  return csvLines(of, () => 0).map((cells, index) => ({
    line: index + 2,
    cells: { ...Object.fromEntries(CSV_COLUMNS.map((name, at) => [name, cells[at] ?? ''])), ...changes[index] },
  }));
}

test('importing an export changes nothing, with and without sizes', () => {
  expect(exported()).toHaveLength(2);
  for (const rows of [exported(), exported({}, jar)]) {
    const plan = planCsvProduct(rows, world);
    expect(plan).toMatchObject({ action: 'unchanged', errors: [], changes: [] });
  }
  expect(planCsvProduct(exported(), world).input).toMatchObject({
    images: product.images,
    tags: product.tags,
    badges: product.badges,
    nutrition: product.nutrition,
    sizes: [{ size: '250g', price: 299.5, stock: 10 }, { size: '500g' }],
  });
});

test('only changed fields are reported', () => {
  const plan = planCsvProduct(exported({ 0: { price: '₹1,289', brand: 'Meva' }, 1: { stock: '9' } }), world);
  expect(plan).toMatchObject({ action: 'update', id: 'almonds', errors: [] });
  expect(plan.changes).toEqual(['brand', 'price', 'stock']);
  expect(plan.input?.sizes).toMatchObject([{ price: 1289 }, { stock: 9, stockBefore: 4 }]);
});

test('missing columns keep their values; new sizes are added, none is removed', () => {
  const rows = [{ line: 2, cells: { id: 'almonds', size: '1kg', price: '999', stock: '3' } }];
  const plan = planCsvProduct(rows, world);
  expect(plan).toMatchObject({ action: 'update', changes: ['size'] });
  expect(plan.input?.sizes.map(({ size }) => size)).toEqual(['250g', '500g', '1kg']);
  expect(plan.input?.brand).toBe(product.brand);
});

test('an empty cell clears optional fields and keeps required ones', () => {
  const cells = {
    id: 'almonds',
    name: '',
    category: '',
    description: '',
    status: '',
    brand: '',
    tags: '',
    gstRate: '',
  };
  const plan = planCsvProduct([{ line: 2, cells }], world);
  expect(plan).toMatchObject({ errors: [], changes: ['brand', 'tags'] });
  expect(plan.input).toMatchObject({ name: 'Almonds', category: 'Nuts', brand: '', tags: [], gstRate: 5 });
});

test('sales since the export are kept', () => {
  // Exported with 15 and set to 20: adds five to the ten that are left.
  const rows = [{ line: 2, cells: { id: 'almonds', size: '250g', stock: '20', stockBefore: '15' } }];
  expect(planCsvProduct(rows, world).input?.sizes[0]).toMatchObject({ stock: 15, stockBefore: 10 });
  const untouched = [{ line: 2, cells: { id: 'almonds', size: '250g', stock: '15', stockBefore: '15' } }];
  expect(planCsvProduct(untouched, world).action).toBe('unchanged');
});

test.each([
  // Edits since the export with version 2, the typed number, and what is left of ten pieces (15 at
  // the export).
  ['nothing came in between', [], '20', 15],
  ['the same file was imported before', [{ n: 3, change: 5, stock: 12 }], '20', 10],
  ['the same change is older than the export', [{ n: 2, change: 5, stock: 15 }], '20', 15],
  ['another change came in between', [{ n: 3, change: 4, stock: 19 }], '20', 15],
  ['ten of 15 are taken off, and by chance ten are left', [], '10', 5],
  ['the file took all that there was', [{ n: 3, change: -9, stock: 0 }], '3', 10],
])('a file with the version of the stock: %s', (_case, edits, typed, stock) => {
  const cells = { id: 'almonds', size: '250g', stock: typed, stockBefore: '15', stockVersion: '2' };
  const plan = planCsvProduct([{ line: 2, cells }], { ...world, stockEdits: () => edits });
  expect(plan.input?.sizes[0]).toMatchObject({ stock, stockBefore: 10 });
});

test('a line without an id creates a product, with defaults for empty cells', () => {
  const cells = {
    name: 'Cashews',
    category: 'nuts',
    description: 'White',
    size: '250g',
    price: '399',
    stock: '8',
    gstRate: '',
  };
  const plan = planCsvProduct([{ line: 2, cells }], world);
  expect(plan).toMatchObject({ action: 'create', id: null, name: 'Cashews', errors: [] });
  expect(plan.input).toMatchObject({ gstRate: 5, sizes: [{ size: '250g', price: 399, stock: 8 }], status: 'Active' });
  const bare = planCsvProduct(
    [{ line: 2, cells: { name: 'Tin', category: 'nuts', description: 'x', price: '9' } }],
    world,
  );
  expect(bare.input).toMatchObject({ sizes: [], price: 9 });
});

test.each<[string, Record<string, string>, { column: string; msg: string }]>([
  [
    'an unknown id',
    { id: 'pistachios' },
    { column: 'id', msg: 'No product has the id pistachios; leave it empty to make a new one' },
  ],
  [
    'a name that is there',
    { id: '', name: 'ALMONDS' },
    { column: 'id', msg: 'There is a product of this name; its id is almonds' },
  ],
  ['neither', { id: '', name: '' }, { column: 'id', msg: 'An id or a name is needed' }],
  [
    'a price in words',
    { id: 'almonds', size: '250g', price: 'cheap' },
    { column: 'price', msg: 'price must be a number' },
  ],
  [
    'a price of nothing',
    { id: 'almonds', size: '250g', price: '0' },
    { column: 'price', msg: 'Price must be more than 0' },
  ],
  [
    'a new size without stock',
    { id: 'almonds', size: '1kg', price: '9' },
    { column: 'stock', msg: 'Stock is required' },
  ],
  ['no size', { id: 'almonds', size: '', price: '9' }, { column: 'size', msg: 'Size is required' }],
  [
    'a size of what has none',
    { id: 'jar', size: '1kg', price: '9' },
    { column: 'size', msg: 'This product has no sizes' },
  ],
  [
    'neither yes nor no',
    { id: 'almonds', isPopular: 'maybe' },
    { column: 'isPopular', msg: 'isPopular must be yes or no' },
  ],
  [
    'another category',
    { id: 'almonds', category: 'Spaceships' },
    { column: 'category', msg: 'Category not found: Spaceships. Add it under Categories first.' },
  ],
  [
    'no description',
    { name: 'New', category: 'nuts', price: '5', description: '' },
    { column: 'description', msg: 'Description is required' },
  ],
  [
    'a badge in pink',
    { id: 'almonds', badges: 'New: pink' },
    { column: 'badges', msg: 'Badge colours are red, green, blue, yellow, purple' },
  ],
])('%s is an error of its line', (_name, cells, error) => {
  const plan = planCsvProduct([{ line: 7, cells }], world);
  expect(plan).toMatchObject({ action: 'error', input: null });
  expect(plan.errors).toContainEqual({ line: 7, ...error });
});

describe('a file that was saved in a spreadsheet', () => {
  const planOf = (cells: Record<string, string>) =>
    planCsvProduct([{ line: 2, cells: { id: 'almonds', ...cells } }], world);

  test.each([
    ['80212', '080212'],
    ['8021200', '08021200'],
    ['080212', '080212'],
    ["'080212", '080212'],
  ])('the HSN code %s is %s', (cell, code) => {
    expect(planOf({ hsnCode: cell }).input?.hsnCode).toBe(code);
  });

  test('a lost zero that was 0802 before changes nothing', () => {
    expect(planOf({ hsnCode: '802' })).toMatchObject({ action: 'unchanged', changes: [] });
  });

  test.each([
    ['299,50', 299.5],
    ['1.299,50', 1299.5],
    ['1,299.00', 1299],
    ['₹1,29,900', 129_900],
  ])('the price %s is %s', (cell, price) => {
    expect(planOf({ size: '250g', price: cell, originalPrice: cell }).input?.sizes[0]).toMatchObject({ price });
  });

  test.each([
    ['price', '29,9,50', 'price must be a number'],
    ['price', '2.99E+05', LOSS_SENTENCES.shortened],
    ['hsnCode', '8.02E+05', LOSS_SENTENCES.shortened],
    ['hsnCode', '12', 'HSN code must be 4, 6 or 8 digits'],
    ['name', '#NAME?', LOSS_SENTENCES.error],
    ['size', '########', LOSS_SENTENCES.hashes],
    ['storage', '???? ??? ?????', LOSS_SENTENCES.letters],
    ['tags', 'premium | ?????', LOSS_SENTENCES.letters],
  ])('%s: %s is refused', (column, cell, msg) => {
    const { action, errors } = planOf({ size: '250g', [column]: cell });
    expect([action, errors[0]]).toEqual(['error', { line: 2, column, msg }]);
  });
});

test('a plan shows what each field was and what it becomes', () => {
  const text = 'Sorted by hand. '.repeat(20);
  const { fields } = planCsvProduct(
    exported({ 0: { price: '310', brand: 'Other', storage: `${text}Keep dry`, gstRate: '' }, 1: { stock: '9' } }),
    { ...world, byId: (id) => (id === 'almonds' ? { ...product, storage: `${text}Keep cool` } : undefined) },
  );
  expect(fields).toEqual([
    { column: 'brand', size: null, from: 'Kishmish', to: 'Other' },
    {
      column: 'storage',
      size: null,
      from: expect.stringMatching(/^….+ Keep cool$/),
      to: expect.stringMatching(/^….+ Keep dry$/),
    },
    { column: 'price', size: '250g', from: '299.5', to: '310' },
    { column: 'stock', size: '500g', from: '4', to: '9' },
  ]);
  for (const { from, to } of fields) expect(Math.max(from.length, to.length)).toBeLessThanOrEqual(122);
  const added = planCsvProduct(
    [{ line: 2, cells: { id: 'almonds', size: '1kg', price: '999', originalPrice: '999', stock: '3' } }],
    world,
  );
  expect(added.fields).toEqual([
    { column: 'size', size: '1kg', from: '', to: '1kg' },
    { column: 'price', size: '1kg', from: '', to: '999' },
    { column: 'originalPrice', size: '1kg', from: '', to: '999' },
    { column: 'stock', size: '1kg', from: '', to: '3' },
  ]);
  expect(added.changes).toEqual(['size']);
});

test('an error has the number of its line', () => {
  const plan = planCsvProduct(exported({ 1: { stock: '1.5', brand: 'Other' } }), world);
  expect(plan.errors).toEqual([
    { line: 3, column: 'brand', msg: 'Differs from line 2' },
    { line: 3, column: 'stock', msg: 'Stock must be a whole number' },
  ]);
  const twice = planCsvProduct(exported({ 1: { size: '250g' } }), world);
  expect(twice.errors).toEqual([{ line: 3, column: 'size', msg: 'Each size may appear only once' }]);
});

test('lines are grouped by id, or by name', () => {
  const row = (line: number, id: string, name = '') => ({ line, cells: { id, name } });
  const groups = groupCsvRows([row(2, 'a'), row(3, '', 'New'), row(4, 'a'), row(5, '', 'new '), row(6, '')]);
  expect(groups.map((group) => group.map(({ line }) => line))).toEqual([[2, 4], [3, 5], [6]]);
});

test('the header row is checked first', () => {
  expect(checkCsvHeading(CSV_COLUMNS)).toEqual([]);
  expect(checkCsvHeading(['price', 'price', 'prise'])).toEqual([
    'There is no column "prise"',
    'The column "price" stands twice',
    'A column "id" or "name" is needed',
  ]);
});

test('cells are parsed in linear time: 50,000 spaces or letters', () => {
  const cells = ['a'.concat(' '.repeat(50_000), 'b'), `a:${' '.repeat(50_000)}1`, `${'a'.repeat(50_000)} b\nc`];
  // CPU time of this thread: other processes do not count.
  const start = process.threadCpuUsage();
  for (const column of PRODUCT_COLUMNS) for (const cell of cells) readCell(column, cell);
  // Quadratic patterns took 4 seconds per cell.
  expect(process.threadCpuUsage(start).user / 1_000).toBeLessThan(1_000);
});
