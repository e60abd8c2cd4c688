import { completeness, type Listed } from '#shop/catalogue/completeness.ts';

/**
 * How complete the legally required listing details are; opened, it lists the missing ones (R3.9).
 */
export function Meter({ product, name }: { product: Listed; name: string }) {
  const { percent, missing } = completeness(product);
  return (
    <details className="meter">
      <summary>
        <span className="sr-only">Listing of {name}: </span>
        <span className="meter-bar" aria-hidden="true">
          <i style={{ width: `${percent}%` }} />
        </span>
        <span>{`${percent}%`}</span>
        {missing.length > 0 && <span className="meter-lacks"> lacks {missing.length}</span>}
      </summary>
      <Missing missing={missing} />
    </details>
  );
}

export function Missing({ missing }: { missing: readonly string[] }) {
  if (missing.length === 0) return <p className="meter-list">Nothing is missing.</p>;
  return (
    <ul className="meter-list" aria-label="Still lacks">
      {missing.map((one) => (
        <li key={one}>{one}</li>
      ))}
    </ul>
  );
}
