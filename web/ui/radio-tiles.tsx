import './radio-tiles.css';
import type { ReactNode } from 'react';
import { useId } from 'react';
import { FieldError } from './field.tsx';

type RadioTile<Value extends string> = {
  value: Value;
  label: ReactNode;
  /** Small line under the label: a price, a promise, 'Currently Unavailable'. */
  note?: ReactNode;
  /** Picture or icon; decorative, because the label always contains the name. */
  picture?: ReactNode;
  /** Disabled. */
  disabled?: boolean;
  /** Dashed, but selectable so that its message can appear. */
  soldOut?: boolean;
};

type RadioTilesProps<Value extends string> = {
  /** Name of the group, displayed above it unless `hideLegend`. */
  legend: ReactNode;
  hideLegend?: boolean;
  name: string;
  value: Value | null;
  onChange: (value: Value) => void;
  tiles: readonly RadioTile<Value>[];
  /**
   * `size`: 60 px tiles · `rows`: 68 px rows with a radio · `grid`: 4-up with pictures · `list`:
   * 3-up, small · `segments`: joined · `chips`: one after the other. The styles of rows and segments
   * are here; those of the others are beside the screens that draw them, which import them.
   */
  look: 'size' | 'rows' | 'grid' | 'list' | 'segments' | 'chips';
  error?: string;
};

/**
 * A radio group styled as tiles. It contains real radios: arrow keys, Tab and form data work
 * natively.
 */
export function RadioTiles<Value extends string>({
  legend,
  hideLegend,
  name,
  value,
  onChange,
  tiles,
  look,
  error,
}: RadioTilesProps<Value>) {
  const id = useId();
  return (
    <fieldset
      className="grid gap-2 min-w-0"
      aria-describedby={error ? `${id}-error` : undefined}
      data-invalid={error ? true : undefined}
    >
      <legend className={hideLegend ? 'sr-only' : 'field-label mb-2'}>{legend}</legend>
      <div className={`tiles tiles-${look}`}>
        {tiles.map((tile) => (
          <label
            key={tile.value}
            className={`tile tile-${look} ${tile.disabled ? 'tile-off' : ''} ${tile.soldOut ? 'tile-sold-out' : ''}`}
          >
            <input
              type="radio"
              className={look === 'rows' ? 'box' : 'sr-only'}
              name={name}
              value={tile.value}
              checked={tile.value === value}
              disabled={tile.disabled}
              onChange={() => onChange(tile.value)}
            />
            {tile.picture ?? (look === 'rows' && <span />)}
            {look === 'size' || look === 'rows' ? (
              <span>
                <b className="block weight-650">{tile.label}</b>
                {tile.note && <small>{tile.note}</small>}
              </span>
            ) : (
              <span>
                <span>{tile.label}</span>
                {tile.note && <small className="weight-400 block text-small text-ink-soft">{tile.note}</small>}
              </span>
            )}
          </label>
        ))}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  );
}
