/**
 * Whose messages can be believed: per bank or payment app its registered SMS headers, app packages and mail domains. The
 * lists are only the defaults; the owner can edit them in the settings.
 */
export interface Sender {
  /** Short name, as in `Reading.bank`. */
  bank: string;
  /** Registered SMS headers without operator, circle and suffix: `HDFCBK`. */
  headers: string[];
  /** Android packages, for notifications that a forwarder app passes on. */
  packages: string[];
  /** Mail domains; subdomains belong to them. */
  domains: string[];
}

const sender = (bank: string, headers: string, domains: string, packages = ''): Sender => ({
  bank,
  headers: headers.split(' ').filter(Boolean),
  packages: packages.split(' ').filter(Boolean),
  domains: domains.split(' ').filter(Boolean),
});

/**
 * Headers that the telecom regulator's register, a widely used app or real messages name; one that only looks like a bank's may
 * be registered by anyone. Domains are those seen in public sources, with the `.bank.in` domains that banks use since 2025. Only
 * banks can register these, so that a spelling that is not in use opens no door.
 */
export const DEFAULT_SENDERS: readonly Sender[] = [
  sender(
    'HDFC',
    'HDFCBK HDFCBN HDFCBA HDFCAL',
    'hdfcbank.net hdfcbank.com hdfcbank.bank.in hdfc.bank.in',
    'com.snapwork.hdfc com.hdfcbank.smarthubvyapar',
  ),
  sender(
    'ICICI',
    'ICICIB ICICIT ICICBK ICIBNK ICBANK',
    'icicibank.com icici.bank.in icicibank.bank.in',
    'com.csam.icici.bank.imobile',
  ),
  sender(
    'SBI',
    'SBIUPI SBIINB SBIBNK SBIPSG CBSSBI ATMSBI SBYONO SBITRN SBIPAY SBGMBS',
    'alerts.sbi.co.in sbi.co.in alerts.sbi.bank.in sbi.bank.in',
    'com.sbi.lotusintouch',
  ),
  sender('AXIS', 'AXISBK AXISBN AXISIN', 'axisbank.com axis.bank.in axisbank.bank.in', 'com.axis.mobile'),
  sender('KOTAK', 'KOTAKB KOTAKM KOTAKP KBANKT', 'kotak.com kotak.bank.in kotakbank.bank.in', 'com.msf.kbank.mobile'),
  sender('PNB', 'PNBSMS PNBBNK PNBUPI PNBMOB PNBRTS', 'pnb.co.in pnb.bank.in'),
  sender(
    'BOB',
    'BOBTXN BOBSMS BOBBNK BOBUPI BOBMSG',
    'bankofbaroda.com bankofbaroda.co.in bankofbaroda.bank.in bob.bank.in',
  ),
  sender('CANARA', 'CANBNK CANARA CNRBNK CAANBK', 'canarabank.com canarabank.bank.in canara.bank.in'),
  sender('UNION', 'UNIONB UBOI UNBOIN', 'unionbankofindia.com unionbankofindia.bank.in unionbank.bank.in'),
  sender(
    'IDFC',
    'IDFCFB IDFCBK IDFCFS',
    'idfcfirstbank.com idfcbank.com idfcfirst.bank.in idfcfirstbank.bank.in idfc.bank.in',
  ),
  sender('YES', 'YESBNK YESBAK', 'yesbank.in yes.bank.in yesbank.bank.in'),
  sender('INDUSIND', 'INDUSB INDUSIND INDUSA INDUSO', 'indusind.com indusind.bank.in indusindbank.bank.in'),
  sender('FEDERAL', 'FEDBNK FEDFIB', 'federalbank.co.in federal.bank.in federalbank.bank.in'),
  sender('AU', 'AUBANK AUBSMS AUBMSG', 'aubank.in au.bank.in aubank.bank.in'),
  sender('BANDHAN', 'BDNSMS BANDHN BNDNBK', 'bandhanbank.com bandhan.bank.in bandhanbank.bank.in'),
  sender('IPPB', 'IPBMSG MYIPPB', 'ippbonline.in ippb.bank.in ippbonline.bank.in'),
  sender('EQUITAS', 'EQUTAS EQUTAT', 'equitasbank.com equitas.bank.in equitasbank.bank.in'),
  sender('RBL', 'RBLBNK', 'rblbank.com rbl.bank.in rblbank.bank.in'),
  sender('INDIAN', 'INDBNK INDBMK INBUPI', 'indianbank.co.in indianbank.bank.in'),
  sender('SIB', 'SIBSMS', 'sib.co.in southindianbank.com southindian.bank.in sib.bank.in southindianbank.bank.in'),
  sender('KARNATAKA', 'KGBANK KBLBNK KARBNK KTKBNK', 'ktkbank.com karnatakabank.bank.in ktk.bank.in'),
  sender('DHANLAXMI', 'DLBANK DHANBK', 'dhanbank.co.in dhanlaxmi.bank.in'),
  sender('BOI', 'BOIIND BOITXN BOIBAL STARBI', 'bankofindia.co.in bankofindia.bank.in boi.bank.in'),
  sender('IOB', 'IOBCHN IOBBNK IOBANK IOBBQR', 'iob.in iobnet.co.in iob.bank.in'),
  sender('CENTRAL', 'CENTBK CBOISP CBOSMS', 'centralbank.co.in centralbankofindia.co.in centralbank.bank.in'),
  sender('UCO', 'UCOBNK', 'ucobank.co.in ucobank.com uco.bank.in ucobank.bank.in'),
  sender('MAHARASHTRA', 'MAHABK', 'mahabank.co.in bankofmaharashtra.in bankofmaharashtra.bank.in'),
  sender('KVB', 'KVBANK KVBUPI KVBSMS KVBMPY', 'kvbmail.com kvb.co.in kvb.bank.in'),
  sender('CUB', 'CUBANK CUBLTD CUBSMS CUBUPI', 'cityunionbank.in cityunionbank.com cityunionbank.bank.in cub.bank.in'),
  sender('IDBI', 'IDBIBK', 'idbi.co.in idbibank.co.in idbi.bank.in'),
  sender('DBS', 'DBSBNK DIGIBK DBSLVB', 'dbs.com dbs.bank.in'),
  sender('JKB', 'JKBANK', 'jkbmail.com jkbank.com jkb.bank.in jkbank.bank.in'),
  sender('HSBC', 'HSBCIN HSBCBK HSBCIM', 'hsbc.co.in hsbc.bank.in'),
  sender('SCB', 'SCBANK FROMSC', 'sc.com sc.bank.in'),
  sender('AIRTEL', 'AIRBNK AIRMNY', 'airtelbank.com airtel.bank.in airtelpaymentsbank.bank.in'),
  sender('TMB', 'TMBANK TMBLTD', 'tmbank.in tmb.in tmb.bank.in'),
  sender('DCB', 'DCBANK DCBBNK', 'dcbbank.com dcb.bank.in dcbbank.bank.in'),
  sender('JANA', 'JANABK', 'janabank.com jana.bank.in janabank.bank.in'),
  sender('PSB', 'PSBANK', 'psb.co.in psb.bank.in'),
  sender('CSB', 'CSBBNK', 'csb.co.in csb.bank.in'),
  sender('ESAF', 'ESAFBK ESAFSF', 'esafbank.com esaf.bank.in esafbank.bank.in'),
  sender('UTKARSH', 'UTKSFB UTKBNK UTKSPR', 'utkarsh.bank utkarsh.bank.in'),
  sender('SURYODAY', 'SURYDY SSFBNK', 'suryodaybank.com suryoday.bank.in suryodaybank.bank.in'),
  sender('SARASWAT', 'SARBNK SRCBNK', 'saraswatbank.com saraswat.bank.in saraswatbank.bank.in'),
  sender('COSMOS', 'COSBNK COSMOS', 'cosmosbank.com cosmos.bank.in cosmosbank.bank.in'),
  sender('SVC', 'SVCBNK', 'svcbank.com svc.bank.in svcbank.bank.in'),
  sender('TJSB', 'TJSBBK', 'tjsbbank.co.in tjsb.bank.in tjsbbank.bank.in'),
  sender('CITI', 'CITIBK CITIBN', 'citibank.com citi.com'),
  sender('FINO', 'FINOBK FINOIN', 'finobank.com fino.bank.in finobank.bank.in'),
  sender('JIO', 'JIOPBS JIOPBL JIOMNY', 'jio.bank.in jiopaymentsbank.bank.in'),
  sender('NSDL', 'NSDLPB', 'nsdlbank.com nsdl.bank.in nsdlbank.bank.in'),
  sender('JUPITER', 'JTEDGE', 'jupiter.money'),
  sender('SLICE', 'SLICEB SLCEIT SLCBNK', 'slice.bank.in slicebank.bank.in'),
  sender('NAINITAL', '', 'nainitalbank.co.in nainital.bank.in nainitalbank.bank.in'),
  sender('CAPITAL', '', 'capitalbank.co.in capital.bank.in capitalbank.bank.in'),
  sender('SHIVALIK', '', 'shivalikbank.com shivalik.bank.in shivalikbank.bank.in'),
  sender('UNITY', '', 'theunitybank.com unity.bank.in theunitybank.bank.in'),
  sender('KERALA', 'KELBNK', 'keralabank.bank.in'),
  sender('POST', 'DOPBNK', ''),
  sender('UJJIVAN', 'UJJIVN', 'ujjivansfb.in ujjivansfb.com ujjivansfb.bank.in'),
  sender('PAYTM', 'PAYTMB PYTMBZ PYTMBK IPAYTM VPAYTM', 'paytm.com', 'net.one97.paytm com.paytm.business'),
  sender('PHONEPE', 'PHONPE', 'phonepe.com', 'com.phonepe.app.business com.phonepe.app'),
  sender('BHARATPE', 'BHRTPE', 'bharatpe.com', 'com.bharatpe.app'),
  // No mail domain: through Google's services anybody can send mails of google.com with a text of their own.
  sender('GPAY', '', '', 'com.google.android.apps.nbu.paisa.merchant com.google.android.apps.nbu.paisa.user'),
];

