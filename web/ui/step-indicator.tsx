import './step-indicator.css';

/** The three steps of checkout. `current` counts from 0; `done` are the steps that are complete. Never links forward. */
export function StepIndicator({ current, done }: { current: number; done: readonly CheckoutStep[] }) {
  return (
    <ol className="steps" aria-label="Checkout steps">
      {CHECKOUT_STEPS.map((step, index) => {
        const ticked = index !== current && done.includes(step);
        return (
          <li key={step} data-done={ticked || undefined} aria-current={index === current ? 'step' : undefined}>
            <span>
              {step}
              {ticked && <span className="sr-only"> (done)</span>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

const CHECKOUT_STEPS = ['Address', 'Payment', 'Review'] as const;
export type CheckoutStep = (typeof CHECKOUT_STEPS)[number];
