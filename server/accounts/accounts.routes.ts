import { z } from 'zod';
import { LoginInput, StaffUser } from '#shop/accounts/accounts.ts';
import { bearerToken, originOf, staffOnly, userOf } from '../http/auth.ts';
import type { ShopApp } from '../http/routes.ts';
import type { Services } from '../services.ts';

const tags = ['accounts'];
const security = [{ admin: [] }];
const success = z.literal(true);

/** Sign-in of staff (D40, D50). */
export function accountsRoutes(app: ShopApp, services: Services): void {
  const { accounts } = services;
  const staff = staffOnly(services);

  app.post(
    '/auth/admin-login',
    {
      schema: {
        tags,
        summary: 'Sign in; answers a session token for the Authorization header',
        body: LoginInput,
        response: { 200: z.object({ success, message: z.string(), token: z.string(), user: StaffUser }) },
      },
    },
    async (request) => {
      const { email, password } = request.body;
      const { token, user } = await accounts.login(email, password, originOf(request));
      return { success: true as const, message: 'Admin login successful!', token, user };
    },
  );

  app.get(
    '/auth/admin-profile',
    {
      onRequest: staff,
      schema: {
        tags,
        security,
        summary: 'The signed-in user',
        response: { 200: z.object({ success, user: StaffUser }) },
      },
    },
    async (request) => ({ success: true as const, user: userOf(request) }),
  );

  app.post(
    '/auth/logout',
    {
      onRequest: staff,
      schema: {
        tags,
        security,
        summary: 'End this session on the server',
        response: { 200: z.object({ success, message: z.string() }) },
      },
    },
    async (request) => {
      await accounts.logout(bearerToken(request) ?? '', userOf(request), originOf(request));
      return { success: true as const, message: 'Logged out' };
    },
  );
}