/** How banks name themselves in the text, longer names first. */
const NAMES: readonly { bank: string; name: RegExp }[] = [
  { bank: 'HDFC', name: /\bhdfc\b/i },
  { bank: 'ICICI', name: /\bicici\b/i },
  { bank: 'IPPB', name: /\b(?:ippb|india post payments)\b/i },
  { bank: 'UNION', name: /\bunion bank\b/i },
  { bank: 'BOB', name: /\b(?:bank of baroda|bob)\b/i },
  { bank: 'BOI', name: /(?<!(?:union|state|central|reserve) )\bbank of india\b|\bboi\b/i },
  { bank: 'SIB', name: /\b(?:south indian bank|sib)\b/i },
  { bank: 'INDIAN', name: /(?<!south )\bindian bank\b/i },
  { bank: 'INDUSIND', name: /\bindusind\b/i },
  { bank: 'IDFC', name: /\bidfc\b/i },
  { bank: 'PNB', name: /\b(?:pnb|punjab national)\b/i },
  { bank: 'AXIS', name: /\baxis bank\b/i },
  { bank: 'KOTAK', name: /\bkotak(?:811)?\b/i },
  { bank: 'CANARA', name: /\bcanara\s?bank\b/i },
  { bank: 'YES', name: /\byes bank\b/i },
  { bank: 'FEDERAL', name: /\b(?:federal bank|fi money)\b/i },
  { bank: 'AU', name: /\bau (?:small finance )?bank\b/i },
  { bank: 'BANDHAN', name: /\bbandhan\b/i },
  { bank: 'EQUITAS', name: /\bequitas\b/i },
  { bank: 'RBL', name: /\brbl\b/i },
  { bank: 'KARNATAKA', name: /\bkarnataka bank\b/i },
  { bank: 'DHANLAXMI', name: /\bdhanlaxmi\b/i },
  { bank: 'IOB', name: /\b(?:iob|indian overseas bank)\b/i },
  { bank: 'CENTRAL', name: /\b(?:cboi|central bank of india)\b/i },
  { bank: 'UCO', name: /\buco\b/i },
  { bank: 'MAHARASHTRA', name: /\b(?:mahabank|bank of maharashtra)\b/i },
  { bank: 'KVB', name: /\b(?:kvb|karur vysya)\b/i },
  { bank: 'CUB', name: /\b(?:cub|city union bank)\b/i },
  { bank: 'IDBI', name: /\bidbi\b/i },
  { bank: 'DBS', name: /\bdbs\b/i },
  { bank: 'UJJIVAN', name: /\bujjivan\b/i },
  { bank: 'JKB', name: /\b(?:j&k bank|jk bank|jammu (?:&|and) kashmir bank)\b/i },
  { bank: 'HSBC', name: /\bhsbc\b/i },
  { bank: 'SCB', name: /\b(?:standard chartered|stanchart)\b/i },
  { bank: 'AIRTEL', name: /\bairtel payments bank\b/i },
  { bank: 'TMB', name: /\b(?:tmb|tamilnad mercantile)\b/i },
  { bank: 'DCB', name: /\bdcb\b/i },
  { bank: 'JANA', name: /\bjana (?:small finance )?bank\b/i },
  { bank: 'PSB', name: /\bpunjab ?(?:&|and) ?sind\b/i },
  { bank: 'CSB', name: /\bcsb\b/i },
  { bank: 'ESAF', name: /\besaf\b/i },
  { bank: 'UTKARSH', name: /\butkarsh\b/i },
  { bank: 'SURYODAY', name: /\bsuryoday\b/i },
  { bank: 'SARASWAT', name: /\bsaraswat\b/i },
  { bank: 'COSMOS', name: /\bcosmos bank\b/i },
  { bank: 'SVC', name: /\bsvc\b/i },
  { bank: 'TJSB', name: /\btjsb\b/i },
  { bank: 'CITI', name: /\bcitibank\b/i },
  { bank: 'FINO', name: /\bfino\b/i },
  { bank: 'JIO', name: /\bjio payments bank\b/i },
  { bank: 'NSDL', name: /\bnsdl payments bank\b/i },
  { bank: 'SBI', name: /\b(?:sbi|state bank of india)\b/i },
  { bank: 'GPAY', name: /\b(?:google pay|gpay)\b/i },
  { bank: 'PHONEPE', name: /\bphonepe\b/i },
  { bank: 'BHARATPE', name: /\bbharatpe\b/i },
  { bank: 'PAYTM', name: /\bpaytm\b/i },
];

