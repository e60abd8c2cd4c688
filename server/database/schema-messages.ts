import type { Defaulted, Optional } from './columns.ts';

/** The tables of messages that leave the shop. */

export interface MailOutboxTable {
  id: string;
  message_id: string;
  kind: string;
  recipient: string;
  /** For counting the mails to an address that nobody has proved; see migration 021. */
  mailbox: Defaulted<string>;
  /** Who gets the answer; empty: the sender of the mail. */
  reply_to: Defaulted<string>;
  subject: string;
  text_body: string;
  html_body: string;
  attachments: Defaulted<string>;
  order_number: Optional<string>;
  status: Defaulted<'queued' | 'sending' | 'sent' | 'failed'>;
  tries: Defaulted<number>;
  next_try_at: number;
  last_error: Defaulted<string>;
  created_at: number;
  sent_at: Optional<number>;
  /**
   * 1: saved as a file, because the shop had no mail server when it was its turn; `sent`
   * nevertheless.
   */
  is_file: Defaulted<number>;
}

/** A browser of staff that takes Web Push; see migration 042. */
export interface PushDevicesTable {
  id: string;
  user_id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  /** 'Chrome on Android' */
  device: string;
  created_at: number;
}

/** Messages that wait to be pushed; a row is deleted once its message was taken or given up. */
export interface PushOutboxTable {
  id: string;
  device_id: string;
  topic: string;
  payload: string;
  tries: Defaulted<number>;
  next_try_at: number;
}
