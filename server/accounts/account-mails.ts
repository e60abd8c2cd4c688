import { INVITE_HOURS, OTP_MINUTES, RESET_MINUTES } from '#shop/accounts/accounts.ts';
import { roleLabel, type TeamInput } from '#shop/accounts/staff.ts';
import type { ShopSettings } from '#shop/settings/settings.ts';
import { letter, type Part } from '../mail/html.ts';
import type { Message } from '../mail/mail-queue.ts';

type Shop = Pick<ShopSettings, 'brandName' | 'email'>;

/**
 * The path of the reset page with a token; it greets who is invited. Browsers send no fragment, so
 * the token is in no log of a server or proxy.
 */
const resetPath = (token: string) => `/admin/reset-password#token=${token}`;
export const invitePath = (token: string) => `${resetPath(token)}&invited=1`;

/**
 * The email with the OTP and the token of a password reset (D35, D40). Wrong guesses of others can
 * void the OTP, never the token. Without PUBLIC_URL the token comes as the end of an address: a
 * link is never built from a request, because its host could be forged.
 */
export function resetMail(
  to: string,
  otp: string,
  { token, publicUrl }: { token: string; publicUrl: string | null },
  shop: Shop,
): Message {
  const link = publicUrl && `${publicUrl}${resetPath(token)}`;
  return mailOf('otp', to, shop, 'your OTP to reset the password', [
    `We received a request to reset the password of your ${shop.brandName} admin account. Enter this OTP on the reset page:`,
    { code: otp },
    `It expires after ${OTP_MINUTES} minutes. If you ask for a new OTP, this one stops working.`,
    ...(link
      ? ['Or open this link and choose a new password:', { link, words: 'Choose a new password' }]
      : [
          'Or open your shop’s address in the browser with this added at the end, and choose a new password:',
          resetPath(token),
        ]),
    `${link ? 'The link' : 'It'} expires after ${RESET_MINUTES} minutes and works only once.`,
    'Do not share the OTP or the link. We will never ask you for them.',
    'If this was not you, you can ignore this email. Your password stays the same.',
  ]);
}

/** The invitation that lets a new team member set their first password. */
export function inviteMail(
  to: Pick<TeamInput, 'name' | 'email' | 'role'>,
  link: string | null,
  shop: Shop & { url: string | null },
): Message {
  return mailOf('invite', to.email, shop, 'your account for the shop’s admin', [
    `Hello ${to.name},`,
    `You have been added to the ${shop.brandName} team as ${roleLabel(to.role).toLowerCase()}.`,
    ...(link
      ? [
          'Open this link and choose your password:',
          { link, words: 'Choose your password' },
          `The link expires after ${INVITE_HOURS} hours and works only once.`,
        ]
      : []),
    `${link ? 'If it has expired, get a new one' : 'Choose your password'} with ‘Forgot your password?’ on the sign-in page${
      shop.url ? ` (${shop.url}/kingadminlogin)` : ''
    }, using this email address.`,
  ]);
}

/**
 * Notifies the account holder that the password was changed, in case they did not change it
 * themselves.
 */
export function passwordChangedMail(to: string, shop: Shop): Message {
  return mailOf('password_changed', to, shop, 'your password was changed', [
    `The password of your ${shop.brandName} admin account has just been changed, and all other devices were signed out.`,
    notYou(shop),
  ]);
}

/** Notifies the account holder that two-step sign-in was switched on or off. */
export function twoStepMail(to: string, on: boolean, shop: Shop): Message {
  return mailOf('two_step', to, shop, `two-step sign-in is ${on ? 'on' : 'off'}`, [
    on
      ? `Two-step sign-in was just switched on for your ${shop.brandName} admin account. From now on you sign in with your password and a code of your authenticator app.`
      : `Two-step sign-in was just switched off for your ${shop.brandName} admin account. Your password alone is enough to sign in.`,
    notYou(shop),
  ]);
}

/** Somebody has the password. @param tries wrong codes of the second step after it */
export function secondStepMail(to: string, tries: number, shop: Shop): Message {
  return mailOf('second_step', to, shop, 'somebody knows your password', [
    `Somebody entered the right password of your ${shop.brandName} admin account, and then ${tries} wrong codes of the second step. Nobody got in.`,
    `If this was not you, choose a new password at once with ‘Forgot your password?’ on the sign-in page, and tell ${shop.email || 'the owner of the shop'}.`,
  ]);
}

function notYou({ email }: Shop): string {
  return `If this was not you, reset the password at once with ‘Forgot your password?’ on the sign-in page, and tell ${email || 'the owner of the shop'}.`;
}

function mailOf(kind: string, to: string, { brandName: brand }: Shop, about: string, parts: Part[]): Message {
  return { kind, to, ...letter({ subject: `${brand}: ${about}`, parts, brand }) };
}
