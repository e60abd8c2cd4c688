import './nutrition-table.css';
import type { Nutrition } from '#shop/catalogue/catalogue.ts';

type Row = { key: Exclude<keyof Nutrition, 'basis'>; label: string; unit: string; sub?: boolean };

const ROWS: Row[] = [
  { key: 'energyKcal', label: 'Energy', unit: 'kcal' },
  { key: 'proteinG', label: 'Protein', unit: 'g' },
  { key: 'carbohydrateG', label: 'Carbohydrate', unit: 'g' },
  { key: 'sugarsG', label: 'of which sugars', unit: 'g', sub: true },
  { key: 'addedSugarsG', label: 'of which added sugars', unit: 'g', sub: true },
  { key: 'fibreG', label: 'Dietary fibre', unit: 'g' },
  { key: 'fatG', label: 'Fat', unit: 'g' },
  { key: 'saturatedFatG', label: 'of which saturated', unit: 'g', sub: true },
  { key: 'transFatG', label: 'of which trans', unit: 'g', sub: true },
  { key: 'cholesterolMg', label: 'Cholesterol', unit: 'mg' },
  { key: 'sodiumMg', label: 'Sodium', unit: 'mg' },
];

/** The nutrition values that are known, as a table. */
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
        {ROWS.map(({ key, label, unit, sub }) => {
          const value = nutrition[key];
          return value === undefined ? null : (
            <tr key={key}>
              <th scope="row" className={sub ? 'sub' : undefined}>
                {label}
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
