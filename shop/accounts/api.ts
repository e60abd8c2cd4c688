import { z } from 'zod';
import { type Contract, ok, SMALL_BODY } from '../contract.ts';
import { ForgotInput, LoginInput, ResetInput, StaffUser, VerifyOtpInput } from './accounts.ts';
import { ChangePasswordInput, MemberChange, ProfileInput, StaffSession, TeamInput, TeamMember } from './staff.ts';
import { AlertChoice, PushDeviceInput, StaffAlerts } from './staff-notices.ts';
import { RecoveryInput, SignInCode, SwitchOffInput, SwitchOnInput, TeamRules, TwoStep } from './two-step.ts';

const anyone = { tag: 'accounts', access: 'public' } as const;
const staff = { tag: 'accounts', access: 'staff' } as const;
const admin = { tag: 'team', access: 'admin' } as const;
const message = z.string();
const Done = ok({ message });
const params = z.object({ id: z.string().regex(/^\w{1,100}$/, 'This address does not exist.') });

/** Sign-in and password reset (R2.7, D40). Both are rate-limited by account and by IP address. */
export const accountsApi = {
  'POST /auth/admin-login': {
    ...anyone,
    summary:
      'Sign in; returns a session token for the Authorization header. 401 with an error at `code` asks for the second step',
    body: LoginInput.extend({ code: SignInCode }),
    bodyLimit: SMALL_BODY,
    responses: { 200: ok({ message, token: z.string(), user: StaffUser }) },
    fails: [401],
  },
  'GET /auth/admin-profile': {
    ...staff,
    beforeTwoStep: true,
    summary: 'The signed-in user, and the endpoints that this user may not call',
    responses: { 200: ok({ user: StaffUser, closed: z.array(z.string()).describe('such as PUT /settings/shop') }) },
  },
  'POST /auth/logout': {
    ...staff,
    beforeTwoStep: true,
    summary: 'End this session on the server',
    responses: { 200: Done },
  },
  'POST /auth/forgot-password': {
    ...anyone,
    summary: 'Send an OTP and a link; the response is the same for unknown addresses',
    body: ForgotInput,
    bodyLimit: SMALL_BODY,
    responses: { 200: Done },
  },
  'POST /auth/verify-otp': {
    ...anyone,
    summary: 'Exchange the right OTP for a reset token',
    body: VerifyOtpInput,
    bodyLimit: SMALL_BODY,
    responses: { 200: ok({ message, resetToken: z.string() }) },
  },
  'POST /auth/reset-password': {
    ...anyone,
    summary: 'Set a new password with a reset token; all sessions end',
    body: ResetInput,
    bodyLimit: SMALL_BODY,
    responses: { 200: Done },
  },
} as const satisfies Contract;

/** The account of the signed-in user (D40). */
export const ownAccountApi = {
  'PUT /auth/profile': {
    ...staff,
    summary: 'Change the own name, which stands in events and the audit log from then on',
    body: ProfileInput,
    responses: { 200: ok({ message, user: StaffUser }) },
  },
  'POST /auth/change-password': {
    ...staff,
    summary: 'Change the own password; all other sessions end',
    body: ChangePasswordInput,
    responses: { 200: Done },
  },
  'GET /auth/sessions': {
    ...staff,
    summary: 'The own open sessions',
    responses: { 200: ok({ sessions: z.array(StaffSession) }) },
  },
  'DELETE /auth/sessions/:id': {
    ...staff,
    summary: 'End one of the own sessions',
    params,
    responses: { 200: Done },
    fails: [404],
  },
  'DELETE /auth/sessions': {
    ...staff,
    summary: 'End all own sessions but this one',
    responses: { 200: Done },
  },
} as const satisfies Contract;

