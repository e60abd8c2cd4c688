import webPush from 'web-push';
import type { StaffUser } from '#shop/accounts/accounts.ts';
import { deviceName } from '#shop/accounts/staff.ts';
import { ALERT_TEXTS, MAX_PUSH_DEVICES, type PushDeviceInput, type StaffAlerts } from '#shop/accounts/staff-notices.ts';
import { ShopError } from '#shop/errors.ts';
import { formatPaise, type Paise } from '#shop/money/money.ts';
import { type Actor, writeAudit } from '../audit/audit.ts';
import type { ServiceContext } from '../context.ts';
import { type Trx, transact } from '../database/transact.ts';
import { letter } from '../mail/html.ts';
import type { MailQueue, Message } from '../mail/mail-queue.ts';
import type { PushService } from '../mail/push.service.ts';
import type { SettingsService } from '../settings/service.ts';
import { findUserById } from './accounts.queries.ts';
import * as queries from './staff-notices.queries.ts';

interface AlertDeps {
  settings: Pick<SettingsService, 'shop' | 'pushKeys' | 'savePushKeys' | 'keepsSecrets'>;
  mail: Pick<MailQueue, 'enqueue'>;
  push: Pick<PushService, 'enqueue'>;
}

/**
 * What an alert says about an order. Nothing personal: others may read an alert on a lock screen or
 * in a shared mailbox.
 */
export interface NewOrder {
  orderNumber: string;
  total: Paise;
  items: number;
  utr: boolean;
}

export type AlertsService = ReturnType<typeof createAlertsOfStaff>;

const HOUR = 3_600_000;
/**
 * How many orders in an hour have an alert each. Anybody can place orders, and each alert of a
 * flood would go to everybody.
 */
const MOST_AN_HOUR = 20;
/** How often the others are told together. */
const TOGETHER_MS = HOUR / 4;

/** Tells staff of new orders, by email and Web Push. */
export function createAlertsOfStaff(context: ServiceContext, { settings, mail, push }: AlertDeps) {
  const { db } = context.database;
  /** When this process has told of single orders, in the last hour. */
  let told: number[] = [];

  /** When to tell of an order together with others; undefined for one with an alert of its own. */
  function togetherAt(now: number): number | undefined {
    told = told.filter((at) => Math.abs(now - at) < HOUR);
    if (told.length >= MOST_AN_HOUR) return (Math.floor(now / TOGETHER_MS) + 1) * TOGETHER_MS;
    told.push(now);
    return undefined;
  }

  async function alertsOf(user: StaffUser): Promise<StaffAlerts> {
    const devices = await queries.devicesOf(db, user.id);
    return {
      mail: await queries.wantsMails(db, user.id),
      ready: settings.keepsSecrets,
      devices: devices.map(({ id, device, endpoint, created_at: createdAt }) => ({ id, device, createdAt, endpoint })),
    };
  }

  async function change(
    user: StaffUser,
    actor: Actor,
    after: Record<string, unknown>,
    work: (trx: Trx) => Promise<void>,
  ): Promise<StaffAlerts> {
    await transact(context, async ({ trx }) => {
      await work(trx);
      await writeAudit(trx, { at: context.now(), actor, action: 'alerts', entity: 'user', entityId: user.id, after });
    });
    return alertsOf(user);
  }

  return {
    alertsOf,

    /**
     * Tells who wants to know of a new order, in its transaction: adds to the outboxes. The caller
     * wakes the mail service after the commit.
     */
    async newOrder(trx: Trx, order: NewOrder, shop: { brandName: string; url: string | null }): Promise<void> {
      const rows = await queries.alertRecipients(trx);
      if (rows.length === 0) return;
      const mailed = new Set(rows.filter(({ mails }) => mails === 1).map(({ email }) => email));
      const devices = rows.flatMap(({ device }) => device ?? []);
      const { title, body } = alertWords(order);
      const payload = JSON.stringify({ title, body, tag: order.orderNumber, url: orderPath(order.orderNumber) });
      const dueAt = togetherAt(context.now());
      const waits = dueAt === undefined ? {} : { kind: queries.WAITING, dueAt };
      await mail.enqueue(
        trx,
        [...mailed].map((to) => ({ ...newOrderMail(to, order, shop), ...waits })),
      );
      await push.enqueue(trx, devices, { topic: dueAt ? queries.WAITING : order.orderNumber, payload }, dueAt);
    },

    /**
     * Replaces the alerts that waited for each other by one for each mailbox and browser. Before
     * the outboxes are sent.
     */
    async tellTogether(): Promise<void> {
      const due = await queries.readWaiting(db, context.now());
      if (due.mails.length + due.pushes.length < 2) return;
      const { brandName } = await settings.shop();
      const shop = { brandName, url: context.env.publicUrl };
      await transact(context, async ({ trx }) => {
        const { mails, pushes } = await queries.readWaiting(trx, context.now(), 'for update');
        for (const [to, ids] of several(mails)) {
          await queries.deleteWaiting(trx, 'mail_outbox', ids);
          await mail.enqueue(trx, [newOrdersMail(to, ids.length, shop)]);
        }
        for (const [device, ids] of several(pushes)) {
          await queries.deleteWaiting(trx, 'push_outbox', ids);
          const payload = { title: `${ids.length} new orders`, body: 'Open the orders', tag: 'orders', url: ORDERS };
          await push.enqueue(trx, [device], { topic: 'orders', payload: JSON.stringify(payload) });
        }
      });
    },

    setMails: (user: StaffUser, on: boolean, actor: Actor) =>
      change(user, actor, { orderMails: on }, (trx) => queries.setMails(trx, user.id, on)),

    /**
     * The public key for Web Push, made with the first call.
     *
     * @throws ShopError('validation') without SECRETS_KEY
     */
    async publicKey(actor: Actor): Promise<string> {
      if (!settings.keepsSecrets) throw new ShopError('validation', { message: ALERT_TEXTS.noKey });
      const known = await settings.pushKeys();
      if (known) return known.publicKey;
      const { settings: kept } = await settings.savePushKeys(webPush.generateVAPIDKeys(), actor);
      return kept.publicKey;
    },

    /** Adds the browser with this user agent; of more than ten, the oldest goes. */
    addDevice: (user: StaffUser, { endpoint, keys }: PushDeviceInput, agent: string, actor: Actor) => {
      const device = { endpoint, ...keys, device: deviceName(agent), created_at: context.now() };
      return change(user, actor, { device: device.device }, async (trx) => {
        // Locked, so that browsers that are added at once are counted one after the other.
        await findUserById(trx, user.id, 'for update');
        await queries.writeDevice(trx, { user_id: user.id, ...device });
        const all = await queries.devicesOf(trx, user.id);
        for (const { id } of all.slice(0, -MAX_PUSH_DEVICES)) await queries.deleteDevice(trx, user.id, id);
      });
    },

    /** @throws ShopError('not_found') */
    removeDevice: (user: StaffUser, id: string, actor: Actor) =>
      change(user, actor, { removed: id }, async (trx) => {
        if (!(await queries.deleteDevice(trx, user.id, id))) throw new ShopError('not_found');
      }),
  };
}

