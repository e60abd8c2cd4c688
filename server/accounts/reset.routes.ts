import { z } from 'zod';
import { ACCOUNT_TEXTS, ForgotInput, ResetInput, VerifyOtpInput } from '#shop/accounts/accounts.ts';
import { originOf } from '../http/auth.ts';
import type { ShopApp } from '../http/routes.ts';
import type { Services } from '../services.ts';

const tags = ['accounts'];
const Said = z.object({ success: z.literal(true), message: z.string() });

/** Password reset (spec 2 §7): public by nature, limited by account and address. */
export function resetRoutes(app: ShopApp, { accounts }: Services): void {
  app.post(
    '/auth/forgot-password',
    {
      schema: {
        tags,
        summary: 'Send an OTP and a link; the same answer for unknown addresses',
        body: ForgotInput,
        response: { 200: Said },
      },
    },
    async (request) => {
      await accounts.forgot(request.body.email, originOf(request));
      return { success: true as const, message: ACCOUNT_TEXTS.otpUnderway };
    },
  );

  app.post(
    '/auth/verify-otp',
    {
      schema: {
        tags,
        summary: 'A reset token for the right OTP',
        body: VerifyOtpInput,
        response: { 200: Said.extend({ resetToken: z.string() }) },
      },
    },
    async (request) => {
      const { email, otp } = request.body;
      const resetToken = await accounts.verifyOtp(email, otp, originOf(request));
      return { success: true as const, message: ACCOUNT_TEXTS.otpVerified, resetToken };
    },
  );

  app.post(
    '/auth/reset-password',
    {
      schema: {
        tags,
        summary: 'Set a new password with a reset token; all sessions end',
        body: ResetInput,
        response: { 200: Said },
      },
    },
    async (request) => {
      const { token, newPassword } = request.body;
      await accounts.resetPassword(token, newPassword, originOf(request));
      return { success: true as const, message: ACCOUNT_TEXTS.resetDone };
    },
  );
}
