import './admin.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { Frame } from './frame.tsx';
import { useAdminGuard } from './guard.ts';
import { createQueryClient } from './query-client.ts';

export const meta = () => [{ title: 'Admin · Kishmish' }, { name: 'robots', content: 'noindex' }];

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
