import { doneSteps, useUtr } from '#web/lib/checkout.ts';
import { useStoredJson } from '#web/lib/device.ts';
import { acceptAddress, acceptChoice } from '#web/lib/stored-checkout.ts';
import { StepIndicator } from '#web/ui/step-indicator.tsx';

/**
 * The steps of this checkout. Only what is on the device is ticked, so that an opened link does not
 * look half done.
 */
export function CheckoutSteps({ current }: { current: number }) {
  const address = useStoredJson('shippingAddress', acceptAddress);
  const choice = useStoredJson('paymentMethod', acceptChoice);
  const utr = useUtr();
  return <StepIndicator current={current} done={doneSteps(address, choice, utr)} />;
}
