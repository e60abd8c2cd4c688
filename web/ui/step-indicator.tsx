import './step-indicator.css';
import m from '#messages/ui';

/**
 * The three steps of checkout. `current` counts from 0; `done` are the steps that are complete.
 * Never links forward.
 */
export function StepIndicator({ current, done }: { current: number; done: readonly CheckoutStep[] }) {
  return (
    <ol className="steps" aria-label={m.checkoutSteps()}>
      {CHECKOUT_STEPS.map((step, index) => {
        const ticked = index !== current && done.includes(step);
        return (
          <li key={step} data-done={ticked || undefined} aria-current={index === current ? 'step' : undefined}>
            <span>
              <span>{LABELS[step]()}</span>
              {ticked && <span className="sr-only"> {m.stepDone()}</span>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

const CHECKOUT_STEPS = ['Address', 'Payment', 'Review'] as const;
export type CheckoutStep = (typeof CHECKOUT_STEPS)[number];
const LABELS: Record<CheckoutStep, () => string> = {
  Address: m.stepAddress,
  Payment: m.stepPayment,
  Review: m.stepReview,
};
