import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ProductCard } from '#shop/catalogue/catalogue.ts';
import { checkContent, type PageId, type ProductPage } from '#shop/content/content.ts';
import { checkPageRoute } from '#shop/content/page-routes.ts';
import { tell } from '#web/lib/events.ts';
import { adminApi } from '../session.ts';
import { loadRecord, type RecordOptions } from '../ui/use-record.ts';

export const LOAD_FAILED = 'Failed to load page content';
export const SAVE_FAILED = 'Failed to save page content';

const path = (id: string) => `/pages/${encodeURIComponent(id)}`;

/** The shop's other tabs follow: navbar and home by themselves, the rest with the next visit (spec 1 §4). */
const tellShop = () => tell('pageContentUpdated');

/** The first message of each wrong field. */
function byPath(errors: readonly { path: string; msg: string }[]): Record<string, string> {
  const messages: Record<string, string> = {};
  for (const { path: name, msg } of errors) messages[name] ??= msg;
  return messages;
}

export function contentRecord(pageId: PageId): RecordOptions<unknown> {
  return {
    queryKey: ['content', pageId],
    load: (signal) => loadRecord<unknown>(`${path(pageId)}/record`, 'content', signal),
    save: (content, version) =>
      adminApi<{ message: string }>(`/page-content/${pageId}`, { method: 'PUT', body: { content, version } }),
    check: (content) => {
      const checked = checkContent(pageId, content);
      return checked.ok ? {} : byPath(checked.errors);
    },
    loadFailed: LOAD_FAILED,
    saveFailed: SAVE_FAILED,
    onSaved: tellShop,
  };
}

export function productPageRecord(id: string, onSaved: () => void): RecordOptions<ProductPage> {
  return {
    queryKey: ['content', 'product', id],
    load: (signal) => loadRecord<ProductPage>(`${path(id)}/record`, 'content', signal),
    save: (content, version) => adminApi<{ message: string }>(path(id), { method: 'PUT', body: { content, version } }),
    check: (page) => byPath(checkPageRoute(page)),
    loadFailed: LOAD_FAILED,
    saveFailed: SAVE_FAILED,
    onSaved: () => {
      tellShop();
      onSaved();
    },
  };
}

export type ListedPage = ProductPage & { id: string };

export const productPagesQuery = queryOptions({
  queryKey: ['content', 'pages'] as readonly unknown[],
  queryFn: async ({ signal }) => (await adminApi<{ pages: ListedPage[] }>('/pages/products', { signal })).pages,
});

export interface PagePreview {
  content: ProductPage;
  products: ProductCard[];
  totalProducts: number;
}

/** What the page would be and which products it would list; nothing is saved. */
export function pagePreviewQuery(id: string, content: ProductPage) {
  return queryOptions({
    queryKey: ['content', 'preview', id, content] as readonly unknown[],
    queryFn: ({ signal }) =>
      adminApi<PagePreview>(`${path(id)}/preview`, { method: 'POST', body: { content }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: false,
    retry: false,
  });
}

export const pageCalls = {
  create: async (name: string) => {
    const made = await adminApi<{ message: string; page: ListedPage }>('/pages/products', {
      method: 'POST',
      body: { name },
    });
    tellShop();
    return made;
  },
  remove: async (id: string) => {
    const gone = await adminApi<{ message: string }>(`/pages/products/${encodeURIComponent(id)}`, {
      method: 'DELETE',
    });
    tellShop();
    return gone;
  },
};
