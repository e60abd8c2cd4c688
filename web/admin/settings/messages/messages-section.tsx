import { useSearchParams } from 'react-router';
import { FilterTabs } from '../../ui/filter-tabs.tsx';
import { ChatTexts } from './chat-texts-card.tsx';
import { MailTexts } from './mail-texts-card.tsx';

const TABS = [
  { value: 'whatsapp', label: 'WhatsApp' },
  { value: 'email', label: 'Email' },
];

/** The texts of the shop's messages, which the owner may rewrite. */
export default function MessagesSection() {
  const [search, setSearch] = useSearchParams();
  const tab = TABS.find(({ value }) => value === search.get('tab'))?.value ?? 'whatsapp';
  const open = (value: string) => setSearch({ section: 'messages', tab: value }, { replace: true });
  return (
    <div className="grid gap-4">
      <div className="justify-self-start">
        <FilterTabs label="Kind of message" tabs={TABS} value={tab} onChange={open} />
      </div>
      {tab === 'email' ? <MailTexts /> : <ChatTexts />}
    </div>
  );
}
