import { z } from 'zod';
import { actorOf, staffOnly } from '#server/http/auth.ts';
import type { ShopApp } from '#server/http/routes.ts';
import type { Services } from '#server/services.ts';
import { Category } from '#shop/catalogue/catalogue.ts';
import { AdminCategory, CategoryInput } from '#shop/catalogue/category-input.ts';

const success = z.literal(true);
const staff = { tags: ['catalogue'], security: [{ admin: [] }] };
const Id = z.object({ id: z.string().min(1).max(200) });
const Answer = z.object({ success, message: z.string(), category: Category });

/** Categories as staff makes, changes and deletes them. */
export function categoryAdminRoutes(app: ShopApp, services: Services): void {
  const { categories } = services;
  const guarded = { onRequest: staffOnly(services) };

  app.get(
    '/admin/categories',
    {
      ...guarded,
      schema: {
        ...staff,
        summary: 'Every category with the number of its products and its version',
        response: { 200: z.object({ success, categories: z.array(AdminCategory) }) },
      },
    },
    async () => ({ success: true as const, categories: await categories.listForAdmin() }),
  );

  app.post(
    '/categories',
    {
      ...guarded,
      schema: {
        ...staff,
        summary: 'A new category; its slug comes from its name and stays',
        body: CategoryInput,
        response: { 201: Answer },
      },
    },
    async (request, reply) => {
      const id = await categories.create(request.body, actorOf(request));
      reply.code(201);
      return {
        success: true as const,
        message: 'Category created successfully!',
        category: await categories.get(id),
      };
    },
  );

  app.put(
    '/categories/:id',
    {
      ...guarded,
      schema: {
        ...staff,
        summary: 'Names, describes and places a category; its products stay in it',
        params: Id,
        body: CategoryInput,
        response: { 200: Answer },
      },
    },
    async (request) => {
      await categories.update(request.params.id, request.body, actorOf(request));
      return {
        success: true as const,
        message: 'Category updated successfully!',
        category: await categories.get(request.params.id),
      };
    },
  );

  app.delete(
    '/categories/:id',
    {
      ...guarded,
      schema: {
        ...staff,
        summary: 'Takes a category out of the shop; 409 while products are in it',
        params: Id,
        response: { 200: z.object({ success, message: z.string() }) },
      },
    },
    async (request) => {
      await categories.remove(request.params.id, actorOf(request));
      return { success: true as const, message: 'Category deleted successfully!' };
    },
  );
}
