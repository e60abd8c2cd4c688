import './nutrition-table.css';
import type { Nutrition } from '#shop/catalogue/catalogue.ts';
import { PACK_NUTRIENTS } from '#shop/catalogue/nutrients.ts';

/** The known nutrition values as a table. */
export function NutritionTable({ nutrition }: { nutrition: Nutrition }) {
  const basis = nutrition.basis.charAt(0).toUpperCase() + nutrition.basis.slice(1);
  return (
    <table className="spec mt-4">
      <caption className="sr-only">Nutrition {nutrition.basis}</caption>
      <thead>
        <tr>
          <th scope="col" colSpan={2}>
            {basis}
          </th>
        </tr>
      </thead>
      <tbody>
        {PACK_NUTRIENTS.map(({ key, label, unit, pack, indent }) => {
          const value = nutrition[key];
          return value === undefined ? null : (
            <tr key={key}>
              <th scope="row" className={indent ? 'sub' : undefined}>
                {pack ?? label}
              </th>
              <td>
                {value} {unit}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
