/**
 * The nutrients of a product, in the order of the admin's form and of the CSV columns. The form,
 * CSV, completeness meter, API schema and product page read this table. Does not import Zod, since
 * the product page loads this file.
 */
export const NUTRIENTS = [
  { key: 'energyKcal', label: 'Energy', unit: 'kcal', required: true, row: 1 },
  { key: 'proteinG', label: 'Protein', unit: 'g', required: true, row: 2 },
  { key: 'carbohydrateG', label: 'Carbohydrate', unit: 'g', required: true, row: 3 },
  { key: 'sugarsG', label: 'Total sugars', unit: 'g', required: true, row: 4, indent: true },
  {
    key: 'addedSugarsG',
    label: 'Added sugars',
    unit: 'g',
    required: true,
    row: 5,
    indent: true,
  },
  { key: 'fatG', label: 'Total fat', unit: 'g', required: true, row: 7 },
  {
    key: 'saturatedFatG',
    label: 'Saturated fat',
    unit: 'g',
    required: true,
    row: 8,
    indent: true,
  },
  { key: 'transFatG', label: 'Trans fat', unit: 'g', required: true, row: 9, indent: true },
  { key: 'fibreG', label: 'Fibre', unit: 'g', required: false, row: 6 },
  { key: 'cholesterolMg', label: 'Cholesterol', unit: 'mg', required: true, row: 10 },
  { key: 'sodiumMg', label: 'Sodium', unit: 'mg', required: true, row: 11 },
] as const satisfies readonly Nutrient[];

interface Nutrient {
  key: string;
  /** On the form, with the unit after it. */
  label: string;
  unit: 'kcal' | 'g' | 'mg';
  /** FSSAI requires it per 100 g or 100 ml, so a listing without it is incomplete. */
  required: boolean;
  /** Its place in the nutrition table of the product page. */
  row: number;
  /** Indented under the nutrient above it. */
  indent?: true;
}

export type NutrientKey = (typeof NUTRIENTS)[number]['key'];

/** The nutrients in the order of the product page. */
export const PACK_NUTRIENTS: readonly (Nutrient & { key: NutrientKey })[] = [...NUTRIENTS].sort(
  (a, b) => a.row - b.row,
);
