import { useQuery } from '@tanstack/react-query';
import { PROMISES } from '#shop/promises.ts';
import { CopyField } from '#web/ui/copy-button.tsx';
import { ErrorNote, Note } from '#web/ui/note.tsx';
import { countOf } from '../lib/count.ts';
import { adminCall, isSignedOut } from '../lib/session.ts';
import { ListSkeleton } from '../ui/list-skeleton.tsx';
import { AskServer } from './ask-server.tsx';

/** The addresses at which Google and Meta read the products. */
export function FeedsCard() {
  const { data, isError, error, refetch, isFetching } = useQuery({
    queryKey: ['product-feeds'],
    queryFn: ({ signal }) => adminCall('GET /admin/products/feeds', {}, { signal }),
  });
  return (
    <section className="admin-card" aria-labelledby="feeds">
      <header className="card-head">
        <h2 id="feeds">Google and Instagram</h2>
      </header>
      <div className="card-body grid gap-3">
        {isError && !isSignedOut(error) && (
          <ErrorNote
            message="Failed to load the addresses of your products"
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        )}
        {!data && !isError && <ListSkeleton label="Loading the addresses" />}
        {data && data.google.length === 0 && <AskServer about="address" />}
        {data && data.google.length > 0 && (
          <>
            <p className="text-ink-soft">
              Google and Meta read {countOf(data.items, 'pack size')} with prices and stock here. Add the address there
              once, to be fetched every day.
            </p>
            <Addresses title="Google Merchant Center" addresses={data.google} />
            <p className="hint">There, also set your return policy: {PROMISES.replacementDays} days.</p>
            <Addresses title="Meta Commerce Manager: Facebook, Instagram, WhatsApp" addresses={data.meta} />
          </>
        )}
        {data && data.withoutPicture > 0 && (
          <Note tone="warn">Left out without a picture: {countOf(data.withoutPicture, 'product')}.</Note>
        )}
      </div>
    </section>
  );
}

function Addresses({ title, addresses }: { title: string; addresses: readonly string[] }) {
  return (
    <div className="grid gap-1">
      <h3 className="font-sans weight-600">{title}</h3>
      {addresses.map((address) => (
        <CopyField key={address} text={address} what="address" />
      ))}
    </div>
  );
}
