import type { FastifyRequest } from 'fastify';
import { ACCOUNT_TEXTS } from '#shop/accounts/accounts.ts';
import { accountsApi, alertsOfStaffApi, ownAccountApi, teamApi, twoStepApi } from '#shop/accounts/api.ts';
import { STAFF_TEXTS } from '#shop/accounts/staff.ts';
import { ALERT_TEXTS } from '#shop/accounts/staff-notices.ts';
import { TWO_STEP_TEXTS } from '#shop/accounts/two-step.ts';
import { closedTo } from '#shop/api.ts';
import { actorOf, bearerToken, originOf, userOf } from '../http/auth.ts';
import { implement } from '../http/implement.ts';
import type { ShopApp } from '../http/routes.ts';
import type { MailService } from '../mail/mail.service.ts';
import { deviceOf, keepDevice } from './devices.ts';
import type { AccountsService } from './service.ts';
import type { AlertsService } from './staff-notices.ts';

const tokenOf = (request: FastifyRequest) => bearerToken(request) ?? '';

/** Sign-in, password reset, the user's own account, and the team. */
export async function accountsArea(
  app: ShopApp,
  {
    accounts,
    staffAlerts,
    mail,
  }: { accounts: AccountsService; staffAlerts: AlertsService; mail: Pick<MailService, 'onItsWay'> },
): Promise<void> {
  implement(app, accountsApi, {
    'POST /auth/admin-login': async (request, reply) => {
      const { email, password, code } = request.body;
      const { token, user, device } = await accounts.login(email, password, originOf(request), deviceOf(request), code);
      keepDevice(request, reply, device);
      return { message: ACCOUNT_TEXTS.loginDone, token, user };
    },

    'GET /auth/admin-profile': async (request) => {
      const user = userOf(request);
      return { user, closed: closedTo(user) };
    },

    'POST /auth/logout': async (request) => {
      await accounts.logout(tokenOf(request), userOf(request), originOf(request));
      return { message: 'Logged out' };
    },

    'POST /auth/forgot-password': async (request) => {
      await accounts.forgot(request.body.email, originOf(request), deviceOf(request));
      return { message: ACCOUNT_TEXTS.otpUnderway };
    },

    'POST /auth/verify-otp': async (request) => {
      const { email, otp } = request.body;
      const resetToken = await accounts.verifyOtp(email, otp, originOf(request));
      return { message: ACCOUNT_TEXTS.otpVerified, resetToken };
    },

    'POST /auth/reset-password': async (request, reply) => {
      const { token, newPassword } = request.body;
      keepDevice(request, reply, await accounts.resetPassword(token, newPassword, originOf(request)));
      return { message: ACCOUNT_TEXTS.resetDone };
    },
  });

  implement(app, ownAccountApi, {
    'PUT /auth/profile': async (request) => {
      const user = userOf(request);
      const { name } = request.body;
      await accounts.changeName(user, name, actorOf(request));
      return { message: STAFF_TEXTS.nameSaved, user: { ...user, name } };
    },

    'POST /auth/change-password': async (request) => {
      await accounts.changePassword(userOf(request), tokenOf(request), request.body, actorOf(request));
      return { message: STAFF_TEXTS.passwordChanged };
    },

    'GET /auth/sessions': async (request) => ({
      sessions: await accounts.sessions(userOf(request), tokenOf(request)),
    }),

    'DELETE /auth/sessions/:id': async (request) => {
      await accounts.endSession(userOf(request), request.params.id, actorOf(request));
      return { message: STAFF_TEXTS.sessionEnded };
    },

    'DELETE /auth/sessions': async (request) => {
      await accounts.endOtherSessions(userOf(request), tokenOf(request), actorOf(request));
      return { message: STAFF_TEXTS.othersEnded };
    },
  });

  implement(app, alertsOfStaffApi, {
    'GET /auth/alerts': async (request) => ({ alerts: await staffAlerts.alertsOf(userOf(request)) }),

    'PUT /auth/alerts': async (request) => {
      const { mail } = request.body;
      const alerts = await staffAlerts.setMails(userOf(request), mail, actorOf(request));
      return { message: mail ? ALERT_TEXTS.mailOn : ALERT_TEXTS.mailOff, alerts };
    },

    'POST /auth/alerts/key': async (request) => ({ publicKey: await staffAlerts.publicKey(actorOf(request)) }),

    'POST /auth/alerts/devices': async (request) => {
      const { agent } = originOf(request);
      const alerts = await staffAlerts.addDevice(userOf(request), request.body, agent, actorOf(request));
      return { message: ALERT_TEXTS.deviceAdded, alerts };
    },

    'DELETE /auth/alerts/devices/:id': async (request) => {
      const alerts = await staffAlerts.removeDevice(userOf(request), request.params.id, actorOf(request));
      return { message: ALERT_TEXTS.deviceRemoved, alerts };
    },
  });

  implement(app, twoStepApi, {
    'GET /auth/two-step': async (request) => ({ twoStep: await accounts.twoStep(userOf(request)) }),

    'POST /auth/two-step/setup': async (request) => accounts.setUpTwoStep(userOf(request), tokenOf(request)),

    'POST /auth/two-step': async (request) => ({
      recoveryCodes: await accounts.switchTwoStepOn(userOf(request), tokenOf(request), request.body, actorOf(request)),
      message: TWO_STEP_TEXTS.switchedOn,
    }),

    'POST /auth/two-step/off': async (request) => {
      await accounts.switchTwoStepOff(userOf(request), request.body, actorOf(request));
      return { message: TWO_STEP_TEXTS.switchedOff };
    },

    'POST /auth/two-step/recovery-codes': async (request) => ({
      recoveryCodes: await accounts.renewRecoveryCodes(userOf(request), request.body.password, actorOf(request)),
      message: TWO_STEP_TEXTS.newCodes,
    }),
  });

  implement(app, teamApi, {
    'GET /auth/team': async () => ({ team: await accounts.team(), rules: await accounts.rules() }),

    'POST /auth/team': async (request) => {
      const invitation = await accounts.addMember(request.body, actorOf(request));
      return {
        message: `${request.body.name} has been added. ${mail.onItsWay('A link to set the password is on its way.')}`,
        team: await accounts.team(),
        invitation,
      };
    },

    'PUT /auth/team/:id': async (request) => {
      const { active } = request.body;
      await accounts.changeMember(request.params.id, request.body, actorOf(request));
      const message = active === undefined ? 'Right saved' : active ? 'Account enabled' : 'Account disabled';
      return { message, team: await accounts.team() };
    },

    'POST /auth/team/:id/invite': async (request) => {
      const invitation = await accounts.invite(request.params.id, actorOf(request));
      return { message: 'New link created.', invitation };
    },

    'DELETE /auth/team/:id/two-step': async (request) => {
      await accounts.resetTwoStep(request.params.id, actorOf(request));
      return { message: TWO_STEP_TEXTS.reset, team: await accounts.team() };
    },

    'PUT /auth/team-rules': async (request) => {
      const rules = await accounts.saveRules(request.body, actorOf(request));
      return { message: rules.requireTwoStep ? TWO_STEP_TEXTS.requiredOn : TWO_STEP_TEXTS.requiredOff, rules };
    },
  });
}
