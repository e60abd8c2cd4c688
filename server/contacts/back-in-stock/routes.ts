import words from '#messages/back-in-stock';
import { actorOf } from '#server/http/auth.ts';
import { implement } from '#server/http/implement.ts';
import type { ShopApp } from '#server/http/routes.ts';
import { alertsApi } from '#shop/contacts/api.ts';
import type { AlertsService } from './service.ts';

/** 'Notify me' for shoppers, and the numbers to write to for staff. */
export function alertRoutes(app: ShopApp, { alerts }: { alerts: AlertsService }): void {
  implement(app, alertsApi, {
    'POST /stock-alerts': async ({ body, ip }) => alerts.ask(body, ip),

    'POST /stock-alerts/confirm': async ({ body, ip }) => {
      await alerts.confirm(body, ip);
      return { message: words.confirmed() };
    },

    'GET /stock-alerts': async ({ query }) => alerts.list(query),

    'DELETE /stock-alerts/:id': async (request) => {
      await alerts.remove(request.params.id, actorOf(request));
      return { message: 'Taken off the list' };
    },
  });
}
