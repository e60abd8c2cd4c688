import type { Insertable } from 'kysely';
import type { Actor } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import { isRepeated } from '#server/database/done-requests.ts';
import { databaseFailure } from '#server/database/errors.ts';
import type { ProductsTable } from '#server/database/schema.ts';
import { type Reader, type Trx, transact } from '#server/database/transact.ts';
import { readSettings } from '#server/settings/settings.queries.ts';
import { type ProductInput, type ProductStatus, productId, slugOf } from '#shop/catalogue/catalogue.ts';
import { findCategory } from '#shop/catalogue/categories.ts';
import { productBody } from '#shop/catalogue/product-body.ts';
import { DEFAULT_STOCK } from '#shop/catalogue/stock.ts';
import { fieldError, ShopError } from '#shop/errors.ts';
import { toPaise } from '#shop/money/money.ts';
import { type ProductDefaults, ShopConfig, ShopSettings, withShopBrand } from '#shop/settings/settings.ts';
import { holdCategory, readCategories, toCategory } from '../categories/categories.queries.ts';
import { storedTranslations } from '../translations.ts';
import { columnsOf } from './field-columns.ts';
import { writeFormReviews } from './form-reviews.ts';
import {
  insertProduct,
  type NewSize,
  type ProductRow,
  readLastPosition,
  readMadeBy,
  readProductRecords,
  readProductRow,
  readSizesOf,
  readTakenIds,
  replaceImages,
  replaceTags,
  type SizeRow,
  updateProduct,
  writeSizes,
} from './products.queries.ts';
import { recordProduct } from './record-product.ts';
import { lockSizesOf, recordStock } from './stock-changes.queries.ts';
import { toFixedPart, toProduct } from './wire.ts';

/** Attempts to find a free id while products of the same name are created at the same moment. */
const TRIES = 10;
/** What is stored does not depend on what shoppers see. */
const NO_CLAIMS = { typedCountsEnabled: false, typedRatingsEnabled: false };

type Content = Omit<Insertable<ProductsTable>, 'id' | 'created_at' | 'position'>;

