import { z } from 'zod';
import { bareNumber, cleanEmail, cleanWord, isEmail } from '../text/text.ts';

/**
 * Sign-in and password reset of staff (R2.2 and R2.5): messages of the forms and schemas of the
 * requests.
 */

export const ROLES = ['admin', 'manager'] as const;
/**
 * A `manager` may do everything except settings, users, audit and statement import; verifying
 * payments is a right (D39).
 */
export type Role = (typeof ROLES)[number];

export const OTP_LENGTH = 6;
export const OTP_MINUTES = 10;
export const OTP_TRIES = 5;
export const RESET_MINUTES = 15;
/** How long the link of an invitation works (D57). */
export const INVITE_HOURS = 48;
export const PASSWORD_MIN = 6;
/** Limits the cost of hashing. */
export const PASSWORD_MAX = 200;

/** Messages of sign-in and reset, worded as specified (R2.5 and R2.8). */
export const ACCOUNT_TEXTS = {
  emailRequired: 'Email is required',
  emailInvalid: 'Email is invalid',
  emailPlease: 'Please enter your email address',
  emailPleaseValid: 'Please enter a valid email address',
  passwordRequired: 'Password is required',
  formIncomplete: 'Please fill all required fields correctly',
  otpRequired: 'OTP is required',
  otpDigits: 'OTP must be 6 digits',
  otpPlease: 'Please enter a valid 6-digit OTP',
  otpWrong: 'Invalid or expired OTP. Please try again.',
  newPasswordRequired: 'New password is required',
  passwordShort: 'Password must be at least 6 characters',
  passwordLong: `Password must be at most ${PASSWORD_MAX} characters`,
  /** Not in the specification, which only limits the length. */
  passwordCommon: 'This password is too easy to guess. Please choose another one.',
  confirmRequired: 'Please confirm your password',
  confirmDiffers: 'Passwords do not match',
  tokenMissing: 'No admin authentication token found. Please log in again.',
  loginFailed: 'Login failed. Please try again.',
  loginDone: 'Admin login successful!',
  otpSendFailed: 'Failed to send OTP. Please try again.',
  otpSent: 'OTP sent to your email address. Please check your inbox.',
  otpSentModal: ' Please check your email for the 6-digit OTP.',
  otpVerified: 'OTP verified successfully! You can now reset your password.',
  resetTokenMissing: 'Reset token not received. Please try again.',
  resetFailed: 'Failed to reset password. The reset link may be expired or invalid.',
  /** The server's part of the modal's message; the same whether or not the account exists (D40). */
  otpUnderway: 'If this address belongs to an account, an OTP is on its way.',
  resetDone: 'Password reset successfully! You can now log in with your new password.',
} as const;

type Errors<Field extends string> = Partial<Record<Field, string>>;

function emailError(email: string, missing: string, wrong: string): string | null {
  const text = cleanWord(email);
  if (text === '') {
    return missing;
  }
  return isEmail(text) ? null : wrong;
}

/** Field errors of the admin login form; empty if it is valid. */
export function checkLogin(form: { email: string; password: string }): Errors<'email' | 'password'> {
  const email = emailError(form.email, ACCOUNT_TEXTS.emailRequired, ACCOUNT_TEXTS.emailInvalid);
  return {
    ...(email ? { email } : {}),
    ...(form.password === '' ? { password: ACCOUNT_TEXTS.passwordRequired } : {}),
  };
}

/** Returns the error message for the email of the 'Forgot your password?' modal, or null. */
export function checkForgot(email: string): string | null {
  return emailError(email, ACCOUNT_TEXTS.emailPlease, ACCOUNT_TEXTS.emailPleaseValid);
}

/** Returns the error message for the email in step 1 of the reset screen, or null. */
export function checkResetEmail(email: string): string | null {
  return emailError(email, ACCOUNT_TEXTS.emailRequired, ACCOUNT_TEXTS.emailPleaseValid);
}

