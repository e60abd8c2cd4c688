import './nutrition-table.css';
import m from '#messages/product';
import type { Nutrition } from '#shop/catalogue/catalogue.ts';
import { type NutrientKey, PACK_NUTRIENTS } from '#shop/catalogue/nutrients.ts';
import { measure } from '#shop/catalogue/packs.ts';

/** As on the pack: 'Energy', 'of which sugars'. */
const NAMES: Record<NutrientKey, () => string> = {
  energyKcal: m.energy,
  proteinG: m.protein,
  carbohydrateG: m.carbohydrate,
  sugarsG: m.sugars,
  addedSugarsG: m.addedSugars,
  fibreG: m.fibre,
  fatG: m.fat,
  saturatedFatG: m.saturatedFat,
  transFatG: m.transFat,
  cholesterolMg: m.cholesterol,
  sodiumMg: m.sodium,
};

/** The known nutrition values as a table. */
export function NutritionTable({ nutrition }: { nutrition: Nutrition }) {
  const basis = nutrition.basis.charAt(0).toUpperCase() + nutrition.basis.slice(1);
  return (
    <table className="spec mt-4">
      <caption className="sr-only">{m.nutrition({ basis: nutrition.basis })}</caption>
      <thead>
        <tr>
          <th scope="col" colSpan={2}>
            {basis}
          </th>
        </tr>
      </thead>
      <tbody>
        {PACK_NUTRIENTS.map(({ key, unit, indent }) => {
          const value = nutrition[key];
          return value === undefined ? null : (
            <tr key={key}>
              <th scope="row" className={indent ? 'sub' : undefined}>
                {NAMES[key]()}
              </th>
              <td>{measure(value, unit)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
