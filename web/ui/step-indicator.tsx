import './step-indicator.css';

/** The three steps of checkout. `current` counts from 0; earlier steps are done. Never links forward. */
export function StepIndicator({ current, steps = CHECKOUT_STEPS }: { current: number; steps?: readonly string[] }) {
  return (
    <ol className="steps" aria-label="Checkout steps">
      {steps.map((step, index) => (
        <li key={step} data-done={index < current || undefined} aria-current={index === current ? 'step' : undefined}>
          <span>
            {step}
            {index < current && <span className="sr-only"> (done)</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}

const CHECKOUT_STEPS = ['Address', 'Payment', 'Review'] as const;
