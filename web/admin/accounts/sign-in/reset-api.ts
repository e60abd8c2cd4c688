import { call } from '#web/lib/api.ts';

/** @returns the server's message, which is the same for every address (D40) @throws ApiError */
export async function sendOtp(email: string): Promise<string> {
  return (await call('POST /auth/forgot-password', { body: { email } }, { admin: true })).message;
}

/** @returns the reset token, or '' when the response has none @throws ApiError */
export async function verifyOtp(email: string, otp: string): Promise<string> {
  const { resetToken } = await call('POST /auth/verify-otp', { body: { email, otp } }, { admin: true });
  return typeof resetToken === 'string' ? resetToken : '';
}

/** @throws ApiError */
export async function resetPassword(token: string, newPassword: string): Promise<void> {
  await call('POST /auth/reset-password', { body: { token, newPassword } }, { admin: true });
}

/**
 * The navigation state of the reset page, kept in the history so that a reload continues at the
 * same step.
 */
export interface ResetState {
  email?: string;
  step?: 2;
  token?: string;
  /** The token is that of an invitation. */
  invited?: boolean;
}

export function resetState(value: unknown): ResetState {
  const { email, step, token, invited } = (value ?? {}) as Record<string, unknown>;
  return {
    ...(typeof email === 'string' ? { email } : {}),
    ...(step === 2 ? { step } : {}),
    ...(typeof token === 'string' ? { token } : {}),
    ...(invited === true ? { invited } : {}),
  };
}
