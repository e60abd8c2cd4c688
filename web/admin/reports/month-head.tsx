import type { ReactNode } from 'react';
import { isoDay } from '#shop/india/dates.ts';
import { SelectField, TextField } from '#web/ui/field.tsx';

const current = () => isoDay(Date.now()).slice(0, 7);

/** The month of a report, as its address has it; the current one without it. */
export const monthOf = (text: string): string => /^20\d{2}-(0[1-9]|1[0-2])$/.exec(text)?.[0] ?? current();

interface MonthHeadProps<Choice extends string> {
  month: string;
  /** The first month that can be chosen. */
  min?: string;
  /** Null: the current one. */
  onMonth: (month: string | null) => void;
  /** What is shown of that month; the name of the choice, 'Period', and of each option. */
  label: string;
  options: Record<Choice, string>;
  choice: Choice;
  /** Null: the month. */
  onChoice: (choice: string | null) => void;
  children?: ReactNode;
}

/** Chooses the month of a report, and what of it. */
export function MonthHead<Choice extends string>(props: MonthHeadProps<Choice>) {
  const { month, min, onMonth, label, options, choice, onChoice, children } = props;
  return (
    <div className="mb-4 flex flex-wrap items-end gap-3">
      <TextField
        label="Month"
        type="month"
        admin
        max={current()}
        min={min}
        value={month}
        onChange={({ target: { value } }) => onMonth(value === current() ? null : value)}
        className="min-w-56"
      />
      <SelectField
        label={label}
        admin
        value={choice}
        onChange={({ target: { value } }) => onChoice(value === 'month' ? null : value)}
        className="min-w-44"
      >
        {Object.entries<string>(options).map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </SelectField>
      {children}
    </div>
  );
}