/** Writes to products. Each is one transaction with its audit entry and the new data version. */
export function productWrites(context: ServiceContext) {
  /** @throws ShopError('product_not_found') */
  async function existing(db: Reader, id: string) {
    const row = await readProductRow(db, id);
    if (!row) {
      throw new ShopError('product_not_found');
    }
    return row;
  }

  async function insert({ once, ...input }: ProductInput, actor: Actor): Promise<string> {
    const now = context.now();
    const stem = slugOf(input.name) || 'product';
    return transact(context, async ({ trx, bump }) => {
      if (once && (await isRepeated(trx, once, input, now))) {
        const made = await readMadeBy(trx, once, stem);
        // This process may not know of the first request yet: the response reads the product again.
        bump('catalogue', [made]);
        return made;
      }
      const content = await contentOf(trx, input, now);
      const id = productId(input.name, await readTakenIds(trx, stem));
      await insertProduct(trx, { ...content, id, position: (await readLastPosition(trx)) + 1, created_at: now });
      await writeParts(trx, id, input, { at: now, by: actor.name });
      await writeFormReviews(trx, id, input, actor, now);
      const after = await stored(trx, id);
      await recordProduct(trx, { at: now, actor, action: 'create', id, after });
      bump('catalogue', [id]);
      return id;
    });
  }

  return {
    /**
     * Creates a product; its id is made from its name and never changes (D2).
     *
     * @returns the new id
     * @throws ShopError('validation') when the category does not exist, ShopError('stale') when
     *   something else was saved with this key
     */
    async create(input: ProductInput, actor: Actor): Promise<string> {
      for (let attempt = 1; ; attempt++) {
        try {
          return await insert(input, actor);
        } catch (error) {
          // On PostgreSQL another product of this name may take the id at the same moment: try the
          // next one.
          if (databaseFailure(error) !== 'unique' || attempt === TRIES) throw error;
        }
      }
    },

    /**
     * Saves a whole product. With `input.version` the save fails when somebody else has saved since
     * (fault 12), but not when it was this save, sent before with the same key.
     *
     * @throws ShopError('product_not_found'), ShopError('stale'), ShopError('validation')
     */
    update(id: string, { once, ...input }: ProductInput, actor: Actor): Promise<void> {
      const now = context.now();
      return transact(context, async ({ trx, bump }) => {
        if (once && (await isRepeated(trx, once, { id, ...input }, now))) {
          bump('catalogue', [id]);
          return;
        }
        const row = await existing(trx, id);
        const before = await stored(trx, id);
        const content = await contentOf(trx, input, now, row);
        if (!(await updateProduct(trx, id, input.version ?? row.version, content))) {
          throw new ShopError('stale');
        }
        await writeParts(trx, id, input, { at: now, by: actor.name });
        await writeFormReviews(trx, id, input, actor, now);
        const after = await stored(trx, id);
        await recordProduct(trx, { at: now, actor, action: 'save', id, before, after });
        bump('catalogue', [id]);
      });
    },

    /**
     * @throws ShopError('product_not_found'), ShopError('stale') when it was saved at the same
     * moment
     */
    setStatus(id: string, status: ProductStatus, actor: Actor): Promise<void> {
      const now = context.now();
      return transact(context, async ({ trx, bump }) => {
        const row = await existing(trx, id);
        if (!(await updateProduct(trx, id, row.version, { status, updated_at: now }))) {
          throw new ShopError('stale');
        }
        const [before, after] = [{ status: row.status }, { status }];
        await recordProduct(trx, { at: now, actor, action: 'status', id, before, after });
        bump('catalogue', [id]);
      });
    },

    /**
     * Puts uploaded pictures in the place of others. What was saved meanwhile stays.
     *
     * @param copies the new address of each picture by its old one
     * @returns how many were replaced
     * @throws ShopError('product_not_found'), ShopError('stale') when it was saved at the same
     * moment
     */
    replacePictures(id: string, copies: ReadonlyMap<string, string>, actor: Actor): Promise<number> {
      const now = context.now();
      return transact(context, async ({ trx, bump }) => {
        const { version } = await existing(trx, id);
        const images = (await readProductRecords(trx, [id])).get(id)?.images ?? [];
        const replaced = images.filter(({ url }) => copies.has(url)).length;
        if (replaced === 0) return 0;
        const before = await stored(trx, id);
        if (!(await updateProduct(trx, id, version, { updated_at: now }))) throw new ShopError('stale');
        const copyOf = (image: (typeof images)[number]) => {
          const url = copies.get(image.url);
          return url === undefined ? image : { ...image, url, upload_type: 'file' as const };
        };
        await replaceImages(trx, id, images.map(copyOf));
        const after = await stored(trx, id);
        await recordProduct(trx, { at: now, actor, action: 'save', id, before, after });
        bump('catalogue', [id]);
        return replaced;
      });
    },

    /**
     * Deletes a product. Its row stays, since orders, stock counts and the id still need it (D2,
     * D43).
     */
    remove(id: string, actor: Actor): Promise<void> {
      const now = context.now();
      return transact(context, async ({ trx, bump }) => {
        const row = await existing(trx, id);
        const before = await stored(trx, id);
        if (!(await updateProduct(trx, id, row.version, { deleted_at: now, updated_at: now }))) {
          throw new ShopError('stale');
        }
        await recordProduct(trx, { at: now, actor, action: 'delete', id, before });
        bump('catalogue', [id]);
      });
    },
  };
}

/**
 * The product as its form would save it, for the audit log: before and after differ only in what
 * was changed.
 */
