import { NeedsScript } from '#web/ui/needs-script.tsx';
import '../admin.css';
import { type FormEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { ACCOUNT_TEXTS, checkLogin } from '#shop/accounts/accounts.ts';
import { checkCode } from '#shop/accounts/two-step.ts';
import { isApiError } from '#web/lib/api.ts';
import { getServices } from '#web/services.server.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { ArrowLeft } from '#web/ui/page-icons.ts';
import { ShopLogo } from '#web/ui/shop-logo.tsx';
import { toast } from '#web/ui/toast.tsx';
import { adminTitle, loadBrand } from '../lib/brand.ts';
import { takePlace } from '../lib/return-to.ts';
import { serverSentence, signIn } from '../lib/session.ts';
import { PasswordField } from '../ui/password-field.tsx';
import type { Route } from './+types/login';
import { CodeField } from './sign-in/code-field.tsx';
import { ForgotDialog } from './sign-in/forgot-dialog.tsx';

export const meta = ({ loaderData }: Route.MetaArgs) => adminTitle('Admin Login', loaderData?.brand);

export async function loader({ context }: Route.LoaderArgs) {
  return { brand: await loadBrand(getServices(context)) };
}

type Errors = ReturnType<typeof checkLogin>;

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
  const [form, setForm] = useState({ email: '', password: '' });
  const [errors, setErrors] = useState<Errors>({});
  const [busy, setBusy] = useState(false);
  const [forgot, setForgot] = useState(false);
  /** The code of the second step, once the server has asked for it. */
  const [code, setCode] = useState<string | null>(null);
  const [codeError, setCodeError] = useState<string>();
  const box = useRef<HTMLFormElement>(null);
  const focus = (name: string) => box.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus();

  const edit = (name: 'email' | 'password', value: string) => {
    setForm({ ...form, [name]: value });
    setErrors({ ...errors, [name]: undefined });
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const wrong = checkLogin(form);
    setErrors(wrong);
    const first = (['email', 'password'] as const).find((name) => wrong[name]);
    if (first) {
      toast.error(ACCOUNT_TEXTS.formIncomplete);
      focus(first);
      return;
    }
    if (code !== null) {
      const wrongCode = checkCode(code);
      setCodeError(wrongCode ?? undefined);
      if (wrongCode) {
        focus('code');
        return;
      }
    }
    setBusy(true);
    try {
      await signIn(form.email.trim(), form.password, code ?? undefined);
      toast.success(ACCOUNT_TEXTS.loginDone);
      navigate(takePlace());
    } catch (error) {
      const asked = isApiError(error) ? error.errors.find(({ path }) => path === 'code') : undefined;
      if (asked) {
        setCode('');
        if (code !== null) {
          setCodeError(asked.msg);
          focus('code');
        }
        setBusy(false);
        return;
      }
      toast.error(serverSentence(error, ACCOUNT_TEXTS.loginFailed));
      setBusy(false);
      if (isApiError(error) && error.status === 401) {
        setCode(null);
        setErrors({ password: 'Check the email address and the password.' });
        requestAnimationFrame(() => focus('password'));
      }
    }
  };

  if (code !== null) {
    return (
      <form ref={box} className="grid gap-4.5" noValidate onSubmit={submit}>
        <div>
          <h1>Two-step sign-in</h1>
          <p className="mt-1.5 text-ink-soft">
            Enter the code that your authenticator app shows now. If you do not have your phone, enter a recovery code.
          </p>
        </div>
        <CodeField
          autoFocus
          value={code}
          error={codeError}
          onChange={(value) => {
            setCode(value);
            setCodeError(undefined);
          }}
        />
        <Button type="submit" size="lg" block busy={busy} busyText="Signing in...">
          Sign in
        </Button>
        <button type="button" className="link link-tap justify-self-start" onClick={() => setCode(null)}>
          Back
        </button>
      </form>
    );
  }
  return (
    <>
      <form ref={box} method="post" className="grid gap-4.5" noValidate onSubmit={submit}>
        <div>
          <h1>Admin Login</h1>
          <p className="mt-1.5 text-ink-soft">Sign in to access the admin dashboard</p>
        </div>
        <NeedsScript />
        <TextField
          label="Email address"
          name="email"
          type="email"
          inputMode="email"
          autoComplete="username"
          maxLength={254}
          value={form.email}
          error={errors.email}
          onChange={(event) => edit('email', event.target.value)}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          value={form.password}
          error={errors.password}
          onChange={(value) => edit('password', value)}
        />
        {/* A submit before hydration is kept and repeated (web/scripts.tsx); `method` keeps the password out of the address. */}
        <Button type="submit" size="lg" block busy={busy} busyText="Signing in...">
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
      <ForgotDialog open={forgot} onClose={() => setForgot(false)} email={form.email} />
    </>
  );
}
