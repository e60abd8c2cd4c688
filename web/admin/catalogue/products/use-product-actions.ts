import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type BulkRow, movedRows, undoRows } from '#shop/catalogue/bulk-change.ts';
import type { Product, ProductStatus } from '#shop/catalogue/catalogue.ts';
import type { StockInput } from '#shop/catalogue/product-admin.ts';
import { isOutdated, NO_RESPONSE } from '#web/admin/lib/sent-again.ts';
import { adminCall, hasToken, isSignedOut, serverSentence } from '#web/admin/lib/session.ts';
import { usePending } from '#web/admin/ui/use-pending.ts';
import { isApiError, isUnreachable, type ResponseFor } from '#web/lib/api.ts';
import { randomKey } from '#web/lib/device-id.ts';
import { dispatchShopEvent } from '#web/lib/events.ts';
import { toast } from '#web/ui/toast.tsx';
import { sendStatus } from './products-api.ts';

/** A toggled status is displayed at once; the list is reloaded after this delay (R1.4). */
const RELOAD_MS = 1_000;

interface LastChange {
  rows: BulkRow[];
  sentence: string;
  /** The key of undoing it. */
  once: string;
}

/**
 * The last change of prices or stock, which can be undone until it is dismissed or replaced by the
 * next one. Stored in the query cache, so that it survives switching sections and is lost on
 * reload. Never fetched.
 */
