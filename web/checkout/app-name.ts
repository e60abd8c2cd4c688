import m from '#messages/checkout';
import { upiApp } from '#shop/money/upi.ts';

/** The name of a UPI app, as shoppers read it. */
export function appName(appId: string): string {
  const { id, name } = upiApp(appId);
  return id === 'other' ? m.otherUpiApps() : name;
}
