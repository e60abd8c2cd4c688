import './admin.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { getServices } from '#web/services.server.ts';
import type { Route } from './+types/admin';
import { Frame } from './frame.tsx';
import { useAdminGuard } from './guard.ts';
import { createQueryClient } from './query-client.ts';

export const meta = () => [{ title: 'Admin · Kishmish' }, { name: 'robots', content: 'noindex' }];

/** The sender on packing slips: what the contact page tells everybody. */
export async function loader({ context }: Route.LoaderArgs) {
  const { brandName, legalName, address, city, state, pincode, phone } = await getServices(context).settings.shop();
  return { sender: { name: legalName || brandName, address, place: `${city}, ${state} ${pincode}`, phone } };
}

/** Another section is another address, but the same sender. */
export const shouldRevalidate = () => false;

/** The admin dashboard, /admin?section=… (D7). The server sends only the guard; everything else is drawn in the browser. */
export default function AdminPage() {
  const user = useAdminGuard();
  const [queryClient] = useState(createQueryClient);
  if (!user) {
    return (
      <main className="desk-wait" aria-busy="true">
        <span className="spin" aria-hidden="true" />
        <p role="status">Verifying admin access...</p>
      </main>
    );
  }
  return (
    <QueryClientProvider client={queryClient}>
      <Frame user={user} />
    </QueryClientProvider>
  );
}