async function stored(trx: Trx, id: string): Promise<object | undefined> {
  const record = (await readProductRecords(trx, [id])).get(id);
  if (!record) return undefined;
  const category = (await readCategories(trx)).find((row) => row.id === record.row.category_id);
  const sizes = (await readSizesOf(trx, id)).filter(({ removed_at }) => removed_at === null);
  const part = toFixedPart(record, category && toCategory(category));
  const {
    version: _version,
    stockCountBefore: _before,
    ...body
  } = productBody(toProduct(part, record.row, sizes, 0, 0, NO_CLAIMS));
  return { ...body, sizes: body.sizes.map(({ stockBefore: _stock, ...size }) => size) };
}

/**
 * The columns of the product's own row.
 *
 * @param before the row so far: a language that the input leaves out keeps its texts
 * @throws ShopError('validation') when the category does not exist
 */
async function contentOf(trx: Trx, input: ProductInput, now: number, before?: ProductRow): Promise<Content> {
  const category = findCategory(await readCategories(trx), input.category);
  if (!category || !(await holdCategory(trx, category.id))) {
    throw fieldError('validation', 'category', 'Category not found');
  }
  const defaults = await readDefaults(trx);
  return {
    ...columnsOf({
      ...input,
      brand: input.brand ?? defaults.brand,
      countryOfOrigin: input.countryOfOrigin ?? defaults.countryOfOrigin,
      shelfLife: input.shelfLife ?? defaults.shelfLife,
      translations: { ...(before && storedTranslations(before).translations), ...input.translations },
    }),
    category_id: category.id,
    weight: input.sizes.length === 0 ? (input.weight ?? '') : '',
    updated_at: now,
  };
}

/**
 * Defaults for fields that a form leaves out (R1.9): the shop's brand; the others from the settings
 * or the specification.
 */
async function readDefaults(trx: Trx): Promise<ProductDefaults> {
  const stored = await readSettings(trx);
  const read = (name: 'shop' | 'config'): unknown => JSON.parse(stored.get(name)?.value ?? '{}');
  const [shop, config] = [ShopSettings.safeParse(read('shop')), ShopConfig.safeParse(read('config'))];
  return withShopBrand(
    config.success ? config.data : ShopConfig.parse({}),
    shop.success ? shop.data : ShopSettings.parse({}),
  ).productDefaults;
}

/** Writes sizes, images and tags of a product whose row exists. */
async function writeParts(trx: Trx, id: string, input: ProductInput, mark: { at: number; by: string }): Promise<void> {
  const before = await lockSizesOf(trx, id);
  await recordStock(trx, id, await writeSizes(trx, id, sizesOf(id, input, before), before, mark.at), mark);
  await replaceImages(
    trx,
    id,
    input.images.map((image, position) => ({
      product_id: id,
      position,
      url: image.url,
      alt: image.alt,
      upload_type: image.uploadType,
      pack_grams: image.packGrams ?? null,
    })),
  );
  await replaceTags(trx, id, [...new Set(input.tags)]);
}

/**
 * The stock rows. A product without sizes has one row with an empty label, and 999 pieces by
 * default (D23).
 */
function sizesOf(id: string, input: ProductInput, before: readonly SizeRow[]): NewSize[] {
  if (input.sizes.length === 0) {
    const price = toPaise(input.price ?? 0);
    // A save without a stock leaves it unchanged.
    const kept = before.find((row) => row.size === '' && row.removed_at === null)?.stock;
    return [
      {
        product_id: id,
        size: '',
        position: 0,
        price,
        original_price: toPaise(input.originalPrice ?? input.price ?? 0),
        stock: input.stockCount ?? kept ?? DEFAULT_STOCK,
        stockBefore: input.stockCount === undefined ? kept : input.stockCountBefore,
      },
    ];
  }
  return input.sizes.map((size, position) => ({
    product_id: id,
    size: size.size,
    position,
    price: toPaise(size.price),
    original_price: toPaise(size.originalPrice ?? size.price),
    sizeBefore: size.sizeBefore,
    stock: size.stock,
    stockBefore: size.stockBefore,
    net_quantity_grams: size.netQuantityGrams ?? null,
    gtin: size.gtin || null,
    contents: size.contents ? JSON.stringify(size.contents) : null,
  }));
}
