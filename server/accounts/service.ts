import type { StaffUser } from '#shop/accounts/accounts.ts';
import type { MemberChange, TeamInput } from '#shop/accounts/staff.ts';
import type { SwitchOffInput, SwitchOnInput, TeamRules } from '#shop/accounts/two-step.ts';
import type { Actor } from '../audit/audit.ts';
import type { ServiceContext } from '../context.ts';
import type { Origin } from '../http/auth.ts';
import { addUser, ensureFirstAdmin, type NewUser } from './add-user.ts';
import * as own from './own.ts';
import { type AccountDeps, resetPassword, sendReset, verifyOtp } from './reset.ts';
import { authenticate, signOut, sweepSessions } from './sessions.ts';
import { signIn } from './sign-in.ts';
import * as team from './team.ts';
import * as twoStep from './two-step.ts';

export type AccountsService = ReturnType<typeof createAccountsService>;

/** Users, sign-in and sessions (D39–D41). The functions behind the calls say what they throw. */
export function createAccountsService(context: ServiceContext, deps: AccountDeps) {
  const { settings } = deps;

  return {
    login: (email: string, password: string, origin: Origin, known: string | null = null, code?: string) =>
      signIn(context, deps, email, password, origin, known, code),
    authenticate: (token: string) => authenticate(context, settings, token),
    logout: (token: string, user: StaffUser, origin: Origin) => signOut(context, token, user, origin),
    sweep: () => sweepSessions(context),
    ensureFirstAdmin: () => ensureFirstAdmin(context),
    addUser: (input: NewUser) => addUser(context, input),

    // A forgotten password (R2.2, D40).
    forgot: (email: string, origin: Origin, known: string | null = null) =>
      sendReset(context, deps, email, origin, known),
    verifyOtp: (email: string, otp: string, origin: Origin) => verifyOtp(context, email, otp, origin),
    resetPassword: (token: string, newPassword: string, origin: Origin) =>
      resetPassword(context, deps, token, newPassword, origin),

    // The own account of a signed-in user; `token` is the session token of the request.
    changeName: (user: StaffUser, name: string, actor: Actor) => own.changeName(context, user, name, actor),
    changePassword: (
      user: StaffUser,
      token: string,
      input: { currentPassword: string; newPassword: string },
      actor: Actor,
    ) => own.changePassword(context, deps, user, token, input, actor),
    sessions: (user: StaffUser, token: string) => own.listSessions(context, user, token),
    endSession: (user: StaffUser, id: string, actor: Actor) => own.endSession(context, user, id, actor),
    endOtherSessions: (user: StaffUser, token: string, actor: Actor) =>
      own.endOtherSessions(context, user, token, actor),

    // The team, for admins only (D39).
    team: () => team.listTeam(context),
    addMember: (input: TeamInput, actor: Actor) => team.addMember(context, deps, input, actor),
    changeMember: (id: string, change: MemberChange, actor: Actor) => team.changeMember(context, id, change, actor),
    invite: (id: string, actor: Actor) => team.inviteAgain(context, deps, id, actor),
    /** What the admin requires of all staff. */
    rules: (): Promise<TeamRules> => settings.staff(),
    saveRules: (rules: TeamRules, actor: Actor) => team.saveRules(context, deps, rules, actor),

    twoStep: (user: StaffUser) => twoStep.readTwoStep(context, deps, user),
    setUpTwoStep: (user: StaffUser, token: string) => twoStep.setUpTwoStep(context, deps, user, token),
    switchTwoStepOn: (user: StaffUser, token: string, input: SwitchOnInput, actor: Actor) =>
      twoStep.switchTwoStepOn(context, deps, user, token, input, actor),
    switchTwoStepOff: (user: StaffUser, input: SwitchOffInput, actor: Actor) =>
      twoStep.switchTwoStepOff(context, deps, user, input, actor),
    renewRecoveryCodes: (user: StaffUser, password: string, actor: Actor) =>
      twoStep.renewRecoveryCodes(context, user, password, actor),
    resetTwoStep: (id: string, actor: Actor) => twoStep.resetTwoStep(context, deps, id, actor),
    /** Whose codes the present SECRETS_KEY cannot check, for the doctor. */
    lostSecrets: () => twoStep.lostTwoStepSecrets(context),
  };
}
