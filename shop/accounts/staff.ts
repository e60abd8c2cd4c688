import { z } from 'zod';
import { cleanEmail, cleanLine, cleanWord, isEmail } from '../text/text.ts';
import { ACCOUNT_TEXTS, NewPassword, PASSWORD_MAX, passwordError, ROLES, type Role } from './accounts.ts';

/**
 * Account management of signed-in staff: their own password and sessions, and the team (D39, D40).
 */

export const STAFF_TEXTS = {
  currentRequired: 'Current password is required',
  currentWrong: 'The current password is wrong.',
  passwordChanged: 'Password changed. All other sessions have been ended.',
  sameAsBefore: 'The new password must differ from the current one.',
  sessionEnded: 'Signed out there',
  othersEnded: 'Signed out everywhere else',
  nameRequired: 'Name is required',
  nameReserved: 'The shop itself uses this name. Please choose another one.',
  nameSaved: 'Your name is saved. It stands beside what you do from now on.',
  roleRequired: 'Please choose a role',
  emailTaken: 'There is already an account with this email address.',
  lastAdmin: 'The last admin cannot be disabled.',
  notYourself: 'You cannot disable your own account.',
  disabledInvite: 'This account is disabled.',
  adminRight: 'Admins may always verify payments.',
  rightWrong: 'mayVerifyPayments must be true or false',
} as const;

export const NAME_MAX = 80;

/** Body of `POST /auth/change-password`. */
export const ChangePasswordInput = z.object({
  currentPassword: z
    .string({ error: STAFF_TEXTS.currentRequired })
    .min(1, STAFF_TEXTS.currentRequired)
    .max(PASSWORD_MAX, ACCOUNT_TEXTS.passwordLong),
  newPassword: NewPassword,
});
export type ChangePasswordInput = z.infer<typeof ChangePasswordInput>;

type ChangeField = 'currentPassword' | 'newPassword' | 'confirmPassword';

/** Field errors of the change-password form; empty if it is valid. */
export function checkChangePassword(form: Record<ChangeField, string>): Partial<Record<ChangeField, string>> {
  const errors: Partial<Record<ChangeField, string>> = {};
  if (form.currentPassword === '') errors.currentPassword = STAFF_TEXTS.currentRequired;
  const weak = passwordError(form.newPassword);
  if (weak) errors.newPassword = weak;
  else if (form.newPassword === form.currentPassword) errors.newPassword = STAFF_TEXTS.sameAsBefore;
  if (form.confirmPassword === '') errors.confirmPassword = ACCOUNT_TEXTS.confirmRequired;
  else if (form.confirmPassword !== form.newPassword) errors.confirmPassword = ACCOUNT_TEXTS.confirmDiffers;
  return errors;
}

/** A session of the signed-in user. Times are epoch ms; the IP address is shortened. */
export const StaffSession = z.object({
  _id: z.string(),
  id: z.string(),
  device: z.string(),
  address: z.string(),
  createdAt: z.number(),
  lastUsedAt: z.number(),
  current: z.boolean(),
});
export type StaffSession = z.infer<typeof StaffSession>;

/**
 * A staff account, as returned to admins. `createdAt` and `lastSeenAt` (null: no open session) are
 * epoch ms.
 */
export const TeamMember = z.object({
  _id: z.string(),
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  active: z.boolean(),
  mayVerifyPayments: z.boolean(),
  twoStep: z.boolean().describe('two-step sign-in is on'),
  createdAt: z.number(),
  lastSeenAt: z.number().nullable(),
});
export type TeamMember = z.infer<typeof TeamMember>;

const staffEmail = z
  .string({ error: ACCOUNT_TEXTS.emailRequired })
  .overwrite(cleanEmail)
  .superRefine((text, context) => {
    const message = emailError(text);
    if (message) context.addIssue({ code: 'custom', message });
  });

/** The shop writes these beside what nobody of the staff has done. */
const NOT_PEOPLE = ['shop', 'shopper', 'demo'];

const staffName = z
  .string({ error: STAFF_TEXTS.nameRequired })
  .overwrite(cleanLine)
  .min(1, STAFF_TEXTS.nameRequired)
  .max(NAME_MAX, `Name must be at most ${NAME_MAX} characters`)
  .refine((name) => !NOT_PEOPLE.includes(name.toLowerCase()), STAFF_TEXTS.nameReserved);

/** Body of `PUT /auth/profile`. */
export const ProfileInput = z.object({ name: staffName });
export type ProfileInput = z.infer<typeof ProfileInput>;

/** Body of `POST /auth/team`. */
export const TeamInput = z.object({
  name: staffName,
  email: staffEmail,
  role: z.enum(ROLES, { error: STAFF_TEXTS.roleRequired }),
  mayVerifyPayments: z.boolean({ error: STAFF_TEXTS.rightWrong }).optional().describe('true when left out'),
});
export type TeamInput = z.infer<typeof TeamInput>;

/** Body of `PUT /auth/team/:id`. What is left out stays as it is. */
export const MemberChange = z
  .object({
    active: z.boolean({ error: 'active must be true or false' }).optional(),
    mayVerifyPayments: z.boolean({ error: STAFF_TEXTS.rightWrong }).optional(),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), {
    error: 'active must be true or false',
    path: ['active'],
  });
export type MemberChange = z.infer<typeof MemberChange>;

/** Field errors of the form that adds a team member; empty if it is valid. */
export function checkTeamMember(form: { name: string; email: string }): Partial<Record<'name' | 'email', string>> {
  const errors: Partial<Record<'name' | 'email', string>> = {};
  if (cleanLine(form.name) === '') errors.name = STAFF_TEXTS.nameRequired;
  const wrong = emailError(cleanWord(form.email));
  if (wrong) errors.email = wrong;
  return errors;
}

function emailError(text: string): string | null {
  if (text === '') return ACCOUNT_TEXTS.emailRequired;
  return isEmail(text) ? null : ACCOUNT_TEXTS.emailInvalid;
}

export function roleLabel(role: Role): string {
  return role === 'admin' ? 'Admin' : 'Manager';
}

const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/**
 * A label for a user agent, such as 'Chrome on Windows'; 'Unknown device' if nothing is recognised.
 */
export function deviceName(agent: string): string {
  const find = (list: readonly [RegExp, string][]) => list.find(([pattern]) => pattern.test(agent))?.[1];
  const browser = find(BROWSERS);
  const system = find(SYSTEMS);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown device';
}

/** Shortens an IP address for privacy: enough to distinguish networks, not to identify a person. */
export function shortAddress(address: string): string {
  const four = /^(?:::ffff:)?(\d+\.\d+\.\d+)\.\d+$/i.exec(address)?.[1];
  if (four) return `${four}.x`;
  const groups = address.split(':').filter(Boolean);
  return groups.length > 1 ? `${groups.slice(0, 2).join(':')}:x` : address;
}
