import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { mayOpenAdmin } from '#shop/accounts/accounts.ts';
import { isUnreachable } from '#web/lib/api.ts';
import { watch } from '#web/lib/device.ts';
import { keepPlace } from '../lib/return-to.ts';
import {
  type AdminUser,
  clearSession,
  EXPIRY_REDIRECT_MS,
  hasToken,
  isSignedOut,
  loadProfile,
  onForbidden,
  onSessionExpired,
  rememberUser,
} from '../lib/session.ts';

/**
 * Tries of the profile call while the server cannot be reached: a blink of the network must not
 * sign the owner out.
 */
const ATTEMPTS = 3;
const PAUSE_MS = 800;

const LOGIN = '/admin-login';

/**
 * The admin guard (R2.2, R2.4): no user while checking, then the verified admin; `check` looks
 * again. Whoever has no token, another role, or whose profile call fails loses token and user on
 * this device and is sent to the sign-in page. An expired session is sent there too, 2 s after its
 * toast; so is a tab whose owner signed out in another. The sign-in leads back to the same place
 * (place.ts). A call that is refused looks again, because rights or the rule for two-step sign-in
 * have changed.
 */
export function useAdminGuard(): { user: AdminUser | null; check: () => void } {
  const [user, setUser] = useState<AdminUser | null>(null);
  const [checks, setChecks] = useState(0);
  const navigate = useNavigate();

  // biome-ignore lint/correctness/useExhaustiveDependencies: `checks` asks for another look
  useEffect(() => {
    const stop = new AbortController();
    let leaving: ReturnType<typeof setTimeout> | undefined;
    let looking: Promise<void> | undefined;
    const toLogin = () => {
      keepPlace();
      navigate(LOGIN, { replace: true });
    };
    // Logout, here or in another tab. An expiry removes the token as well, but has its own timer by
    // then.
    const stopWatch = watch('adminToken', () => {
      if (!hasToken() && leaving === undefined) toLogin();
    });
    const leave = () => {
      stopWatch();
      clearSession();
      toLogin();
    };
    const stopExpiry = onSessionExpired(() => {
      leaving ??= setTimeout(toLogin, EXPIRY_REDIRECT_MS);
    });

    const look = async () => {
      if (!hasToken()) return leave();
      try {
        const found = await profile(stop.signal);
        if (stop.signal.aborted) return;
        if (!mayOpenAdmin(found)) return leave();
        rememberUser(found);
        setUser(found);
      } catch (error) {
        if (!stop.signal.aborted && !isSignedOut(error)) leave();
      }
    };
    // Several calls may be refused at once.
    const check = () => {
      looking ??= look().finally(() => {
        looking = undefined;
      });
      return looking;
    };
    const stopForbidden = onForbidden(check);
    void check();

    return () => {
      stop.abort();
      clearTimeout(leaving);
      stopExpiry();
      stopForbidden();
      stopWatch();
    };
  }, [navigate, checks]);

  return { user, check: () => setChecks(checks + 1) };
}

async function profile(signal: AbortSignal): Promise<AdminUser> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await loadProfile(signal);
    } catch (error) {
      if (attempt >= ATTEMPTS || signal.aborted || !isUnreachable(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * attempt));
    }
  }
}