/** Returns the error message for the code in step 2, or null. */
export function checkOtp(otp: string): string | null {
  const text = bareNumber(otp);
  if (text === '') {
    return ACCOUNT_TEXTS.otpRequired;
  }
  return /^\d{6}$/.test(text) ? null : ACCOUNT_TEXTS.otpDigits;
}

/** Field errors of step 3; empty if it is valid. Passwords are not trimmed. */
export function checkNewPassword(form: {
  newPassword: string;
  confirmPassword: string;
}): Errors<'newPassword' | 'confirmPassword'> {
  const newPassword = passwordError(form.newPassword);
  const errors: Errors<'newPassword' | 'confirmPassword'> = newPassword ? { newPassword } : {};
  if (form.confirmPassword === '') {
    errors.confirmPassword = ACCOUNT_TEXTS.confirmRequired;
  } else if (form.confirmPassword !== form.newPassword) {
    errors.confirmPassword = ACCOUNT_TEXTS.confirmDiffers;
  }
  return errors;
}

/**
 * Returns the error message for a new password, or null. Only the server checks for common
 * passwords.
 */
export function passwordError(password: string): string | null {
  if (password === '') {
    return ACCOUNT_TEXTS.newPasswordRequired;
  }
  // Counts code points, so that an emoji counts as one character.
  if (Array.from(password.slice(0, 2 * PASSWORD_MIN)).length < PASSWORD_MIN) {
    return ACCOUNT_TEXTS.passwordShort;
  }
  return password.length > PASSWORD_MAX ? ACCOUNT_TEXTS.passwordLong : null;
}

/** A new password in a body, validated by `passwordError`. */
export const NewPassword = checked(passwordError);

/**
 * A string validated by `check`, which returns the error message or null. A missing field gets the
 * message for an empty one.
 */
function checked(check: (text: string) => string | null) {
  return z.string({ error: () => check('') ?? 'Please enter a text' }).superRefine((text, context) => {
    const message = check(text);
    if (message) {
      context.addIssue({ code: 'custom', message });
    }
  });
}

/** An email field; addresses are compared in lower case. */
function email(check: (text: string) => string | null) {
  return checked(check).overwrite(cleanEmail);
}

/** Body of `POST /auth/admin-login`. */
export const LoginInput = z.object({
  email: email((text) => emailError(text, ACCOUNT_TEXTS.emailRequired, ACCOUNT_TEXTS.emailInvalid)),
  password: checked((text) => {
    if (text === '') return ACCOUNT_TEXTS.passwordRequired;
    return text.length > PASSWORD_MAX ? ACCOUNT_TEXTS.passwordLong : null;
  }),
});
export type LoginInput = z.infer<typeof LoginInput>;

/** Body of `POST /auth/forgot-password`. */
export const ForgotInput = z.object({ email: email(checkForgot) });
export type ForgotInput = z.infer<typeof ForgotInput>;

/** Body of `POST /auth/verify-otp`. */
export const VerifyOtpInput = z.object({
  email: email(checkResetEmail),
  otp: checked(checkOtp).overwrite(bareNumber),
});
export type VerifyOtpInput = z.infer<typeof VerifyOtpInput>;

/** Body of `POST /auth/reset-password`; `token` is the resetToken of verify-otp. */
export const ResetInput = z.object({
  token: checked((text) => (text === '' || text.length > 200 ? ACCOUNT_TEXTS.resetFailed : null)),
  newPassword: NewPassword,
});
export type ResetInput = z.infer<typeof ResetInput>;

/** A signed-in staff member; `_id` equals `id` (D2). */
export const StaffUser = z.object({
  _id: z.string(),
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role: z.enum(ROLES),
  mayVerifyPayments: z.boolean().describe('true for admins; a right of managers'),
  mustSetUpTwoStep: z.boolean().describe('until then every other endpoint returns 403'),
});
export type StaffUser = z.infer<typeof StaffUser>;

/** Whether this user may open /admin: admins and managers (D39). */
export function mayOpenAdmin(user: { role?: unknown } | null | undefined): boolean {
  return ROLES.some((role) => role === user?.role);
}
