import type { IncomingHttpHeaders } from 'node:http';
import { type Actor, writeAudit } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import { lockKey } from '#server/database/engine.ts';
import { transact } from '#server/database/transact.ts';
import { LIMITS, limitAttempts } from '#server/http/limits.ts';
import { newId, newToken, sha256 } from '#server/ids.ts';
import { ShopError } from '#shop/errors.ts';
import { forwarderSignature, readForwarded } from '#shop/orders/payments/forwarder.ts';
import { cleanLine } from '#shop/text/text.ts';
import type { MessageRules } from './bank-messages-understand.ts';
import { takeMessage } from './messages.ts';
import type { ProofDeps } from './proof.ts';
import { isAuthentic, type SigningKeys } from './signature.ts';

/** A request of a forwarder app. */
export interface ForwardedRequest {
  secret: string;
  /** Network address, for the limit of wrong secrets. */
  address: string;
  headers: IncomingHttpHeaders;
  /** The body as received, for its signature. */
  body: string;
  query: Record<string, unknown>;
}

/**
 * Ends the current address for forwarded messages and makes a new one. Only the hash of its secret
 * is stored.
 */
export async function makeInbox(context: ServiceContext, actor: Actor): Promise<{ secret: string; url: string }> {
  const secret = newToken();
  const at = context.now();
  await transact(context, async ({ trx }) => {
    // Only one may be active, also when two people make one at the same moment.
    await lockKey(trx, 'payment inbox');
    await trx.updateTable('payment_inbox').set({ ended_at: at }).where('ended_at', 'is', null).execute();
    const id = newId('inb');
    await trx
      .insertInto('payment_inbox')
      .values({ id, secret_hash: sha256(secret), created_at: at })
      .execute();
    await writeAudit(trx, { at, actor, action: 'create', entity: 'payment_inbox', entityId: id });
  });
  return { secret, url: `${context.env.publicUrl ?? ''}/api/payments/inbox/${secret}` };
}

export async function inboxState({ database }: ServiceContext) {
  const row = await database.db
    .selectFrom('payment_inbox')
    .selectAll()
    .where('ended_at', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    active: row !== undefined,
    createdAt: row?.created_at ?? null,
    lastMessageAt: row?.last_message_at ?? null,
    lastSender: row?.last_sender ?? null,
    lastKind: row?.last_kind ?? null,
  };
}

/**
 * Takes a forwarded message. Everything authentic is accepted, also messages that are no credits
 * and repeated ones: the app would send them again for days.
 *
 * @throws ShopError not_found for a wrong secret; unauthorized without the signature that the
 *   settings require; too_many_attempts
 */
export async function takeForwarded(
  context: ServiceContext,
  deps: ProofDeps,
  { signingKeys, ...rules }: MessageRules & { signingKeys: SigningKeys },
  request: ForwardedRequest,
): Promise<void> {
  const { db } = context.database;
  const inbox = await db
    .selectFrom('payment_inbox')
    .select('id')
    .where('secret_hash', '=', sha256(request.secret))
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (!inbox) {
    await limitAttempts(context, 'inbox-address', request.address, LIMITS.inboxAddress);
    throw new ShopError('not_found');
  }
  const contentType = request.headers['content-type'] ?? '';
  const { headers, body, query } = request;
  if (!isAuthentic({ headers, rawBody: body, contentType, query, signingKeys })) throw new ShopError('unauthorized');
  // A signature of the body does not cover the address, so what stands there is not the app's own.
  const covered = Object.keys(signingKeys).length > 0 && forwarderSignature(headers, [])?.coversText;
  const forwarded = readForwarded({ contentType, body, query: covered ? undefined : query });
  let kind: string = forwarded.kind;
  if (forwarded.kind === 'message') {
    const receivedAt = plausible(forwarded.receivedAt, context.now());
    const { sender, text } = forwarded;
    const taken = await takeMessage(
      context,
      deps,
      rules,
      { via: 'sms', sender: sender ?? '', text, receivedAt },
      false,
    );
    kind = taken.message.reason ?? taken.message.kind;
  }
  await db
    .updateTable('payment_inbox')
    .set({
      last_message_at: context.now(),
      last_sender: forwarded.kind === 'message' ? cleanLine(forwarded.sender ?? '').slice(0, 60) : null,
      last_kind: kind.slice(0, 40),
    })
    .where('id', '=', inbox.id)
    .execute();
}

/** The phone's clock, unless it is more than a day ahead or a month behind. */
function plausible(receivedAt: number | null, now: number): number {
  const DAY = 86_400_000;
  return receivedAt !== null && receivedAt < now + DAY && receivedAt > now - 31 * DAY ? receivedAt : now;
}