const LAST_CHANGE = queryOptions({
  queryKey: ['last-change'],
  queryFn: (): LastChange | null => null,
  initialData: null as LastChange | null,
  enabled: false,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/** Notifies the shop's pages in this and other tabs that products have changed (R1.4). */
export function tellProducts(): void {
  dispatchShopEvent('productUpdated');
  dispatchShopEvent('refreshHomeSections');
}

/** The actions on products in the list, with the toasts of R1.8. */
export function useProductActions() {
  const client = useQueryClient();
  const [deleting, setDeleting] = useState<Product | null>(null);
  const [pricing, setPricing] = useState<Product | null>(null);
  const [tokenGone, setTokenGone] = useState(false);
  const { data: lastChange } = useQuery(LAST_CHANGE);
  const setLastChange = (change: Omit<LastChange, 'once'> | null) =>
    client.setQueryData(LAST_CHANGE.queryKey, change && { ...change, once: randomKey() });
  /**
   * The product whose stock is being changed, with the key of the change: when its response is
   * lost, it can be sent again.
   */
  const [stocking, setStocking] = useState<{ product: Product; once: string } | null>(null);
  const refresh = () => client.invalidateQueries({ queryKey: ['products'] });

  const toggles = usePending('product-status');
  const status = useMutation({
    mutationKey: toggles.key,
    mutationFn: ({ ids: [id], status: next }: { ids: [id: string]; status: ProductStatus }) => sendStatus(id, next),
    onSuccess: ({ message, product }) => {
      toast.success(message);
      client.setQueriesData<ResponseFor<'GET /products'>>(
        { queryKey: ['products', 'list'] },
        (list) => list && { ...list, products: list.products.map((one) => (one.id === product.id ? product : one)) },
      );
      tellProducts();
      setTimeout(() => void refresh(), RELOAD_MS);
    },
    onError: async (error) => {
      if (isSignedOut(error)) return;
      toast.error(serverSentence(error, 'Failed to update product status'));
      if (isApiError(error) && error.status === 404) await refresh();
    },
  });

  const removals = usePending('product-delete');
  /** The question about another product stays, which the person may have asked meanwhile. */
  const closeDeleting = (id: string) => setDeleting((asked) => (asked?.id === id ? null : asked));
  const closeStocking = (once: string | undefined) => setStocking((open) => (open?.once === once ? null : open));
  const remove = useMutation({
    mutationKey: removals.key,
    mutationFn: ({ id }: { id: string; ids: string[] }) => adminCall('DELETE /products/:id', { params: { id } }),
    onSuccess: async ({ message }, { id }) => {
      closeDeleting(id);
      toast.success(message);
      tellProducts();
      await refresh();
    },
    onError: async (error, { id }) => {
      if (isSignedOut(error)) return;
      const changed = isApiError(error) && (error.status === 409 || error.status === 404);
      toast.error(changed ? serverSentence(error, 'Failed to delete product') : 'Failed to delete product');
      if (changed) {
        closeDeleting(id);
        await refresh();
      }
    },
  });

  async function refused(error: unknown): Promise<void> {
    if (isSignedOut(error)) return;
    const fieldError = isApiError(error) ? error.errors[0]?.msg : undefined;
    const sentence = serverSentence(error, isUnreachable(error) ? NO_RESPONSE : 'Failed to save product');
    toast.error(fieldError && fieldError !== sentence ? `${sentence} ${fieldError}.` : sentence);
    await refresh();
  }

  const figures = useMutation({
    mutationFn: ({ rows, once }: { rows: BulkRow[]; once: string; undone: boolean }) =>
      adminCall('POST /admin/products/bulk', { body: { once, rows: rows.map(stepOf) } }),
    onSuccess: async ({ message, moved }, { rows, undone }) => {
      const applied = movedRows(rows, moved);
      setLastChange(undone || applied.length === 0 ? null : { rows: applied, sentence: message });
      toast.success(undone ? 'Undone' : message);
      tellProducts();
      await refresh();
    },
    onError: refused,
  });

  const stock = useMutation({
    mutationFn: ({ product, input }: { product: Product; input: StockInput }) =>
      adminCall('POST /admin/products/:id/stock', { params: { id: product.id }, body: input }),
    onSuccess: async ({ message }, { product, input }) => {
      closeStocking(input.once);
      setLastChange({ rows: input.sizes.map(({ size, change }) => rowOf(product, size, change)), sentence: message });
      toast.success(message);
      tellProducts();
      await refresh();
    },
    onError: async (error, { input }) => {
      if (isOutdated(error)) closeStocking(input.once);
      await refused(error);
    },
  });

  return {
    /** A change was attempted without a token, although the admin did not sign out. */
    tokenGone,
    isSavingStatus: toggles.isBusy,
    setStatus: ({ id }: Product, next: ProductStatus) => {
      // R1.6: toggling without a token has its own message.
      if (!hasToken()) {
        toast.error('Please login as admin to change product status');
        setTokenGone(true);
      } else if (toggles.mayStart([id])) status.mutate({ ids: [id], status: next });
    },
    deleting,
    askDelete: setDeleting,
    removing: deleting !== null && removals.isBusy(deleting.id),
    remove: ({ id }: Product) => {
      if (removals.mayStart([id])) remove.mutate({ id, ids: [id] });
    },
    pricing,
    askPrices: setPricing,
    stocking,
    askStock: (product: Product | null) => setStocking(product && { product, once: randomKey() }),
    changing: figures.isPending || stock.isPending,
    changeStock: (product: Product, input: StockInput) => {
      if (!stock.isPending) stock.mutate({ product, input });
    },
    lastChange,
    forgetChange: () => setLastChange(null),
    undoChange: () => {
      if (!lastChange || figures.isPending) return;
      figures.mutate({ rows: undoRows(lastChange.rows), once: lastChange.once, undone: true });
    },
    /**
     * Changes prices and stock. Resolves to whether the dialog is done: it succeeded, or a try
     * before it did.
     */
    change: async (rows: BulkRow[], once: string): Promise<boolean> => {
      if (figures.isPending) return false;
      return figures.mutateAsync({ rows, once, undone: false }).then(() => true, isOutdated);
    },
  };
}

export type ProductActions = ReturnType<typeof useProductActions>;

/**
 * The change of one size, as `change` of the list makes it, so that it can be undone in the same
 * way.
 */
function rowOf({ id, name, sizes, price, originalPrice, stockCount }: Product, size: string, change: number): BulkRow {
  const before = { price, originalPrice, stock: sizes.find((one) => one.size === size)?.stock ?? stockCount };
  return { id, name, size, before, after: { ...before, stock: before.stock + change }, problem: null };
}

function stepOf({ id, size, before, after }: BulkRow) {
  const step = (name: 'price' | 'originalPrice' | 'stock') =>
    before[name] === after[name] ? {} : { [name]: { from: before[name], to: after[name] } };
  return { id, size, ...step('price'), ...step('originalPrice'), ...step('stock') };
}
