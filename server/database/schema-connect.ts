import type { Defaulted, Optional } from './columns.ts';

/** The tables of what connects the shop with other programs. */

/** See migration 103. */
export interface ApiKeysTable {
  id: string;
  name: string;
  start: string;
  key_hash: string;
  /** JSON: a list of scopes. */
  scopes: string;
  made_by: string;
  created_at: number;
  last_used_at: Optional<number>;
  ended_at: Optional<number>;
}

/** See migration 104. */
export interface WebhooksTable {
  id: string;
  url: string;
  /** JSON: a list of event types. */
  events: string;
  secret: string;
  /** Signs beside the new one until `old_until`. */
  old_secret: Optional<string>;
  old_until: Optional<number>;
  created_at: number;
  /** When the first of the messages failed that have all failed since; null after a success. */
  failing_since: Optional<number>;
  paused_at: Optional<number>;
}

export interface WebhookMessagesTable {
  id: string;
  webhook_id: string;
  type: string;
  payload: string;
  status: Defaulted<'queued' | 'sent' | 'failed'>;
  tries: Defaulted<number>;
  /** While it is being sent: the end of the lease of the process that sends it. */
  next_try_at: number;
  last_error: Defaulted<string>;
  created_at: number;
  sent_at: Optional<number>;
}
