import { z } from 'zod';
import { type Contract, ok } from '../contract.ts';
import { namedPagination } from '../page-parameters.ts';
import {
  Customer,
  CustomerDetail,
  CustomerExportQuery,
  CustomerQuery,
  EraseBody,
  NoteBody,
  SegmentCounts,
  TagBody,
} from './customer-calls.ts';

const staff = { tag: 'customers (staff)', access: 'staff' } as const;
const admin = { ...staff, access: 'admin' } as const;
const message = z.string();
const Changed = ok({ message, customer: CustomerDetail });

/**
 * Customers by mobile number. What one person has left in the shop can be exported and erased (DPDP
 * Act 2023).
 */
export const customersApi = {
  'GET /customers': {
    ...staff,
    summary:
      'Customers, paged: the latest order first, or the most money paid; search goes over name, mobile, email, city and tag',
    query: CustomerQuery,
    responses: {
      200: ok({
        customers: z.array(Customer),
        segments: SegmentCounts,
        pagination: namedPagination('totalCustomers'),
      }),
    },
  },
  'GET /customers/export': {
    ...admin,
    summary: 'The customers of a filter as a CSV file',
    query: CustomerExportQuery,
    responses: { 200: { contentType: 'text/csv' } },
  },
  'GET /customers/:id': {
    ...staff,
    summary: 'One customer with orders, notes, tags and consent',
    responses: { 200: ok({ customer: CustomerDetail }) },
    fails: [404],
  },
  'POST /customers/:id/notes': {
    ...staff,
    summary: 'Add a note, which only staff see',
    body: NoteBody,
    responses: { 200: Changed },
    fails: [404],
  },
  'DELETE /customers/:id/notes/:note': {
    ...staff,
    summary: 'Delete a note',
    responses: { 200: Changed },
    fails: [404],
  },
  'POST /customers/:id/tags': {
    ...staff,
    summary: 'Add a tag, which only staff see',
    body: TagBody,
    responses: { 200: Changed },
    fails: [404, 409],
  },
  'DELETE /customers/:id/tags/:tag': {
    ...staff,
    summary: 'Remove a tag',
    responses: { 200: Changed },
    fails: [404],
  },
  'GET /customers/:id/data': {
    ...admin,
    summary: 'All that the shop holds about one person, as a JSON file',
    responses: { 200: { contentType: 'application/json' } },
    fails: [404],
  },
  'POST /customers/:id/erase': {
    ...admin,
    summary: 'Erase one person; orders with an invoice keep what tax law requires, until it no longer does',
    body: EraseBody,
    responses: {
      200: ok({
        message,
        kept: z
          .object({ orders: z.number(), until: z.number() })
          .nullable()
          .describe('orders that stay, and until when'),
      }),
    },
    fails: [404, 409],
  },
} as const satisfies Contract;
