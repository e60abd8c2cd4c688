import { z } from 'zod';
import { inEachTranslation } from '../language.ts';
import { placeholderFault } from '../text/template.ts';
import { cleanText } from '../text/text.ts';
import { CHAT_STATE_IDS, CHAT_STATES, chatPlaceholders } from './chat-texts.ts';
import { MAIL_KINDS, MAIL_TEXTS, type MailText, mailTextFault } from './mail-texts.ts';

const MAX_CHAT = 600;
const text = z.string().max(5_000).overwrite(cleanText);
const chatTexts = z.object({ en: text.optional(), ...inEachTranslation(() => text.optional()) });

/**
 * What the owner has rewritten of the shop's messages; a text that is left out is the shop's own.
 */
export const MessageSettings = z.object({
  /** WhatsApp messages by the state of the order. */
  chat: z.partialRecord(z.enum(CHAT_STATE_IDS), chatTexts).default({}),
  /** Mails to shoppers about an order. */
  mails: z.partialRecord(z.enum(MAIL_KINDS), z.object({ subject: text.optional(), text: text.optional() })).default({}),
});
export type MessageSettings = z.infer<typeof MessageSettings>;

/**
 * PUT /settings/messages: all texts. An empty one, and one that is the shop's own, is left out of
 * the record.
 */
export const MessageInput = MessageSettings.extend({
  /** The version that was loaded; a stale version is a 409. */
  version: z.number().int().min(0).optional(),
}).superRefine(({ chat, mails }, context) => {
  const refuse = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message });
  for (const state of CHAT_STATE_IDS) {
    for (const [language, template = ''] of Object.entries(chat[state] ?? {})) {
      const path = ['chat', state, language];
      const fault = placeholderFault(template, chatPlaceholders(state));
      if (fault) refuse(path, fault);
      else if (template.length > MAX_CHAT) refuse(path, `At most ${MAX_CHAT} characters`);
    }
  }
  for (const kind of MAIL_KINDS) {
    for (const part of ['subject', 'text'] as const) {
      const fault = mailTextFault(kind, part, mails[kind]?.[part] ?? '');
      if (fault) refuse(['mails', kind, part], fault);
    }
  }
});
export type MessageInput = z.infer<typeof MessageInput>;

/**
 * POST /settings/messages/preview and /test: one mail as it is typed; an empty part is the shop's
 * own.
 */
export const MailTextInput = z
  .object({ kind: z.enum(MAIL_KINDS), subject: text, text })
  .superRefine(({ kind, ...mail }, context) => {
    for (const part of ['subject', 'text'] as const) {
      const message = mailTextFault(kind, part, mail[part]);
      if (message) context.addIssue({ code: 'custom', path: [part], message });
    }
  });

/** The record of an input. */
export function messagesOf({ chat, mails }: MessageInput): MessageSettings {
  return {
    chat: rewritten(CHAT_STATE_IDS, chat, (state) => CHAT_STATES[state].texts),
    mails: rewritten(MAIL_KINDS, mails, (kind): MailText => MAIL_TEXTS[kind]),
  };
}

type Texts<Part extends string> = Partial<Record<Part, string | undefined>>;

/** The texts that are neither empty nor the shop's own. */
function rewritten<Name extends string, Part extends string>(
  names: readonly Name[],
  given: Partial<Record<Name, Texts<Part>>>,
  own: (name: Name) => Readonly<Record<Part, string>>,
): Partial<Record<Name, Texts<Part>>> {
  const kept: Partial<Record<Name, Texts<Part>>> = {};
  for (const name of names) {
    const texts = Object.entries<string | undefined>(given[name] ?? {}).filter(
      ([part, value]) => value && value !== own(name)[part as Part],
    );
    if (texts.length > 0) kept[name] = Object.fromEntries(texts) as Texts<Part>;
  }
  return kept;
}
