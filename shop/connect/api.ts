import { z } from 'zod';
import { type Contract, ok } from '../contract.ts';
import { ApiKey, ApiKeyInput } from './keys.ts';

const admin = { tag: 'connections (admin)', access: 'admin' } as const;
const message = z.string();
const keys = z.array(ApiKey);

/** API keys of other programs. */
export const keysApi = {
  'GET /admin/api-keys': {
    ...admin,
    summary: 'The API keys that have not been ended, newest first',
    responses: { 200: ok({ keys }) },
  },
  'POST /admin/api-keys': {
    ...admin,
    summary: 'Make an API key',
    body: ApiKeyInput,
    responses: { 201: ok({ message, keys, key: z.string().describe('shown once: only its hash is stored') }) },
    fails: [409],
  },
  'DELETE /admin/api-keys/:id': {
    ...admin,
    summary: 'End an API key; it never works again',
    responses: { 200: ok({ message, keys }) },
    fails: [404],
  },
} as const satisfies Contract;