/** Alerts of new orders for the signed-in user. */
export const alertsOfStaffApi = {
  'GET /auth/alerts': {
    ...staff,
    summary: 'Whether the own alerts of new orders are on, and in which browsers',
    responses: { 200: ok({ alerts: StaffAlerts }) },
  },
  'PUT /auth/alerts': {
    ...staff,
    summary: 'Turn emails about new orders on or off for the signed-in account',
    body: AlertChoice,
    responses: { 200: ok({ message, alerts: StaffAlerts }) },
  },
  'POST /auth/alerts/key': {
    ...staff,
    summary: 'The public key that a browser subscribes to (VAPID); the first call makes it',
    responses: { 200: ok({ publicKey: z.string() }) },
  },
  'POST /auth/alerts/devices': {
    ...staff,
    summary: 'Push new orders to this browser',
    body: PushDeviceInput,
    bodyLimit: SMALL_BODY,
    responses: { 200: ok({ message, alerts: StaffAlerts }) },
  },
  'DELETE /auth/alerts/devices/:id': {
    ...staff,
    summary: 'No longer push to one of the own browsers',
    params,
    responses: { 200: ok({ message, alerts: StaffAlerts }) },
    fails: [404],
  },
} as const satisfies Contract;

const codes = z.array(z.string()).describe('shown once: only their hashes are stored');

/** Two-step sign-in of the signed-in user. */
export const twoStepApi = {
  'GET /auth/two-step': {
    ...staff,
    beforeTwoStep: true,
    summary: 'Whether two-step sign-in is on, and how many recovery codes are left',
    responses: { 200: ok({ twoStep: TwoStep }) },
  },
  'POST /auth/two-step/setup': {
    ...staff,
    beforeTwoStep: true,
    summary: 'The secret for an authenticator app, the same for a session until POST /auth/two-step has confirmed it',
    responses: {
      200: ok({
        secret: z.string().describe('base32, to be typed'),
        uri: z.string().describe('otpauth://, for a QR code'),
        setup: z.string().describe('to be sent with the confirmation'),
      }),
    },
    fails: [409],
  },
  'POST /auth/two-step': {
    ...staff,
    beforeTwoStep: true,
    summary: 'Switch two-step sign-in on with a first code; all other sessions end',
    body: SwitchOnInput,
    responses: { 200: ok({ message, recoveryCodes: codes }) },
    fails: [409],
  },
  'POST /auth/two-step/off': {
    ...staff,
    summary: 'Switch two-step sign-in off',
    body: SwitchOffInput,
    responses: { 200: Done },
    fails: [409],
  },
  'POST /auth/two-step/recovery-codes': {
    ...staff,
    summary: 'New recovery codes in place of the earlier ones',
    body: RecoveryInput,
    responses: { 200: ok({ message, recoveryCodes: codes }) },
    fails: [409],
  },
} as const satisfies Contract;

const invitation = z
  .string()
  .describe('path of the page that sets the password, to be sent by hand; works for 48 hours, once');

/** Managing staff accounts (D39). */
export const teamApi = {
  'GET /auth/team': {
    ...admin,
    summary: 'Everybody with an account',
    responses: { 200: ok({ team: z.array(TeamMember), rules: TeamRules }) },
  },
  'POST /auth/team': {
    ...admin,
    summary:
      'Add a manager or an admin; a link to set the password goes out by mail, and comes back to be copied (D57)',
    body: TeamInput,
    responses: { 201: ok({ message, team: z.array(TeamMember), invitation }) },
    fails: [409],
  },
  'PUT /auth/team/:id': {
    ...admin,
    summary: 'Disable or enable an account; give or take the right of a manager to verify payments',
    params,
    body: MemberChange,
    responses: { 200: ok({ message, team: z.array(TeamMember) }) },
    fails: [404, 409],
  },
  'POST /auth/team/:id/invite': {
    ...admin,
    summary: 'Send a new link to set a password; it also comes back to be copied',
    params,
    responses: { 200: ok({ message, invitation }) },
    fails: [404, 409],
  },
  'DELETE /auth/team/:id/two-step': {
    ...admin,
    summary: 'Switch two-step sign-in off for somebody who has lost phone and recovery codes; their sessions end',
    params,
    responses: { 200: ok({ message, team: z.array(TeamMember) }) },
    fails: [404, 409],
  },
  'PUT /auth/team-rules': {
    ...admin,
    summary: 'Require two-step sign-in of all staff, or not',
    body: TeamRules,
    responses: { 200: ok({ message, rules: TeamRules }) },
    fails: [409],
  },
} as const satisfies Contract;
