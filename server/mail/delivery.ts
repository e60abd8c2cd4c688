import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import type { MailRow } from './mail.queries.ts';
import type { Sender } from './sender.ts';

export interface Attachment {
  filename: string;
  contentType: string;
  content: Buffer;
}

/** Delivers one message; throws if it was not accepted. `close` closes open connections. */
export interface Deliver {
  (mail: MailRow, attachments: Attachment[], from: string | Sender): Promise<void>;
  close?: () => void;
}

/** Delivery over SMTP, with one reused connection. */
export function smtpDelivery(url: string): Deliver {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 1,
    // Retries are left to the outbox, which counts them.
    maxRequeues: 0,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  });
  const send: Deliver = async (mail, attachments, from) => {
    await transport.sendMail(composed(mail, attachments, from));
  };
  send.close = () => transport.close();
  return send;
}

/**
 * Delivery as one `.eml` file per message in `folder`, for a shop without a mail server (D35).
 * `written` gets the name of each file.
 */
export function fileDelivery(folder: string, written: (file: string) => void): Deliver {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return async (mail, attachments, from) => {
    const { message } = await transport.sendMail(composed(mail, attachments, from));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = path.join(folder, `${mail.id}.eml`);
    await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 });
    await rename(`${file}.part`, file);
    written(file);
  };
}

function composed(mail: MailRow, attachments: Attachment[], from: string | Sender) {
  return {
    from,
    to: mail.recipient,
    replyTo: mail.reply_to || undefined,
    subject: mail.subject,
    text: mail.text_body,
    html: mail.html_body,
    attachments,
    messageId: mail.message_id,
    date: new Date(mail.created_at),
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
