import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { AdminCategory, CategoryInput } from '#shop/catalogue/category-input.ts';
import { adminCall } from '#web/admin/lib/session.ts';
import { tellProducts } from './use-product-actions.ts';

/** R1.8, word for word. */
export const LOAD_FAILED = 'Failed to load categories';
export const SAVE_FAILED = 'Failed to save category';

/** Begins with the key of `categoriesQuery`: what makes that one anew makes this one anew. */
export const adminCategoriesQuery = queryOptions({
  queryKey: ['categories', 'admin'],
  queryFn: async ({ signal }) => (await adminCall('GET /admin/categories', {}, { signal })).categories,
});

/** Saves a category: a new one without `id`. Lists, products and the shop's pages learn of it. */
export function useSaveCategory() {
  const learn = useLearn();
  return useMutation({
    mutationFn: ({ id, body }: { id: string | null; body: CategoryInput }) =>
      id === null
        ? adminCall('POST /categories', { body })
        : adminCall('PUT /categories/:id', { params: { id }, body }),
    // Also after a refusal: what stands there now is why.
    onSettled: learn,
  });
}

export function useRemoveCategory() {
  const learn = useLearn();
  return useMutation({
    mutationFn: ({ id }: AdminCategory) => adminCall('DELETE /categories/:id', { params: { id } }),
    onSettled: learn,
  });
}

function useLearn() {
  const client = useQueryClient();
  return async () => {
    tellProducts();
    await Promise.all([
      client.invalidateQueries({ queryKey: ['categories'] }),
      // A product shows the name of its category.
      client.invalidateQueries({ queryKey: ['products'] }),
    ]);
  };
}