/** The bank that signs the text, or null; the last name counts because the payer's bank may stand before it. */
export function bankNamed(text: string): string | null {
  let best: { bank: string; index: number } | null = null;
  for (const { bank, name } of NAMES) {
    const last = [...text.matchAll(new RegExp(name.source, 'gi'))].at(-1);
    if (last && (!best || last.index > best.index)) best = { bank, index: last.index };
  }
  return best?.bank ?? null;
}

/** Operator and circle, two letters, with or without a dash. */
const PREFIX = /^[A-Z]{2}-?(?=[A-Z])/;

/**
 * Whether an SMS header or an app package belongs to a known bank, and to which. A header counts only as a whole, with
 * the two letters of operator and circle before it or without, and with `-S`, `-T`, `-G` or no suffix; `-P` is an offer
 * and names the bank but is not trusted. Phone numbers and numeric IDs are nobody's.
 */
export function trustedSender(
  address: string,
  senders: readonly Sender[] = DEFAULT_SENDERS,
): { trusted: boolean; bank: string | null } {
  const plain = address.trim();
  // Some foreign letters become A to Z in capitals.
  if (!/^[\x20-\x7e]*$/.test(plain)) return { trusted: false, bank: null };
  if (plain.includes('.')) {
    const found = senders.find((entry) => entry.packages.includes(plain));
    return { trusted: found !== undefined, bank: found?.bank ?? null };
  }
  const [, label = '', suffix = ''] = /^(.*?)(?:-([A-Z]))?$/.exec(plain.toUpperCase()) ?? [];
  if (!/^[A-Z][A-Z-]*$/.test(label)) return { trusted: false, bank: null };
  const names = [label, label.replace(PREFIX, '')];
  const found = senders.find((entry) => entry.headers.some((header) => names.includes(header.toUpperCase())));
  return { trusted: found !== undefined && ['', 'S', 'T', 'G'].includes(suffix), bank: found?.bank ?? null };
}