const ORDERS = '/admin?section=orders';
const orderPath = (orderNumber: string) => `${ORDERS}&order=${orderNumber}`;

/** The ids of the messages of each recipient who has more than one. */
function several(messages: readonly queries.Waiting[]): [to: string, ids: string[]][] {
  const byRecipient = Map.groupBy(messages, ({ to }) => to);
  return [...byRecipient].filter(([, all]) => all.length > 1).map(([to, all]) => [to, all.map(({ id }) => id)]);
}

function alertWords({ total, items, utr }: NewOrder): { title: string; body: string } {
  return {
    title: `New order: ${formatPaise(total)}`,
    body: `${items} ${items === 1 ? 'item' : 'items'} · ${utr ? 'UTR to verify' : 'no UTR yet'}`,
  };
}

const TURN_OFF = 'You can turn these emails off in the admin, under Account.';

/** Without an order number of the outbox: the recipient is not the shopper. */
export function newOrderMail(to: string, order: NewOrder, shop: { brandName: string; url: string | null }): Message {
  const { orderNumber, total, items, utr } = order;
  const facts: [string, string][] = [
    ['Order', orderNumber],
    ['Total', formatPaise(total)],
    ['Items', String(items)],
    ['Payment', utr ? 'UTR to verify' : 'No UTR yet'],
  ];
  const parts = [
    'You have a new order.',
    { facts },
    ...(shop.url ? [{ link: `${shop.url}${orderPath(orderNumber)}`, words: 'Open the order' }] : []),
    TURN_OFF,
  ];
  return {
    kind: 'new_order',
    to,
    ...letter({
      subject: `${shop.brandName}: new order: ${formatPaise(total)}: ${orderNumber}`,
      parts,
      brand: shop.brandName,
    }),
  };
}

/** About orders that came too fast for a mail each. */
export function newOrdersMail(to: string, orders: number, shop: { brandName: string; url: string | null }): Message {
  const parts = [
    `You have ${orders} new orders.`,
    `After ${MOST_AN_HOUR} orders in an hour, we tell you about the others together, every 15 minutes.`,
    ...(shop.url ? [{ link: `${shop.url}${ORDERS}`, words: 'Open the orders' }] : []),
    TURN_OFF,
  ];
  const subject = `${shop.brandName}: ${orders} new orders`;
  return { kind: 'new_order', to, ...letter({ subject, parts, brand: shop.brandName }) };
}
