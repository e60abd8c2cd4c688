import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  checkForgot,
  checkLogin,
  checkNewPassword,
  checkOtp,
  checkResetEmail,
  ForgotInput,
  LoginInput,
  mayOpenAdmin,
  ResetInput,
  StaffUser,
  VerifyOtpInput,
} from './accounts.ts';

describe('forms (R2.5, exact wording)', () => {
  test.each([
    ['', '', { email: 'Email is required', password: 'Password is required' }],
    ['x', 'y', { email: 'Email is invalid' }],
    [' a@b.c ', 'y', {}],
    ['a@b.c', ' ', {}],
  ])('login %j %j', (email, password, errors) => {
    expect(checkLogin({ email, password })).toEqual(errors);
  });

  test.each([
    ['', 'Please enter your email address', 'Email is required'],
    ['x', 'Please enter a valid email address', 'Please enter a valid email address'],
    ['a@b.c', null, null],
  ])('forgot modal and reset step 1 with %j', (email, modal, step1) => {
    expect(checkForgot(email)).toBe(modal);
    expect(checkResetEmail(email)).toBe(step1);
  });

  test.each([
    ['', 'OTP is required'],
    ['12345', 'OTP must be 6 digits'],
    ['1234567', 'OTP must be 6 digits'],
    ['12345a', 'OTP must be 6 digits'],
    ['012345', null],
    [' 123456 ', null],
  ])('OTP %j', (otp, message) => {
    expect(checkOtp(otp)).toBe(message);
  });

  test.each([
    ['', '', { newPassword: 'New password is required', confirmPassword: 'Please confirm your password' }],
    ['12345', '12345', { newPassword: 'Password must be at least 6 characters' }],
    ['😀😀😀', '😀😀😀', { newPassword: 'Password must be at least 6 characters' }],
    ['123456', '1234567', { confirmPassword: 'Passwords do not match' }],
    ['123456', '123456', {}],
    ['x'.repeat(201), 'x'.repeat(201), { newPassword: 'Password must be at most 200 characters' }],
  ])('password %#', (newPassword, confirmPassword, errors) => {
    expect(checkNewPassword({ newPassword, confirmPassword })).toEqual(errors);
  });
});

describe('bodies', () => {
  const messages = (schema: z.ZodType, value: unknown) => {
    const result = schema.safeParse(value);
    return result.success ? result.data : result.error.issues.map((issue) => issue.message);
  };

  test.each<[z.ZodType, unknown, unknown]>([
    [LoginInput, {}, ['Email is required', 'Password is required']],
    [LoginInput, { email: 1, password: null }, ['Email is required', 'Password is required']],
    [
      LoginInput,
      { email: ' Admin@Kishmish.Example ', password: ' p ' },
      { email: 'admin@kishmish.example', password: ' p ' },
    ],
    [LoginInput, { email: 'a@b.c', password: 'x'.repeat(201) }, ['Password must be at most 200 characters']],
    [LoginInput, { email: 'a@b.c\r\nBcc: d@e.f', password: 'x' }, ['Email is invalid']],
    [ForgotInput, { email: '' }, ['Please enter your email address']],
    [VerifyOtpInput, { email: 'a@b.c', otp: ' 012345 ' }, { email: 'a@b.c', otp: '012345' }],
    [VerifyOtpInput, { email: 'a@b.c', otp: 123456 }, ['OTP is required']],
    [ResetInput, { token: 't', newPassword: '12345' }, ['Password must be at least 6 characters']],
    [ResetInput, { token: 't', newPassword: '123456', role: 'admin' }, { token: 't', newPassword: '123456' }],
    [ResetInput, { newPassword: '123456' }, ['Failed to reset password. The reset link may be expired or invalid.']],
  ])('case %#', (schema, value, expected) => {
    expect(messages(schema, value)).toEqual(expected);
  });

  test('can be converted to JSON Schema', () => {
    for (const schema of [LoginInput, ForgotInput, VerifyOtpInput, ResetInput, StaffUser]) {
      expect(z.toJSONSchema(schema, { io: 'input' })).toMatchObject({ type: 'object' });
    }
  });
});

test('admins and managers may open /admin (D39)', () => {
  for (const role of ['admin', 'manager']) expect(mayOpenAdmin({ role })).toBe(true);
  for (const user of [{ role: 'shopper' }, { role: ['admin'] }, {}, null, undefined])
    expect(mayOpenAdmin(user)).toBe(false);
});
