import { type Background, runBeside } from '../background.ts';
import type { ShopApp } from '../http/routes.ts';

/** Sends the mails that wait. It has no routes. */
export async function mailArea(app: ShopApp, { mail }: { mail: Background }): Promise<void> {
  runBeside(app, () => [mail]);
}
