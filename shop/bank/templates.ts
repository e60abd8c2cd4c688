import { grammarOf } from './grammar.ts';
import { Template } from './template.ts';
import airtel from './templates/airtel.json' with { type: 'json' };
import au from './templates/au.json' with { type: 'json' };
import axis from './templates/axis.json' with { type: 'json' };
import bandhan from './templates/bandhan.json' with { type: 'json' };
import bharatpe from './templates/bharatpe.json' with { type: 'json' };
import bhim from './templates/bhim.json' with { type: 'json' };
import bob from './templates/bob.json' with { type: 'json' };
import boi from './templates/boi.json' with { type: 'json' };
import canara from './templates/canara.json' with { type: 'json' };
import central from './templates/central.json' with { type: 'json' };
import cosmos from './templates/cosmos.json' with { type: 'json' };
import csb from './templates/csb.json' with { type: 'json' };
import cub from './templates/cub.json' with { type: 'json' };
import dbs from './templates/dbs.json' with { type: 'json' };
import dcb from './templates/dcb.json' with { type: 'json' };
import equitas from './templates/equitas.json' with { type: 'json' };
import federal from './templates/federal.json' with { type: 'json' };
import fino from './templates/fino.json' with { type: 'json' };
import gpay from './templates/gpay.json' with { type: 'json' };
import hdfc from './templates/hdfc.json' with { type: 'json' };
import icici from './templates/icici.json' with { type: 'json' };
import idbi from './templates/idbi.json' with { type: 'json' };
import idfc from './templates/idfc.json' with { type: 'json' };
import indian from './templates/indian.json' with { type: 'json' };
import indusind from './templates/indusind.json' with { type: 'json' };
import iob from './templates/iob.json' with { type: 'json' };
import ippb from './templates/ippb.json' with { type: 'json' };
import jio from './templates/jio.json' with { type: 'json' };
import jkb from './templates/jkb.json' with { type: 'json' };
import karnataka from './templates/karnataka.json' with { type: 'json' };
import kotak from './templates/kotak.json' with { type: 'json' };
import kvb from './templates/kvb.json' with { type: 'json' };
import maharashtra from './templates/maharashtra.json' with { type: 'json' };
import others from './templates/others.json' with { type: 'json' };
import paytm from './templates/paytm.json' with { type: 'json' };
import phonepe from './templates/phonepe.json' with { type: 'json' };
import pnb from './templates/pnb.json' with { type: 'json' };
import rbl from './templates/rbl.json' with { type: 'json' };
import saraswat from './templates/saraswat.json' with { type: 'json' };
import sbi from './templates/sbi.json' with { type: 'json' };
import sib from './templates/sib.json' with { type: 'json' };
import tmb from './templates/tmb.json' with { type: 'json' };
import uco from './templates/uco.json' with { type: 'json' };
import ujjivan from './templates/ujjivan.json' with { type: 'json' };
import union from './templates/union.json' with { type: 'json' };
import yes from './templates/yes.json' with { type: 'json' };

/** One file per bank or payment app. */
const FILES: readonly unknown[] = [
  airtel,
  au,
  axis,
  bandhan,
  bharatpe,
  bhim,
  bob,
  boi,
  canara,
  central,
  cosmos,
  csb,
  cub,
  dbs,
  dcb,
  equitas,
  federal,
  fino,
  gpay,
  hdfc,
  icici,
  idbi,
  idfc,
  indian,
  indusind,
  iob,
  ippb,
  jio,
  jkb,
  karnataka,
  kotak,
  kvb,
  maharashtra,
  others,
  paytm,
  phonepe,
  pnb,
  rbl,
  saraswat,
  sbi,
  sib,
  tmb,
  uco,
  ujjivan,
  union,
  yes,
];

/**
 * The built-in wordings of all banks.
 *
 * @throws Error at start when one is not well formed or two have one id
 */
export const TEMPLATES: readonly Template[] = loadTemplates(FILES);

export function loadTemplates(files: readonly unknown[]): Template[] {
  const all = files.flatMap((file) => Template.array().parse(file));
  const ids = new Set<string>();
  for (const template of all) {
    if (ids.has(template.id)) throw new Error(`Two templates have the id ${template.id}.`);
    ids.add(template.id);
    grammarOf(template);
  }
  return all;
}
