import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ChangePasswordInput, STAFF_TEXTS, StaffSession, TeamInput, TeamMember } from '#shop/accounts/staff.ts';
import { actorOf, adminOnly, bearerToken, staffOnly, userOf } from '../http/auth.ts';
import type { ShopApp } from '../http/routes.ts';
import type { Services } from '../services.ts';

const security = [{ admin: [] }];
const success = z.literal(true);
const Said = z.object({ success, message: z.string() });
const Team = Said.extend({ team: z.array(TeamMember) });
const Id = z.object({ id: z.string().regex(/^\w{1,100}$/, 'This address does not exist.') });

const tokenOf = (request: FastifyRequest) => bearerToken(request) ?? '';

/** The own account of the signed-in (D40). */
export function ownAccountRoutes(app: ShopApp, services: Services): void {
  const { accounts } = services;
  const onRequest = staffOnly(services);
  const described = { tags: ['accounts'], security };

  app.post(
    '/auth/change-password',
    {
      onRequest,
      schema: {
        ...described,
        summary: 'Change the own password; all other sessions end',
        body: ChangePasswordInput,
        response: { 200: Said },
      },
    },
    async (request) => {
      await accounts.changePassword(userOf(request), tokenOf(request), request.body, actorOf(request));
      return { success: true as const, message: STAFF_TEXTS.passwordChanged };
    },
  );

  app.get(
    '/auth/sessions',
    {
      onRequest,
      schema: {
        ...described,
        summary: 'The own open sessions',
        response: { 200: z.object({ success, sessions: z.array(StaffSession) }) },
      },
    },
    async (request) => ({
      success: true as const,
      sessions: await accounts.sessions(userOf(request), tokenOf(request)),
    }),
  );

  app.delete(
    '/auth/sessions/:id',
    {
      onRequest,
      schema: { ...described, summary: 'End one of the own sessions', params: Id, response: { 200: Said } },
    },
    async (request) => {
      await accounts.endSession(userOf(request), request.params.id, actorOf(request));
      return { success: true as const, message: STAFF_TEXTS.sessionEnded };
    },
  );

  app.delete(
    '/auth/sessions',
    {
      onRequest,
      schema: { ...described, summary: 'End all own sessions but this one', response: { 200: Said } },
    },
    async (request) => {
      await accounts.endOtherSessions(userOf(request), tokenOf(request), actorOf(request));
      return { success: true as const, message: STAFF_TEXTS.othersEnded };
    },
  );
}

/** Who works in the shop (D39). */
export function teamRoutes(app: ShopApp, services: Services): void {
  const { accounts } = services;
  const onRequest = adminOnly(services);
  const described = { tags: ['team'], security };

  app.get(
    '/auth/team',
    {
      onRequest,
      schema: {
        ...described,
        summary: 'Everybody with an account',
        response: { 200: z.object({ success, team: z.array(TeamMember) }) },
      },
    },
    async () => ({ success: true as const, team: await accounts.team() }),
  );

  app.post(
    '/auth/team',
    {
      onRequest,
      schema: {
        ...described,
        summary: 'Add a manager or an admin; a link to set the password goes out by mail',
        body: TeamInput,
        response: { 201: Team },
      },
    },
    async (request, reply) => {
      await accounts.addMember(request.body, actorOf(request));
      reply.code(201);
      return {
        success: true as const,
        message: `${request.body.name} has been added. A link to set the password is on its way.`,
        team: await accounts.team(),
      };
    },
  );

  app.put(
    '/auth/team/:id',
    {
      onRequest,
      schema: {
        ...described,
        summary: 'Close or open an account',
        params: Id,
        body: z.object({ active: z.boolean({ error: 'active must be true or false' }) }),
        response: { 200: Team },
      },
    },
    async (request) => {
      const { active } = request.body;
      await accounts.setActive(request.params.id, active, actorOf(request));
      return {
        success: true as const,
        message: active ? 'Account enabled' : 'Account disabled',
        team: await accounts.team(),
      };
    },
  );

  app.post(
    '/auth/team/:id/invite',
    {
      onRequest,
      schema: {
        ...described,
        summary: 'Send the link to set a password once more',
        params: Id,
        response: { 200: Said },
      },
    },
    async (request) => {
      await accounts.invite(request.params.id, actorOf(request));
      return { success: true as const, message: 'A fresh link is on its way.' };
    },
  );
}
