import {
  CONTENT,
  checkContent,
  isPageId,
  type PageContent,
  type PageId,
  ProductPage,
  ProductPageInput,
} from '#shop/content/content.ts';
import { checkPageRoute, withPageInput } from '#shop/content/page-routes.ts';
import { type FieldError, ShopError } from '#shop/errors.ts';
import { freeSlug } from '#shop/text/slugs.ts';
import { type Actor, writeAudit } from '../audit/audit.ts';
import type { ServiceContext } from '../context.ts';
import { unlessTaken } from '../database/errors.ts';
import { readJson } from '../database/json.ts';
import { transact } from '../database/transact.ts';
import * as queries from './content.queries.ts';

/** A product page with its id, the slug of its first route: 'fitness-mix'. */
export type StoredProductPage = ProductPage & { id: string };

/** A page as edited in the admin. `version` 0 is the built-in default, which was never saved. */
export interface PageRecord {
  id: string;
  kind: 'content' | 'product';
  content: unknown;
  version: number;
  /** Epoch ms. */
  updatedAt: number | null;
  updatedBy: string | null;
}

/**
 * Other segments after /api/pages/. A product page with such an id could not be opened or changed.
 */
const RESERVED_IDS = ['new', 'products', ...Object.keys(CONTENT)];

interface Reads {
  /** Returns the content of a page: the stored content or the default. */
  page: (id: PageId) => Promise<PageContent[PageId]>;
  productPage: (name: string) => Promise<StoredProductPage | null>;
}

/**
 * Writes of page content and product pages by staff (R1.7, D46, D50). Each is validated, versioned,
 * audited and visible at once.
 */
