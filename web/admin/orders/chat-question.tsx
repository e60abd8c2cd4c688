import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { whatsAppLink, whatsAppNumber } from '#shop/contacts/whatsapp.ts';
import { internationalPhone } from '#shop/india/phones.ts';
import { LANGUAGE_CODES, LANGUAGES, type Language } from '#shop/language.ts';
import { chatState, chatValues } from '#shop/orders/chat.ts';
import type { AdminOrder } from '#shop/orders/orders.ts';
import { CHAT_STATES, chatTemplate, chatText } from '#shop/settings/chat-texts.ts';
import { ChatBubble } from '#web/admin/settings/messages/chat-bubble.tsx';
import { LOAD_FAILED, messagesRecord } from '#web/admin/settings/messages/messages-record.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { ErrorNote } from '#web/ui/note.tsx';
import { MessageCircle } from '#web/ui/page-icons.ts';
import { FilterTabs } from '../ui/filter-tabs.tsx';
import { ListSkeleton } from '../ui/list-skeleton.tsx';
import { orderQuery } from './orders-api.ts';
import { WhichOrder } from './question-parts.tsx';
import type { OrderActions } from './use-order-actions.ts';

/** Whether staff can write to the shopper of this order on WhatsApp. */
export function canChat(order: AdminOrder): boolean {
  return whatsAppNumber(phoneOf(order)) !== null;
}

const phoneOf = ({ shippingAddress: { phone, country } }: AdminOrder) => internationalPhone(phone, country);

const TABS = LANGUAGE_CODES.map((value) => ({ value, label: LANGUAGES[value].name }));

/**
 * The text for the state of an order, in its language, and the way to WhatsApp.
 */
export function ChatQuestion({ order, actions }: { order: AdminOrder; actions: OrderActions }) {
  // The rows of a list have no replacements; and the state may have changed.
  const detail = useQuery(orderQuery(order.orderNumber));
  const messages = useQuery({
    queryKey: messagesRecord.queryKey,
    queryFn: ({ signal }) => messagesRecord.load(signal),
  });
  const [language, setLanguage] = useState<Language>(order.language ?? 'en');
  const failed = [detail, messages].filter(({ isError, data }) => isError && !data);
  const current = detail.data?.order;
  const state = current && chatState(current, Date.now());
  if (failed.length > 0) {
    return <ErrorNote message={LOAD_FAILED} onRetry={() => failed.forEach(({ refetch }) => void refetch())} />;
  }
  if (!current || !messages.data) return <ListSkeleton label="Loading the message" />;
  const { value, shop } = messages.data;
  const values = chatValues(current, { name: shop.name, url: shop.url ?? window.location.origin });
  const text = state ? chatText(chatTemplate(value.chat, state, language), values) : '';
  const chat = whatsAppLink(phoneOf(current), text);
  return (
    <div className="grid gap-4">
      <WhichOrder order={current} />
      {state ? (
        <>
          <div className="flex flex-wrap items-center gap-3">
            <FilterTabs label="Language of the message" tabs={TABS} value={language} onChange={setLanguage} />
            <span className="text-ink-soft">{CHAT_STATES[state].label}</span>
          </div>
          <ChatBubble language={language} text={text} />
          <p className="hint">WhatsApp opens with this text. You can change it there before you send it.</p>
        </>
      ) : (
        <p className="hint">
          {current.status === 'draft'
            ? 'The shopper may be paying just now. Please wait until the items are no longer held.'
            : 'The ready text for a cancelled order promises the money back. Please write your own here.'}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" size="admin" onClick={actions.closeQuestion}>
          Not now
        </Button>
        {chat && (state || current.status !== 'draft') && (
          <ButtonLink size="admin" to={chat} target="_blank" rel="noopener noreferrer" onClick={actions.closeQuestion}>
            <Icon of={MessageCircle} /> Open WhatsApp
          </ButtonLink>
        )}
      </div>
    </div>
  );
}
