import { KeysCard } from './keys-card.tsx';
import { WebhooksCard } from './webhooks-card.tsx';

/** Connections: how other programs work with this shop. */
export default function ConnectionsSection() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <KeysCard />
      <WebhooksCard />
    </div>
  );
}
