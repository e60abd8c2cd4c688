import '../admin.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type ShouldRevalidateFunctionArgs, useRevalidator } from 'react-router';
import { reachShop } from '#web/lib/connection.ts';
import { type ShopEvent, useShopEvents } from '#web/lib/events.ts';
import { getServices } from '#web/services.server.ts';
import { NeedsScript } from '#web/ui/needs-script.tsx';
import { SetUpFirst } from '../accounts/set-up-first.tsx';
import { type AdminPageData, adminTitle, loadBrand } from '../lib/brand.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { onSessionExpired } from '../lib/session.ts';
import type { Route } from './+types/admin';
import { Frame } from './frame.tsx';
import { useAdminGuard } from './guard.ts';

export const meta = ({ loaderData }: Route.MetaArgs) => adminTitle('Admin', loaderData?.brand);

/** The shop's name; it is public on the shop's pages. */
export async function loader({ context }: Route.LoaderArgs): Promise<AdminPageData> {
  return { brand: await loadBrand(getServices(context)) };
}

/**
 * Another section is another address, but the same shop: it is loaded again only on demand
 * (`revalidate`).
 */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return currentUrl.href === nextUrl.href && defaultShouldRevalidate;
}

/** Told when shop settings or page content are saved, here or in another tab. */
const SAVED: readonly ShopEvent[] = ['pageContentUpdated'];

/**
 * The admin dashboard, /admin?section=… (D7). The server sends only the guard; everything else is
 * drawn in the browser.
 */
export default function AdminPage() {
  const { user, check } = useAdminGuard();
  const [queryClient] = useState(createQueryClient);
  // The end of a session is said once: what would load now could only say it again.
  useEffect(
    () => onSessionExpired(() => queryClient.setDefaultOptions({ queries: { enabled: false } })),
    [queryClient],
  );
  const { revalidate } = useRevalidator();
  // If this loader failed, an error would replace the page, so keep the old name until the shop can
  // be reached.
  useShopEvents(SAVED, 0, async () => {
    if (await reachShop()) await revalidate();
  });
  if (!user) {
    return (
      <main className="flex items-center justify-center gap-3 min-h-dvh bg-admin text-ink-soft" aria-busy="true">
        <NeedsScript />
        <span className="if-script spin" aria-hidden="true" />
        <p className="if-script" role="status">
          Verifying admin access...
        </p>
      </main>
    );
  }
  return (
    <QueryClientProvider client={queryClient}>
      {user.mustSetUpTwoStep ? <SetUpFirst onDone={check} /> : <Frame user={user} />}
    </QueryClientProvider>
  );
}
