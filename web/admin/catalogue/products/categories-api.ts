import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { AdminCategory, CategoryInput } from '#shop/catalogue/category-input.ts';
import { adminCall } from '#web/admin/lib/session.ts';
import { tellProducts } from './use-product-actions.ts';

/** The exact texts of R1.8. */
export const LOAD_FAILED = 'Failed to load categories';
export const SAVE_FAILED = 'Failed to save category';

/** The key begins with the key of `categoriesQuery`, so that both are invalidated together. */
export const adminCategoriesQuery = queryOptions({
  queryKey: ['categories', 'admin'],
  queryFn: async ({ signal }) => (await adminCall('GET /admin/categories', {}, { signal })).categories,
});

/**
 * Creates a category (`id` null) or updates one. Then invalidates the lists and notifies the shop's
 * pages.
 */
export function useSaveCategory() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id, body }: { id: string | null; body: CategoryInput }) =>
      id === null
        ? adminCall('POST /categories', { body })
        : adminCall('PUT /categories/:id', { params: { id }, body }),
    // Also after an error, because the request may have been rejected due to a newer state.
    onSettled: refresh,
  });
}

export function useRemoveCategory() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id }: AdminCategory) => adminCall('DELETE /categories/:id', { params: { id } }),
    onSettled: refresh,
  });
}

function useRefresh() {
  const client = useQueryClient();
  return async () => {
    tellProducts();
    await Promise.all([
      client.invalidateQueries({ queryKey: ['categories'] }),
      // Products include the name of their category.
      client.invalidateQueries({ queryKey: ['products'] }),
    ]);
  };
}
