/**
 * What holds for every call of the API: the introduction of the OpenAPI document (Markdown),
 * readable at /api/docs.
 */
export const API_RULES = `
- A success is JSON with the documented fields and \`success: true\`. A failure is
  \`{success: false, message, errors?: [{path, msg}]}\`: sentences for a person, in another language with its code in \`x-language\`, such as \`hi\`.
- Money is a number of rupees (\`299.5\`). Times are epoch milliseconds.
- Bodies are \`application/json\`. Unknown fields are dropped.
- Staff sign in with \`POST /api/auth/admin-login\` and send \`Authorization: Bearer <token>\`.
- Programs send an API key in the same header. It opens the calls that name one of its scopes, and
  no other, not even public ones.
- A shopper proves an order with its token in \`x-order-token\`. Without it the order is a 404.
- 409: the current state does not allow the change. Send back the \`version\` that you have read; a stale one is a 409.
- Every call may also fail with 429 (too many requests), 500 (a fault of the shop) or 503 (busy: nothing was written, and
  \`Retry-After\` says when to try again).
- Every change by staff writes an entry to the audit log.
`;
