import type { Background } from '../background.ts';
import type { ShopApp } from '../http/routes.ts';

/** Sends the mails that wait. It has no routes. */
export async function mailArea(app: ShopApp, { mail }: { mail: Background }): Promise<void> {
  app.addHook('onListen', async () => mail.start());
  app.addHook('onClose', async () => mail.stop());
}