export function contentWrites(context: ServiceContext, reads: Reads) {
  const { db } = context.database;

  async function record(id: string): Promise<PageRecord> {
    // Reads content and version from the same row. With stale cached content, a form would
    // overwrite the save of somebody else (fault 12).
    if (isPageId(id)) {
      const row = await queries.readContentRow(db, id);
      const stored = row && checkContent(id, readJson(row.content, row.content));
      return recordOf(id, 'content', stored?.ok ? stored.content : await reads.page(id), row);
    }
    const page = await reads.productPage(id);
    if (!page) throw new ShopError('page_not_found');
    const { id: pageId, ...content } = page;
    const row = await queries.readProductPageRow(db, pageId);
    const stored = ProductPage.safeParse(
      row && Object.assign({}, readJson(row.content, row.content), { name: row.name, route: row.route }),
    );
    return recordOf(pageId, 'product', stored.success ? stored.data : content, row);
  }

  async function savePage(id: string, value: unknown, version: number | undefined, actor: Actor): Promise<PageRecord> {
    if (!isPageId(id)) throw new ShopError('page_not_found');
    const checked = checkContent(id, value);
    if (!checked.ok) throw invalid(checked.errors);
    const at = context.now();
    const current = await reads.page(id);
    await transact(context, async ({ trx, bump }) => {
      const row = await queries.readContentRow(trx, id);
      const known = row?.version ?? 0;
      const write = { content: JSON.stringify(checked.content), at, author: actor.name };
      const fresh = version === undefined || version === known;
      if (!fresh || !(await queries.writeContent(trx, id, write, known))) throw stale(row);
      await writeAudit(trx, {
        at,
        actor,
        action: 'save',
        entity: 'content',
        entityId: id,
        before: row ? readJson(row.content, row.content) : current,
        after: checked.content,
      });
      bump('content');
    });
    return record(id);
  }

  /** Merges and validates a product page. @throws ShopError validation */
  function checkedPage(before: ProductPage | null, input: ProductPageInput): ProductPage {
    const page = withPageInput(before, input);
    const errors = checkPageRoute(page);
    if (errors.length > 0) throw invalid(errors);
    return ProductPage.parse(page);
  }

  return {
    record,

    /**
     * Saves the content of a page.
     *
     * @throws ShopError page_not_found, validation (with the path of each field), stale
     */
    savePage,

    /** @throws ShopError validation, name_taken (another page has the name or the route) */
    async createProductPage(input: ProductPageInput, actor: Actor): Promise<StoredProductPage> {
      const page = checkedPage(null, input);
      const at = context.now();
      const id = freeSlug(page.route.slice(1), new Set([...(await queries.productPageIds(db)), ...RESERVED_IDS]));
      await rejectDuplicates(() =>
        transact(context, async ({ trx, bump }) => {
          const { name, route } = page;
          const write = { content: JSON.stringify(page), at, author: actor.name };
          await queries.insertProductPage(trx, { id, name, route }, write);
          await writeAudit(trx, { at, actor, action: 'create', entity: 'product_page', entityId: id, after: page });
          bump('content');
        }),
      );
      return { id, ...page };
    },

    /**
     * Updates a product page. Omitted fields keep their values.
     *
     * @throws ShopError page_not_found, validation, name_taken, stale
     */
    async saveProductPage(
      name: string,
      input: Omit<ProductPageInput, 'name'> & { name?: string | undefined },
      version: number | undefined,
      actor: Actor,
    ): Promise<StoredProductPage> {
      const known = await reads.productPage(name);
      if (!known) throw new ShopError('page_not_found');
      const { id, ...cached } = known;
      const at = context.now();
      const page = await rejectDuplicates(() =>
        transact(context, async ({ trx, bump }) => {
          const row = await queries.readProductPageRow(trx, id);
          if (!row) throw new ShopError('page_not_found');
          // Omitted fields keep their stored values, not the cached ones, which may be stale.
          const stored = ProductPage.safeParse(readJson(row.content, row.content));
          const before = stored.success ? stored.data : cached;
          const after = checkedPage(before, { ...input, name: input.name ?? before.name });
          const write = { content: JSON.stringify(after), at, author: actor.name };
          const fresh = version === undefined || version === row.version;
          if (!fresh || !(await queries.writeProductPage(trx, { ...after, id }, write, row.version))) throw stale(row);
          await writeAudit(trx, { at, actor, action: 'save', entity: 'product_page', entityId: id, before, after });
          bump('content');
          return after;
        }),
      );
      return { id, ...page };
    },

    /** @throws ShopError page_not_found */
    async removeProductPage(name: string, actor: Actor): Promise<void> {
      const known = await reads.productPage(name);
      if (!known) throw new ShopError('page_not_found');
      const { id, ...before } = known;
      await transact(context, async ({ trx, bump }) => {
        if (!(await queries.deleteProductPage(trx, id))) throw new ShopError('page_not_found');
        const at = context.now();
        await writeAudit(trx, { at, actor, action: 'delete', entity: 'product_page', entityId: id, before });
        bump('content');
      });
    },

    /**
     * Returns what a save would store, without saving. The id `new` stands for a product page that
     * does not exist yet.
     *
     * @throws ShopError page_not_found, validation
     */
    async preview(id: string, value: unknown): Promise<{ kind: PageRecord['kind']; content: unknown }> {
      if (isPageId(id)) {
        const checked = checkContent(id, value);
        if (!checked.ok) throw invalid(checked.errors);
        return { kind: 'content', content: checked.content };
      }
      const known = id === 'new' ? null : await reads.productPage(id);
      if (!known && id !== 'new') throw new ShopError('page_not_found');
      return { kind: 'product', content: checkedPage(known, readFields(value, known?.name)) };
    },
  };
}

/** Parses the fields of a product page from an unvalidated body. @throws ShopError validation */
export function readFields(value: unknown, name?: string): ProductPageInput {
  const given = typeof value === 'object' && value !== null ? value : {};
  const result = ProductPageInput.safeParse({ ...(name === undefined ? {} : { name }), ...given });
  if (result.success) return result.data;
  throw invalid(result.error.issues.map(({ path, message }) => ({ path: path.join('.'), msg: message })));
}

/** Runs a write and converts a unique violation of name or route. @throws ShopError name_taken */
function rejectDuplicates<T>(run: () => Promise<T>): Promise<T> {
  const message = 'Another page has this name or this route already.';
  return unlessTaken(run, () => new ShopError('name_taken', { message }));
}

function stale(row: queries.PageRow | undefined): ShopError {
  const data = row && { content: readJson(row.content, row.content), version: row.version, updatedBy: row.updated_by };
  return new ShopError('stale', data ? { details: { data } } : {});
}

function invalid(errors: FieldError[]): ShopError {
  return new ShopError('validation', {
    ...(errors.length === 1 && errors[0] ? { message: errors[0].msg } : {}),
    errors,
  });
}

function recordOf(
  id: string,
  kind: PageRecord['kind'],
  content: unknown,
  row: queries.PageRow | undefined,
): PageRecord {
  return {
    id,
    kind,
    content,
    version: row?.version ?? 0,
    updatedAt: row?.updated_at ?? null,
    updatedBy: row?.updated_by ?? null,
  };
}
