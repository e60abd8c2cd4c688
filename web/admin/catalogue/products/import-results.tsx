import type { ImportResult } from '#shop/catalogue/product-admin.ts';
import { countOf } from '#web/admin/lib/count.ts';

/** Maximum number of errors, changes or pictures that are listed. */
export const MOST_LISTED = 100;

export function Summary({ results, done }: { results: readonly ImportResult[]; done?: boolean }) {
  const count = (action: ImportResult['action']) => results.filter((one) => one.action === action).length;
  const wrong = count('error');
  const words = [
    `${count('create')} new`,
    `${count('update')} changed`,
    `${count('unchanged')} unchanged`,
    `${wrong} with errors`,
  ].join(', ');
  const [those, were, them] = wrong === 1 ? ['The one', 'was', 'it'] : ['Those', 'were', 'them'];
  return (
    <p role="status">
      <b>{done ? 'Imported' : 'Nothing is saved yet'}:</b> <span>{`${words}.`}</span>
      {wrong > 0 && (
        <span>
          {` ${those} with errors ${done ? were : 'will be'} left out: correct ${them} and import the file again.`}
        </span>
      )}
    </p>
  );
}

/** Lists the errors with line and column, and the changes. */
export function Faults({ results }: { results: readonly ImportResult[] }) {
  const errors = results.flatMap((result) => result.errors.map((error) => ({ ...error, name: result.name })));
  const changed = results.filter(({ action }) => action === 'update' || action === 'create');
  if (errors.length === 0 && changed.length === 0) return null;
  return (
    <ul className="import-list" aria-label="What the file does">
      {errors.slice(0, MOST_LISTED).map((error) => (
        <li key={`${error.line} ${error.column} ${error.msg}`} className="is-wrong">
          <b>Line {error.line}</b> <span>{`${error.column}: ${error.msg}`}</span>
          {error.name && <span className="text-ink-soft"> · {error.name}</span>}
        </li>
      ))}
      {errors.length > MOST_LISTED && <li>… and {countOf(errors.length - MOST_LISTED, 'more error')}</li>}
      {changed.slice(0, MOST_LISTED).map(({ line, name, action, fields }) => (
        <li key={`${line} ${name}`}>
          <b>Line {line}</b> <span>{action === 'create' ? `${name}: new product` : name}</span>
          {action === 'update' && <Fields of={fields} />}
        </li>
      ))}
      {changed.length > MOST_LISTED && <li>… and {countOf(changed.length - MOST_LISTED, 'more product')}</li>}
    </ul>
  );
}

/** What each field was, and what it becomes. */
function Fields({ of: fields }: { of: ImportResult['fields'] }) {
  return (
    <ul>
      {fields.map(({ column, size, from, to }) => (
        <li key={`${column} ${size ?? ''}`} className="num">
          <span className="text-ink-soft">{size ? `${column} of ${size}:` : `${column}:`}</span>{' '}
          {from === '' ? 'empty' : from} → <b>{to === '' ? 'empty' : to}</b>
        </li>
      ))}
    </ul>
  );
}
