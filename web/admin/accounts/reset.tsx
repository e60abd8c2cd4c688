import '../admin.css';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useHydrated } from '#web/lib/device.ts';
import { getServices } from '#web/services.server.ts';
import { ShopLogo } from '#web/ui/shop-logo.tsx';
import { adminTitle, loadBrand } from '../lib/brand.ts';
import { clearSession } from '../lib/session.ts';
import type { Route } from './+types/reset';
import { type ResetState, resetState } from './sign-in/reset-api.ts';
import { EmailStep, OtpStep, PasswordStep } from './sign-in/reset-steps.tsx';
import { SecurityNotice } from './sign-in/security-notice.tsx';

export const meta = ({ loaderData }: Route.MetaArgs) => adminTitle('Reset Password', loaderData?.brand);

export async function loader({ context }: Route.LoaderArgs) {
  return { brand: await loadBrand(getServices(context)) };
}

/** The steps are one page, and its brand is loaded once. */
export const shouldRevalidate = () => false;

const HERE = '/admin/reset-password';

/**
 * Password reset in three steps (R2.2): step 3 with a token in the address, step 2 when the app
 * came with an email. The step is in the history entry, so a reload keeps it; a token leaves the
 * address at once, so that it is in no screenshot or bookmark. Links of earlier editions have it in
 * the query.
 */
export default function ResetPage({ loaderData: { brand } }: Route.ComponentProps) {
  const navigate = useNavigate();
  const location = useLocation();
  const hydrated = useHydrated();
  // The server has no history entry: both render step 1 first, then the browser continues from its
  // own.
  const state = hydrated ? resetState(location.state) : {};
  const link = new URLSearchParams(location.hash ? location.hash.slice(1) : location.search);
  const inAddress = link.get('token');
  const token = hydrated ? inAddress || state.token : undefined;
  const invited = hydrated && (link.has('invited') || state.invited === true);

  useEffect(() => {
    if (inAddress) navigate(HERE, { replace: true, state: { token: inAddress, invited } satisfies ResetState });
  }, [inAddress, invited, navigate]);

  const go = (next: ResetState) => navigate(HERE, { state: next });
  return (
    <main className="grid min-h-dvh content-start justify-items-center gap-6 bg-paper px-4 py-8 [&>img]:h-[40px] [&>img]:w-auto">
      <ShopLogo image={brand.logo} alt={brand.name} width={221} height={40} />
      <section className="grid gap-4 w-[min(100%,25rem)] p-6 hairline-line rounded-card bg-card">
        {token ? (
          <PasswordStep
            token={token}
            invited={invited}
            onDone={() => {
              clearSession();
              navigate('/admin/login', { replace: true });
            }}
          />
        ) : state.step === 2 && state.email ? (
          <OtpStep
            email={state.email}
            onVerified={(verified) =>
              navigate(HERE, { replace: true, state: { token: verified } satisfies ResetState })
            }
            onBack={() => go({ email: state.email ?? '' })}
          />
        ) : (
          <EmailStep key={state.email} email={state.email ?? ''} onSent={(email) => go({ email, step: 2 })} />
        )}
        <SecurityNotice invited={invited} />
      </section>
    </main>
  );
}
