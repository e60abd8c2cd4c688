import { NeedsScript } from '#web/ui/needs-script.tsx';
import '../admin.css';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ACCOUNT_TEXTS, checkLogin } from '#shop/accounts/accounts.ts';
import { checkCode } from '#shop/accounts/two-step.ts';
import { cleanEmail } from '#shop/text/text.ts';
import { isApiError } from '#web/lib/api.ts';
import { getServices } from '#web/services.server.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { ArrowLeft } from '#web/ui/page-icons.ts';
import { ShopLogo } from '#web/ui/shop-logo.tsx';
import { toast } from '#web/ui/toast.tsx';
import { adminTitle, loadBrand } from '../lib/brand.ts';
import { serverSentence, signIn } from '../lib/session.ts';
import { PasswordField } from '../ui/password-field.tsx';
import { useForm } from '../ui/use-form.ts';
import type { Route } from './+types/login';
import { CodeField } from './sign-in/code-field.tsx';
import { ForgotDialog } from './sign-in/forgot-dialog.tsx';
import { startPlace } from './sign-in/start-place.ts';

export const meta = ({ loaderData }: Route.MetaArgs) => adminTitle('Admin Login', loaderData?.brand);

export async function loader({ context }: Route.LoaderArgs) {
  return { brand: await loadBrand(getServices(context)) };
}

/** Admin sign-in, /kingadminlogin (R2.2, R2.5, R2.8). */
export default function LoginPage({ loaderData: { brand } }: Route.ComponentProps) {
  return (
    <div className="sign">
      <header className="sign-art on-dark">
        <ShopLogo image={brand.logo} alt={brand.name} width={221} height={40} onDark />
        <div className="sign-bel" />
      </header>
      <main className="sign-form">
        <LoginBox />
      </main>
    </div>
  );
}

function LoginBox() {
  const navigate = useNavigate();
  const [forgot, setForgot] = useState(false);
  const form = useForm<{ email: string; password: string; code: string | null }>({
    // The code of the second step, once the server has asked for it.
    start: { email: '', password: '', code: null },
    check: ({ code, ...login }) => ({ ...checkLogin(login), code: code === null ? null : checkCode(code) }),
    incomplete: ({ code }) => (code === null ? ACCOUNT_TEXTS.formIncomplete : null),
    onSubmit: async ({ email, password, code }) => {
      try {
        await signIn(cleanEmail(email), password, code ?? undefined);
        toast.success(ACCOUNT_TEXTS.loginDone);
        await navigate(await startPlace());
      } catch (error) {
        const asked = isApiError(error) ? error.errors.find(({ path }) => path === 'code') : undefined;
        if (asked) {
          form.edit({ code: '' });
          if (code !== null) form.refuse({ code: asked.msg });
          return;
        }
        toast.error(serverSentence(error, ACCOUNT_TEXTS.loginFailed));
        if (isApiError(error) && error.status === 401) {
          form.edit({ code: null });
          form.refuse({ password: 'Check the email address and the password.' });
        }
      }
    },
  });
  const { email, code } = form.value;

  if (code !== null) {
    return (
      <form className="grid gap-4.5" {...form.props}>
        <div>
          <h1>Two-step sign-in</h1>
          <p className="mt-1.5 text-ink-soft">
            Enter the code that your authenticator app shows now. If you do not have your phone, enter a recovery code.
          </p>
        </div>
        <CodeField autoFocus {...form.pick('code')} value={code} />
        <Button type="submit" size="lg" block busy={form.busy} busyText="Signing in...">
          Sign in
        </Button>
        <button type="button" className="link link-tap justify-self-start" onClick={() => form.edit({ code: null })}>
          Back
        </button>
      </form>
    );
  }
  return (
    <>
      <form method="post" className="grid gap-4.5" {...form.props}>
        <div>
          <h1>Admin Login</h1>
          <p className="mt-1.5 text-ink-soft">Sign in to access the admin dashboard</p>
        </div>
        <NeedsScript />
        <TextField
          label="Email address"
          {...form.text('email')}
          type="email"
          inputMode="email"
          autoComplete="username"
          maxLength={254}
        />
        <PasswordField label="Password" {...form.pick('password')} autoComplete="current-password" />
        {/* A submit before hydration is kept and repeated (web/scripts.tsx); `method` keeps the password out of the address. */}
        <Button type="submit" size="lg" block busy={form.busy} busyText="Signing in...">
          Sign in
        </Button>
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <button type="button" className="link link-tap" onClick={() => setForgot(true)}>
            Forgot your password?
          </button>
          <ButtonLink to="/" variant="text">
            <Icon of={ArrowLeft} /> Back to Home
          </ButtonLink>
        </div>
      </form>
      <ForgotDialog open={forgot} onClose={() => setForgot(false)} email={email} />
    </>
  );
}
