import { api } from '#web/lib/api.ts';

/** POST /auth/forgot-password; answers the server's message, alike for every address (D40). @throws ApiError */
export async function sendOtp(email: string): Promise<string> {
  const { message } = await api<{ message: string }>('/auth/forgot-password', {
    method: 'POST',
    body: { email },
    admin: true,
  });
  return message;
}

/** POST /auth/verify-otp; answers the reset token, or '' when the answer held none. @throws ApiError */
export async function verifyOtp(email: string, otp: string): Promise<string> {
  const { resetToken } = await api<{ resetToken?: unknown }>('/auth/verify-otp', {
    method: 'POST',
    body: { email, otp },
    admin: true,
  });
  return typeof resetToken === 'string' ? resetToken : '';
}

/** POST /auth/reset-password. @throws ApiError */
export async function resetPassword(token: string, newPassword: string): Promise<void> {
  await api('/auth/reset-password', { method: 'POST', body: { token, newPassword }, admin: true });
}

/** What the reset page is told when the app goes there, kept in the history so that a reload goes on at the same step. */
export interface ResetState {
  email?: string;
  step?: 2;
  token?: string;
}

export function resetState(value: unknown): ResetState {
  const { email, step, token } = (value ?? {}) as Record<string, unknown>;
  return {
    ...(typeof email === 'string' ? { email } : {}),
    ...(step === 2 ? { step } : {}),
    ...(typeof token === 'string' ? { token } : {}),
  };
}
