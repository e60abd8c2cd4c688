import { useState } from 'react';
import { COURIER_NAMES, courierName } from '#shop/orders/couriers.ts';
import { SelectField, TextField } from '#web/ui/field.tsx';

const OTHER = 'other';

/**
 * Chooses a courier of the table, or another one by name. Known couriers get a link to their
 * tracking page.
 */
export function CourierField({ value, onChange }: { value: string; onChange: (courier: string) => void }) {
  const name = courierName(value);
  const [other, setOther] = useState(name !== '' && !COURIER_NAMES.includes(name));
  return (
    <>
      <SelectField
        label="Courier"
        optional
        admin
        value={other ? OTHER : name}
        onChange={(event) => {
          const chosen = event.target.value;
          setOther(chosen === OTHER);
          onChange(chosen === OTHER ? '' : chosen);
        }}
      >
        <option value="">Not chosen</option>
        {COURIER_NAMES.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
        <option value={OTHER}>Other…</option>
      </SelectField>
      {other && (
        <TextField
          label="Courier name"
          admin
          maxLength={100}
          autoComplete="off"
          hint="Shoppers see this name and the tracking number, but no tracking link."
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </>
  );
}
