import { useState } from 'react';
import m from '#messages/ui';
import { Icon } from './icon.tsx';
import { Plus } from './icons.ts';
import { Minus } from './page-icons.ts';

type QuantityStepperProps = {
  /** Product name, for the accessible labels. */
  of: string;
  value: number;
  onChange: (quantity: number) => void;
  /**
   * Called when 0 or less was typed and the field is left; without it the last valid number is
   * restored.
   */
  onRemove?: (field: Element) => void;
  min?: number;
  max?: number;
  className?: string;
};

/**
 * Minus, a number input, plus. Typed text applies as soon as it is a whole number within
 * `min`–`max` (default 1–999, D21); anything else stays in the field until blur, then the last
 * valid number is restored. A screen reader says the quantity after a press.
 */
export function QuantityStepper(props: QuantityStepperProps) {
  const { of, value, onChange, onRemove, min = 1, max = 999, className = '' } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const [pressed, setPressed] = useState(false);
  const set = (quantity: number) => {
    setTyped(null);
    setPressed(true);
    onChange(Math.min(max, Math.max(min, quantity)));
  };
  const type = (text: string) => {
    setTyped(text);
    const quantity = Number(text);
    if (/^\d+$/.test(text) && quantity >= min && quantity <= max) onChange(quantity);
  };
  return (
    <div className={`qty ${className}`}>
      <button type="button" aria-label={m.oneLess({ name: of })} disabled={value <= min} onClick={() => set(value - 1)}>
        <Icon of={Minus} />
      </button>
      <input
        type="text"
        role="spinbutton"
        inputMode="numeric"
        pattern="[0-9]*"
        maxLength={3}
        aria-label={m.quantityOf({ name: of })}
        aria-valuenow={value}
        aria-valuemin={min}
        aria-valuemax={max}
        aria-invalid={value > max || undefined}
        value={typed ?? String(value)}
        onChange={(event) => type(event.target.value)}
        onBlur={(event) => {
          setTyped(null);
          if (typed?.trim() && Number(typed) <= 0) onRemove?.(event.currentTarget);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur();
          else if (event.key === 'ArrowUp') set(value + 1);
          else if (event.key === 'ArrowDown') set(value - 1);
          else return;
          event.preventDefault();
        }}
      />
      <button type="button" aria-label={m.oneMore({ name: of })} disabled={value >= max} onClick={() => set(value + 1)}>
        <Icon of={Plus} />
      </button>
      <span className="sr-only" role="status">
        {pressed && `${m.quantityOf({ name: of })}: ${value}`}
      </span>
    </div>
  );
}
