import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { ok } from '#shop/contract.ts';
import { API_DOCS, apiDocs } from '../scripts/api-docs.ts';

test('docs/api.md is up to date: run `npm run docs:api` after a change of the contract', () => {
  expect(readFileSync(API_DOCS, 'utf8')).toBe(apiDocs());
});

test('a row lists who may call an endpoint, its input and its responses', () => {
  const text = apiDocs({
    'PUT /jars/:id': {
      tag: 'jars (staff)',
      summary: 'Fill a jar | or empty it',
      access: 'admin',
      body: z.object({ grams: z.number(), note: z.string().optional() }),
      responses: { 200: ok({ jar: z.object({ id: z.string() }), message: z.string() }) },
      fails: [404, 409],
    },
    'POST /jars/:id/photo': {
      tag: 'jars',
      summary: 'Send a photo',
      access: 'public',
      orderToken: true,
      files: { field: 'photo', most: 1, bytes: 10 },
      responses: { 200: { contentType: 'image/webp' } },
    },
  });
  expect(text).toContain(
    '## Jars (staff)\n\n| Call | Who may call it | What it does | Success | Failures |\n|---|---|---|---|---|\n' +
      '| `PUT /jars/:id` | admins | Fill a jar \\| or empty it. Body: `{grams, note?}`. | 200 `{jar, message}` | 400, 401, 403, 404, 409, 413, 415 |\n',
  );
  expect(text).toContain(
    '| `POST /jars/:id/photo` | the holder of the order token | Send a photo. Form data: `photo`, one file. | 200 image/webp | 400, 413, 415 |',
  );
});
