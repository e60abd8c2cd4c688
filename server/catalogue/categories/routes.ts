import { actorOf } from '#server/http/auth.ts';
import { implement } from '#server/http/implement.ts';
import type { ShopApp } from '#server/http/routes.ts';
import { categoriesApi } from '#shop/catalogue/api.ts';
import type { CategoryService } from './service.ts';

/** Categories: what shoppers see of them, and what staff change. */
export function categoryRoutes(app: ShopApp, { categories }: { categories: CategoryService }): void {
  implement(app, categoriesApi, {
    'GET /products/categories': async () => ({ categories: await categories.list() }),

    'GET /categories': async ({ query }) => ({ categories: await categories.list(query.parentCategory || undefined) }),

    'GET /categories/:id': async ({ params }) => ({ category: await categories.get(params.id) }),

    'GET /admin/categories': async () => ({ categories: await categories.listForAdmin() }),

    'POST /categories': async (request) => {
      const id = await categories.create(request.body, actorOf(request));
      return { message: 'Category created successfully!', category: await categories.get(id) };
    },

    'PUT /categories/:id': async (request) => {
      const { id } = request.params;
      await categories.update(id, request.body, actorOf(request));
      return { message: 'Category updated successfully!', category: await categories.get(id) };
    },

    'DELETE /categories/:id': async (request) => {
      await categories.remove(request.params.id, actorOf(request));
      return { message: 'Category deleted successfully!' };
    },
  });
}
