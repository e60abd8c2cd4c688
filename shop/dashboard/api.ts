import { z } from 'zod';
import { type Contract, ok } from '../contract.ts';
import { namedPagination } from '../page-parameters.ts';
import { BreachQuery } from './breach-list.ts';
import { Compliance, ComplianceQuery, ProductGaps } from './compliance.ts';
import { FindQuery, Found } from './finder.ts';
import { Counted, INSIGHT_TABLES, Insight } from './insight.ts';
import { Overview, OverviewQuery } from './overview.ts';

const staff = { tag: 'admin', access: 'staff' } as const;

/**
 * The figures of the admin's overview (D37), what the shop counts about visits, and the global
 * search.
 */
export const dashboardApi = {
  'GET /admin/overview': {
    ...staff,
    summary: 'Revenue, orders, payments, products and shoppers of a period',
    query: OverviewQuery,
    responses: { 200: ok({ overview: Overview }) },
  },
  'GET /admin/reports-age': {
    ...staff,
    summary: 'How far the replica that reports read is behind the database; null when they read the database itself',
    responses: { 200: ok({ behindMs: z.number().nullable() }) },
    fails: [409],
  },
  'POST /insight': {
    tag: 'shop',
    access: 'public',
    summary: 'Count one step of a visit, or a search without result. Without cookies, ids and addresses',
    body: Counted,
    bodyLimit: 1_024,
    responses: { 200: ok({}) },
  },
  'GET /admin/insight': {
    ...staff,
    summary: 'Steps from product to payment, abandoned payments, times, UPI apps, coupons and searches of a period',
    query: OverviewQuery,
    responses: { 200: ok({ insight: Insight }) },
  },
  'GET /admin/insight/:table': {
    ...staff,
    summary: 'One table of the insight of a period as a CSV file',
    params: z.object({ table: z.enum(INSIGHT_TABLES, { error: 'There is no such table.' }) }),
    query: OverviewQuery,
    responses: { 200: { contentType: 'text/csv' } },
  },
  'GET /admin/search': {
    ...staff,
    summary: 'Orders, products and contacts that begin with a text; people by any of their names',
    query: FindQuery,
    responses: { 200: ok({ found: Found }) },
  },
  'GET /admin/compliance': {
    ...staff,
    summary:
      'What the laws of docs/india.md ask the shop and its products to state, and what is missing; products with gaps are paged',
    query: ComplianceQuery,
    responses: {
      200: ok({
        compliance: Compliance,
        products: z.array(ProductGaps),
        pagination: namedPagination('totalProducts'),
      }),
    },
  },
  'GET /admin/breach-list': {
    ...staff,
    access: 'admin',
    summary: 'Everybody whose personal data was stored or changed between two times, as a CSV file',
    query: BreachQuery,
    responses: { 200: { contentType: 'text/csv' } },
  },
} as const satisfies Contract;
