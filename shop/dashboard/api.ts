import { type Contract, ok } from '../contract.ts';
import { FindQuery, Found } from './finder.ts';
import { Overview, OverviewQuery } from './overview.ts';

const staff = { tag: 'admin', access: 'staff' } as const;

/** The figures of the admin's overview (D37) and the global search. */
export const dashboardApi = {
  'GET /admin/overview': {
    ...staff,
    summary: 'Revenue, orders, payments, products and shoppers of a period',
    query: OverviewQuery,
    responses: { 200: ok({ overview: Overview }) },
  },
  'GET /admin/search': {
    ...staff,
    summary: 'Orders, products and contacts that begin with a text; people by any of their names',
    query: FindQuery,
    responses: { 200: ok({ found: Found }) },
  },
} as const satisfies Contract;
