import type { z } from 'zod';
import type { Product } from '#shop/catalogue/catalogue.ts';
import type { BreachQuery } from '#shop/dashboard/breach-list.ts';
import { complianceOf, type ShopFacts } from '#shop/dashboard/compliance.ts';
import { paginate, withNames } from '#shop/page-parameters.ts';
import type { Actor } from '../audit/audit.ts';
import type { ServiceContext } from '../context.ts';
import { breachList } from './breach-list.ts';

/** What other areas know: the products that shoppers see, and the facts of the shop. */
interface Sources {
  products: () => Promise<readonly Product[]>;
  facts: () => Promise<ShopFacts>;
}

export type ComplianceService = ReturnType<typeof createComplianceService>;

/**
 * The compliance meter. Nothing is stored: it follows every change of products, settings and
 * policies.
 */
export function createComplianceService(context: ServiceContext, { products, facts }: Sources) {
  return {
    async read({ page, limit }: { page: number; limit: number }) {
      const { products: lacking, ...compliance } = complianceOf(await facts(), await products());
      return {
        compliance,
        products: lacking.slice((page - 1) * limit, page * limit),
        pagination: withNames(paginate({ page, limit }, lacking.length), 'totalProducts'),
      };
    },

    breachList: (query: z.infer<typeof BreachQuery>, actor: Actor) => breachList(context, query, actor),
  };
}
