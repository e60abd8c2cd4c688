import type { Actor } from '#server/audit/audit.ts';
import { repeated } from '#server/background.ts';
import type { ServiceContext } from '#server/context.ts';
import type { AlertCode, AlertInput } from '#shop/contacts/back-in-stock.ts';
import { listAlerts, removeAlert } from './alerts-for-staff.ts';
import { type AlertDeps, askForAlert, confirmAlert } from './ask-for-alert.ts';
import { sendAlerts } from './send-alerts.ts';

const LOOK_MS = 60_000;

export type AlertsService = ReturnType<typeof createAlertsService>;

/**
 * 'Notify me' on sold-out sizes: an address is confirmed by a code and gets one mail; staff write
 * to phone numbers. The functions behind the calls say what they throw.
 */
export function createAlertsService(context: ServiceContext, deps: AlertDeps) {
  const sendDue = () => sendAlerts(context, deps);
  const looking = repeated(sendDue, LOOK_MS, (error) =>
    context.log.warn({ err: error }, 'mails about stock that is back: tried again later'),
  );

  return {
    ask: (input: AlertInput, address: string) => askForAlert(context, deps, input, address),
    confirm: (code: AlertCode, address: string) => confirmAlert(context, code, address),
    list: (page: { page: number; limit: number }) => listAlerts(context.database.db, page),
    remove: (id: string, actor: Actor) => removeAlert(context, id, actor),
    sendDue,

    /** Looks every minute for sizes that are back. */
    start: looking.start,
    stop: looking.stop,
  };
}
