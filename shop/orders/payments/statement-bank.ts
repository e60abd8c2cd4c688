import { amountOfText, type Cell, textOf } from './statement-cells.ts';

/** Reads from the words around the table whose statement it is. */

/** Short names as in `Reading`. The first pattern that fits wins. */
const BANKS: readonly [string, RegExp][] = [
  ['HDFC', /\bHDFC\b/i],
  ['ICICI', /\bICICI\b/i],
  ['SBI', /\bState Bank of India\b|\bSBI\b/i],
  ['AXIS', /\bAxis Bank\b/i],
  ['KOTAK', /\bKotak\b/i],
  ['PNB', /\bPunjab National Bank\b|\bPNB\b/i],
  ['BOB', /\bBank of Baroda\b|\bBoB\b/],
  ['CANARA', /\bCanara\b/i],
  ['UNION', /\bUnion Bank\b/i],
  ['IDFC', /\bIDFC\b/i],
  ['YES', /\bYES BANK\b/i],
  ['INDUSIND', /\bIndusInd\b/i],
  ['FEDERAL', /\bFederal Bank\b/i],
  ['IDBI', /\bIDBI\b/i],
  ['BOM', /\bBank of Maharashtra\b/i],
  ['BOI', /\bBank of India\b/i],
  ['BANDHAN', /\bBandhan\b/i],
  ['AU', /\bAU Small Finance\b/i],
  ['RBL', /\bRBL\b/i],
  ['CENTRAL', /\bCentral Bank of India\b/i],
  ['INDIAN', /\bIndian Bank\b/i],
  ['IOB', /\bIndian Overseas Bank\b/i],
  ['UCO', /\bUCO Bank\b/i],
  ['DBS', /\bDBS\b/i],
  ['KVB', /\bKarur Vysya\b/i],
  ['SIB', /\bSouth Indian Bank\b/i],
  ['CUB', /\bCity Union Bank\b/i],
  ['KBL', /\bKarnataka Bank\b/i],
];

/** First four letters of the branch code (IFSC). */
const IFSC: Readonly<Record<string, string>> = {
  HDFC: 'HDFC',
  ICIC: 'ICICI',
  SBIN: 'SBI',
  UTIB: 'AXIS',
  KKBK: 'KOTAK',
  PUNB: 'PNB',
  BARB: 'BOB',
  CNRB: 'CANARA',
  UBIN: 'UNION',
  IDFB: 'IDFC',
  YESB: 'YES',
  INDB: 'INDUSIND',
  FDRL: 'FEDERAL',
  IBKL: 'IDBI',
  MAHB: 'BOM',
  BKID: 'BOI',
  BDBL: 'BANDHAN',
  AUBL: 'AU',
  RATN: 'RBL',
};

/** Headings that only one bank uses, as letters. Used when the file does not name its bank. */
const HEADINGS: readonly [string, RegExp][] = [
  ['HDFC', /withdrawalamt depositamt closingbalance|valuedat debitamount creditamount chqrefnumber/],
  ['ICICI', /transactionremarks withdrawalamount|transactionamountinr availablebalanceinr/],
  ['AXIS', /chqno particulars dr cr bal sol|particulars amountinr debitcredit balanceinr/],
  ['KOTAK', /chqrefno amount drcr balance|withdrawaldrdepositcr|transactiondetails chqrefno debit credit/],
  ['SBI', /description refnochequeno debit credit balance/],
  ['CANARA', /chequeno description branchcode debit credit/],
  ['UNION', /tranid remarks amountrs balancers/],
  ['YES', /referencenumber withdrawals deposits runningbalance/],
  ['INDUSIND', /particulars chqrefno withdrawl deposit balance/],
  ['FEDERAL', /trantype tranid chequedetails withdrawals deposits/],
  ['BOB', /withdrawaldr depositcr balanceinr/],
];

