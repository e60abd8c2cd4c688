import { z } from 'zod';
import { type Contract, ok } from '../contract.ts';
import { ApiKey, ApiKeyInput } from './keys.ts';
import { Webhook, WebhookChange, WebhookInput, WebhookMessage } from './webhooks.ts';

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

const webhooks = z.array(Webhook);
const secret = z.string().describe('whsec_…, shown once');

/** Webhooks, as in the Standard Webhooks specification. */
export const webhooksApi = {
  'GET /admin/webhooks': {
    ...admin,
    summary: 'The webhooks, newest first',
    responses: { 200: ok({ webhooks }) },
  },
  'POST /admin/webhooks': {
    ...admin,
    summary: 'Tell another program of events',
    body: WebhookInput,
    responses: { 201: ok({ message, webhooks, secret }) },
    fails: [409],
  },
  'PUT /admin/webhooks/:id': {
    ...admin,
    summary: 'Pause a webhook, whose messages wait from then on, or go on with it',
    body: WebhookChange,
    responses: { 200: ok({ message, webhooks }) },
    fails: [404],
  },
  'POST /admin/webhooks/:id/secret': {
    ...admin,
    summary: 'A new secret; the old one signs beside it for a day',
    responses: { 200: ok({ message, secret }) },
    fails: [404],
  },
  'DELETE /admin/webhooks/:id': {
    ...admin,
    summary: 'Delete a webhook with its messages',
    responses: { 200: ok({ message, webhooks }) },
    fails: [404],
  },
  'GET /admin/webhooks/:id/messages': {
    ...admin,
    summary: 'The latest 50 messages of a webhook, newest first',
    responses: { 200: ok({ messages: z.array(WebhookMessage) }) },
    fails: [404],
  },
  'POST /admin/webhooks/:id/messages/:message/resend': {
    ...admin,
    summary: 'Send a message again, with the same webhook-id',
    responses: { 200: ok({ message }) },
    fails: [404],
  },
} as const satisfies Contract;
