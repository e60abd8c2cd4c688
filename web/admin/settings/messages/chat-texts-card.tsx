import { LANGUAGE_CODES, LANGUAGES, type Language } from '#shop/language.ts';
import {
  CHAT_STATE_IDS,
  CHAT_STATES,
  type ChatStateId,
  chatPlaceholders,
  chatTemplate,
  chatText,
} from '#shop/settings/chat-texts.ts';
import type { MessageSettings } from '#shop/settings/messages.ts';
import { SelectField } from '#web/ui/field.tsx';
import { RecordForm } from '../../ui/record-form.tsx';
import { type EditedRecord, useRecord } from '../../ui/use-record.ts';
import { ChatBubble } from './chat-bubble.tsx';
import { LOAD_FAILED, type LoadedMessages, messagesRecord, useOpenText } from './messages-record.ts';
import { Placeholders, TemplateField } from './template-field.tsx';

/** The WhatsApp messages of each state of an order, in each language, with a preview. */
export function ChatTexts() {
  const record = useRecord(messagesRecord);
  const [state, setState] = useOpenText<ChatStateId>('chat', CHAT_STATE_IDS, 'payment_due', record.errors);
  const stored = record.stored as LoadedMessages | undefined;
  const sample = sampleOf(stored?.shop ?? { name: '', url: null });
  return (
    <div className="overview">
      <RecordForm title="WhatsApp messages" record={record} action="Save messages" loadFailed={LOAD_FAILED}>
        {({ chat }) => (
          <>
            <p className="text-ink-soft">
              Press WhatsApp on an order to open a chat with the text for its status. Check the text and send it
              yourself. The shop never sends a WhatsApp message.
            </p>
            <SelectField
              label="Status of the order"
              admin
              value={state}
              onChange={(event) => setState(event.target.value as ChatStateId)}
            >
              {CHAT_STATE_IDS.map((id) => (
                <option key={id} value={id}>
                  {`${CHAT_STATES[id].label}${chat[id] ? ' (your text)' : ''}`}
                </option>
              ))}
            </SelectField>
            {LANGUAGE_CODES.map((language) => (
              <TemplateField
                key={language}
                label={LANGUAGES[language].name}
                name={`chat.${state}.${language}`}
                lang={language}
                value={chat[state]?.[language] ?? CHAT_STATES[state].texts[language]}
                original={CHAT_STATES[state].texts[language]}
                error={record.errors[`chat.${state}.${language}`]}
                onChange={(text) => editChat(record, state, language, text)}
              />
            ))}
            <Placeholders names={chatPlaceholders(state)} sample={sample} />
          </>
        )}
      </RecordForm>
      <section className="admin-card self-start" aria-label="Preview">
        <header className="card-head">
          <h2>Preview</h2>
          <span>{CHAT_STATES[state].label}</span>
        </header>
        <div className="card-body grid gap-4">
          {record.value &&
            LANGUAGE_CODES.map((language) => (
              <ChatBubble
                key={language}
                language={language}
                text={chatText(chatTemplate(record.value?.chat ?? {}, state, language), sample)}
              />
            ))}
        </div>
      </section>
    </div>
  );
}

/** Rewrites one text; one that is the shop's own again is left out. */
function editChat(record: EditedRecord<MessageSettings>, state: ChatStateId, language: Language, text: string) {
  record.change((current) => {
    const texts = { ...current.chat[state], [language]: text };
    if (text === CHAT_STATES[state].texts[language]) delete texts[language];
    const chat = { ...current.chat, [state]: texts };
    if (Object.keys(texts).length === 0) delete chat[state];
    return { ...current, chat };
  });
}

function sampleOf(shop: { name: string; url: string | null }): Record<string, string> {
  const link = `${shop.url ?? window.location.origin}/track-order?orderNumber=ORD1795113600037`;
  return {
    name: 'Ananya Iyer',
    order: 'ORD1795113600037',
    total: '₹1,249',
    shop: shop.name,
    link,
    courier: 'Delhivery',
    tracking: '1490812345678',
    parcel_link: 'https://www.delhivery.com/track/package/1490812345678',
    reason: 'You asked us to cancel it',
    refund: '₹1,249',
  };
}