/** @param around cells above and below the table @param header headings of the table */
export function bankOf(around: readonly (readonly string[])[], header: readonly string[]): string | null {
  for (const row of around) {
    for (const text of row) {
      const found = text.length < 120 && BANKS.find(([, pattern]) => pattern.test(text));
      if (found) return found[0];
    }
  }
  const headings = header.map((text) => text.toLowerCase().replace(/[^a-z]/g, '')).join(' ');
  const style = HEADINGS.find(([, pattern]) => pattern.test(headings.replace(/\s+/g, ' ')));
  const code = around
    .flat()
    .join(' ')
    .match(/\bIFSC?\b[^A-Z0-9]*(?:CODE)?[^A-Z0-9]*([A-Z]{4})0/i)?.[1];
  return (code && IFSC[code.toUpperCase()]) || (style?.[0] ?? null);
}

const ACCOUNT =
  /\b(?:account|a\/?c|acct)\b(?![ :-]*(?:name|type|holder|status|statement|title|branch|open|currency|desc))/i;
const NUMBER = /(?:^|[^A-Za-z0-9])_?((?:[X*x]{1,14}[- ]?)?\d{3,18})(?!\d|[\d,]*\.\d)/;

/** The last digits of the account as far as they are shown, at most four; null when the file names no account. */
export function accountTailOf(around: readonly (readonly Cell[])[]): string | null {
  for (const [index, row] of around.entries()) {
    for (const [column, cell] of row.entries()) {
      const text = textOf(cell);
      const label = text.length < 300 ? ACCOUNT.exec(text) : null;
      if (!label) continue;
      const beside = row
        .slice(column + 1, column + 4)
        .map(textOf)
        .filter((other) => !/^:?$/.test(other));
      const places = [
        text.slice(label.index + label[0].length),
        ...beside.slice(0, 1),
        textOf(around[index + 1]?.[column]),
      ];
      for (const [at, place] of places.entries()) {
        // A label of another thing ends the search to the right.
        const digits = at > 0 && /[a-z]{4}.*:/i.test(place) ? undefined : NUMBER.exec(` ${place}`)?.[1];
        const plain = digits?.replace(/\D/g, '');
        if (
          digits &&
          plain &&
          (plain.length >= 9 || /[X*]/i.test(digits) || (plain.length === 4 && /\bending\b/i.test(text)))
        ) {
          return plain.slice(-4);
        }
      }
    }
  }
  return null;
}

/** Up to four last digits of a cell that holds nothing but the number of an account, `XXXXXX4417`. */
export function tailOf(text: string): string | null {
  const digits = /^[X*x-]*(\d{3,18})$/.exec(text)?.[1];
  return digits?.slice(-4) ?? null;
}

const OPENING = /\bopening\s*bal|\bbalance\s*b\/?f|\bbrought\s*forward|\bb\/f\b|\bprevious\s*balance/i;
const NOT_A_LINE =
  /^(?:[*\s]*)(?:opening\s*bal|closing\s*bal|balance\s*(?:b\/?f|c\/?f|brought|carried)|brought\s*forward|carried\s*forward|b\/f\b|c\/f\b|(?:grand|sub|page|running|day|daily|day's)?[\s-]*totals?\b|total\s|transaction\s*total|statement\s*summary|summary\b|page\s*\d|previous\s*balance|(?:this|\*+this) is a\b|end of statement|number of|disclaimer\b|generated (?:on|by)\b)/i;

/** Whether the row is an opening or closing balance, a total, or a remark, and no transaction. */
export function isNoLine(texts: readonly string[]): boolean {
  return texts.some((text) => text.length < 200 && NOT_A_LINE.test(text));
}

/** Opening balances in paise that the rows state, in the order of likelihood. */
export function openingsOf(rows: readonly (readonly string[])[]): number[] {
  const found: number[] = [];
  const add = (text: string | undefined) => {
    const amount = text ? amountOfText(text) : null;
    if (amount) found.push(amount.sign === 'debit' || amount.sign === 'minus' ? -amount.paise : amount.paise);
  };
  for (const [index, row] of rows.entries()) {
    const column = row.findIndex((text) => text.length < 200 && OPENING.test(text));
    if (column < 0) continue;
    add(row[column]?.replace(/^.*?(?:bal(?:ance)?|b\/f|forward)[^\d₹(-]*/i, ''));
    for (const text of row.slice(column + 1)) add(text);
    add(rows[index + 1]?.[column]);
  }
  return [...new Set(found)];
}
