import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { checkContent, type PageId, type ProductPage } from '#shop/content/content.ts';
import { checkPageRoute } from '#shop/content/page-routes.ts';
import { call } from '#web/lib/api.ts';
import { dispatchShopEvent } from '#web/lib/events.ts';
import { adminCall } from '../lib/session.ts';
import type { RecordOptions, StoredRecord } from '../ui/use-record.ts';

export const LOAD_FAILED = 'Failed to load page content';
export const SAVE_FAILED = 'Failed to save page content';

async function loadPage(id: string, signal: AbortSignal): Promise<StoredRecord<unknown>> {
  const { content, ...stored } = await adminCall('GET /pages/:id/record', { params: { id } }, { signal });
  return { ...stored, value: content };
}

/**
 * Notifies the shop's other tabs: navbar and home update at once, other pages on the next visit
 * (R1.4).
 */
const notifyShop = () => dispatchShopEvent('pageContentUpdated');

/** The first message of each wrong field. */
function byPath(errors: readonly { path: string; msg: string }[]): Record<string, string> {
  const messages: Record<string, string> = {};
  for (const { path: name, msg } of errors) messages[name] ??= msg;
  return messages;
}

export function contentRecord(pageId: PageId): RecordOptions<unknown> {
  return {
    queryKey: ['content', pageId],
    load: (signal) => loadPage(pageId, signal),
    save: (content, version) =>
      adminCall('PUT /page-content/:pageId', { params: { pageId }, body: { content, version } }),
    check: (content) => {
      const checked = checkContent(pageId, content);
      return checked.ok ? {} : byPath(checked.errors);
    },
    loadFailed: LOAD_FAILED,
    saveFailed: SAVE_FAILED,
    onSaved: notifyShop,
  };
}

export function productPageRecord(id: string, onSaved: () => void): RecordOptions<ProductPage> {
  return {
    queryKey: ['content', 'product', id],
    load: async (signal) => (await loadPage(id, signal)) as StoredRecord<ProductPage>,
    save: (content, version) => adminCall('PUT /pages/:id', { params: { id }, body: { content, version } }),
    check: (page) => byPath(checkPageRoute(page)),
    loadFailed: LOAD_FAILED,
    saveFailed: SAVE_FAILED,
    onSaved: () => {
      notifyShop();
      onSaved();
    },
  };
}

export const productPagesQuery = queryOptions({
  queryKey: ['content', 'pages'] as readonly unknown[],
  queryFn: async ({ signal }) => (await call('GET /pages/products', {}, { signal, admin: true })).pages,
});

/** Previews the page and its products; saves nothing. */
export function pagePreviewQuery(id: string, content: ProductPage) {
  return queryOptions({
    queryKey: ['content', 'preview', id, content] as readonly unknown[],
    queryFn: ({ signal }) => adminCall('POST /pages/:id/preview', { params: { id }, body: { content } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: false,
    retry: false,
  });
}

export const pageCalls = {
  create: async (name: string) => {
    const created = await adminCall('POST /pages/products', { body: { name } });
    notifyShop();
    return created;
  },
  remove: async (id: string) => {
    const removed = await adminCall('DELETE /pages/products/:name', { params: { name: id } });
    notifyShop();
    return removed;
  },
};
