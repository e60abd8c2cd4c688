import { describe, expect, test } from 'vitest';
import { type Cell, coveredDays, readStatement, type Statement } from './statement.ts';

/**
 * Shapes of statements that banks export, all invented. A table is written as text, cells separated by `|`; `#12.5` is a number cell.
 */
function sheet(text: string): Cell[][] {
  return text
    .trim()
    .split('\n')
    .map((line) =>
      line
        .trim()
        .split('|')
        .map((cell) => cell.trim())
        .map((cell) =>
          cell.startsWith('#') && !cell.startsWith('##') ? Number(cell.slice(1)) : cell.replaceAll('⏎', '\n'),
        ),
    );
}

function read(...texts: string[]): Statement {
  const result = readStatement(texts.map(sheet));
  if ('refusal' in result) throw new Error(result.refusal);
  return result;
}

/** `date ±paise rrn [more references]`, oldest first; a star marks money that came back. */
function told({ lines }: Statement): string[] {
  return lines.map(({ date, direction, amountPaise, rrn, refs, reversal }) =>
    [
      date.slice(5),
      `${direction === 'credit' ? '+' : '-'}${amountPaise}${reversal ? '*' : ''}`,
      rrn ?? '-',
      ...refs,
    ].join(' '),
  );
}

const A = '630829814940';
const B = '631058251507';
const C = '631121056773';
/** A 12-digit number in the payer's words: another order's UTR. */
const NOTE = '631209962119';
const MOBILE = '919000012345';

const SHAPES: Record<string, [table: string, lines: string[]]> = {
  'two columns, oldest first': [
    `Date|Description|Debit|Credit|Balance
     04/11/2026|UPI/${A}/NAME|||0
     04/11/2026|UPI/CR/${A}/NAME/BANK/a@ok/note||500.00|1,500.00
     06/11/2026|UPI/DR/${B}/NAME/BANK/a@ok/note|200.00||1,300.00`,
    [`11-04 +50000 ${A}`, `11-06 -20000 ${B}`],
  ],
  'newest first, balances rule': [
    `Date|Description|Debit|Credit|Balance
     06/11/2026|UPI/DR/${B}/NAME|200.00||1,300.00
     05/11/2026|UPI/CR/${C}/NAME||300.00|1,500.00
     04/11/2026|UPI/CR/${A}/NAME||500.00|1,200.00`,
    [`11-04 +50000 ${A}`, `11-05 +30000 ${C}`, `11-06 -20000 ${B}`],
  ],
  'DR and CR swapped': [
    `Tran Date|Particulars|DR|CR|BAL
     04-11-2026|UPI/P2A/${A}/NAME|500.00||1500.00
     05-11-2026|UPI/P2A/${C}/NAME|300.00||1800.00
     06-11-2026|UPI/P2M/${B}/SHOP||200.00|1600.00`,
    [`11-04 +50000 ${A}`, `11-05 +30000 ${C}`, `11-06 -20000 ${B}`],
  ],
  'DR and CR swapped, newest first': [
    `Tran Date|Particulars|DR|CR|BAL
     06-11-2026|UPI/P2M/${B}/SHOP||200.00|1600.00
     05-11-2026|UPI/P2A/${C}/NAME|300.00||1800.00
     04-11-2026|UPI/P2A/${A}/NAME|500.00||1500.00`,
    [`11-04 +50000 ${A}`, `11-05 +30000 ${C}`, `11-06 -20000 ${B}`],
  ],
  'swapped sign words': [
    `Date|Details|Amount|Type|Balance
     04-11-2026|UPI/${A}/NAME|500.00|DR|1500.00
     05-11-2026|UPI/${C}/NAME|300.00|DR|1800.00
     06-11-2026|UPI/${B}/SHOP|200.00|CR|1600.00`,
    [`11-04 +50000 ${A}`, `11-05 +30000 ${C}`, `11-06 -20000 ${B}`],
  ],
  'all amounts alike on one day, newest first by the headings': [
    `Date|Description|Debit|Credit|Balance
     04/11/2026|UPI/${A}/NAME||599.00|2,797.00
     04/11/2026|UPI/${B}/NAME||599.00|2,198.00
     04/11/2026|UPI/${C}/NAME||599.00|1,599.00`,
    [`11-04 +59900 ${C}`, `11-04 +59900 ${B}`, `11-04 +59900 ${A}`],
  ],
  'no headings at all': [
    `04-11-2026|UPI/CR/${A}/NAME||500.00|1500.00
     05-11-2026|UPI/CR/${C}/NAME||300.00|1800.00
     06-11-2026|UPI/DR/${B}/NAME|200.00||1600.00`,
    [`11-04 +50000 ${A}`, `11-05 +30000 ${C}`, `11-06 -20000 ${B}`],
  ],
  'no headings, balance in front of the amounts': [
    `1500.00|04-11-2026|500.00||UPI/CR/${A}/NAME
     1800.00|05-11-2026|300.00||UPI/CR/${C}/NAME
     1600.00|06-11-2026||200.00|UPI/DR/${B}/NAME`,
    [`11-04 +50000 ${A}`, `11-05 +30000 ${C}`, `11-06 -20000 ${B}`],
  ],
  'foreign headings in another order': [
    `Saldo|Betrag|Buchungstext|Tag
     1500.00|500.00|UPI/CR/${A}/NAME|04-11-2026
     1800.00|300.00|UPI/CR/${C}/NAME|05-11-2026
     1600.00|200.00|UPI/DR/${B}/NAME|06-11-2026`,
    [`11-04 +50000 ${A}`, `11-05 +30000 ${C}`, `11-06 -20000 ${B}`],
  ],
  'signed amounts': [
    `Date|Description|Amount|Balance
     04/11/2026|UPI/${A}/NAME|+500.00|1500.00
     05/11/2026|UPI/${C}/NAME|300.00|1800.00
     06/11/2026|UPI/${B}/SHOP|-200.00|1600.00`,
    [`11-04 +50000 ${A}`, `11-05 +30000 ${C}`, `11-06 -20000 ${B}`],
  ],
  'brackets for money out, without balances': [
    `Date|Description|Amount
     04/11/2026|UPI/${A}/NAME|500.00
     06/11/2026|UPI/${B}/SHOP|(200.00)`,
    [`11-04 +50000 ${A}`, `11-06 -20000 ${B}`],
  ],
  'Cr and Dr behind the amount, without balances': [
    `Date|Remarks|Withdrawal (Dr)/Deposit (Cr)
     04/11/2026|UPI/NAME/${A}/note|1,234.00(Cr)
     05/11/2026|UPI/NAME/${C}/note|300.00 (Cr)
     06/11/2026|UPI/SHOP/${B}/note|200.00(Dr)`,
    [`11-04 +123400 ${A}`, `11-05 +30000 ${C}`, `11-06 -20000 ${B}`],
  ],
  'INR and CR/DR column': [
    `Sr No|Txn Date|CR/DR|Amount (INR)|Remarks
     1|04/11/2026|CR|100.00 INR|UPI/CR/C${A}/NAME
     2|05/11/2026|CR|INR 300|UPI/CR/C${C}/NAME
     3|06/11/2026|DR|Rs. 1,00,102.03|UPI/DR/C${B}/NAME`,
    [`11-04 +10000 ${A}`, `11-05 +30000 ${C}`, `11-06 -10010203 ${B}`],
  ],
  'only one line': [
    `Date|Narration|Chq./Ref.No.|Value Dt|Withdrawal Amt.|Deposit Amt.|Closing Balance
     04/11/26|UPI-N SHAH-N.SHAH@OKX-EXMB0000101-${A}-TEA|0000${A}|04/11/26||500.00|1500.00`,
    [`11-04 +50000 ${A}`],
  ],
  'only one line, swapped, with an opening balance': [
    `Opening Balance|2,000.00
     Date|Narration|Debit|Credit|Balance
     04/11/26|UPI/${A}/NAME||500.00|1,500.00`,
    [`11-04 -50000 ${A}`],
  ],
  'overdrawn account': [
    `Date|Narration|Debit|Credit|Balance
     04/11/2026|UPI/${A}/NAME||500.00|1,500.00 Dr
     05/11/2026|UPI/${C}/NAME||300.00|1,200.00 Dr
     06/11/2026|UPI/${B}/SHOP|200.00||1,400.00 Dr`,
    [`11-04 +50000 ${A}`, `11-05 +30000 ${C}`, `11-06 -20000 ${B}`],
  ],
  'overdrawn account with a sign column': [
    `Date|Narration|Amount|Dr / Cr|Balance|Dr / Cr
     04/11/2026|UPI/${A}/NAME|500.00|CR|1,500.00|DR
     05/11/2026|UPI/${C}/NAME|300.00|CR|1,200.00|DR
     06/11/2026|UPI/${B}/SHOP|200.00|DR|1,400.00|DR`,
    [`11-04 +50000 ${A}`, `11-05 +30000 ${C}`, `11-06 -20000 ${B}`],
  ],
  'from overdrawn to full and back': [
    `Date|Narration|Debit|Credit|Balance
     04/11/2026|UPI/${A}/NAME||500.00|400.00 Cr
     05/11/2026|UPI/${B}/SHOP|600.00||200.00 Dr
     06/11/2026|UPI/${C}/NAME||300.00|100.00 Cr`,
    [`11-04 +50000 ${A}`, `11-05 -60000 ${B}`, `11-06 +30000 ${C}`],
  ],
  'zeros and dashes on the empty side': [
    `S No.|Value Date|Transaction Date|Cheque Number|Transaction Remarks|Withdrawal Amount (INR )|Deposit Amount (INR )|Balance (INR )
     1|05/11/2026|04/11/2026|-|UPI/${A}/Payment/a@ok/BANK|0.00|500.00|1500.00
     2|06/11/2026|05/11/2026|-|UPI/${C}/Payment/a@ok/BANK|-|300.00|1800.00
     3|06/11/2026|06/11/2026|-|UPI/${B}/Payment/a@ok/BANK|200.00|0|1600.00`,
    [`11-04 +50000 ${A}`, `11-05 +30000 ${C}`, `11-06 -20000 ${B}`],
  ],
  'preamble, disclaimer, summary and totals': [
    `EXAMPLE BANK LTD|||||
     Account No : 50200041704417||IFSC : EXMA0000417|||
     Customer ID|900000417||Branch|Vashi, opened 01/02/2020|
     Opening Balance|Total Debit|Total Credit|Closing Balance||
     1,000.00|200.00|800.00|1,600.00||
     |||||
     ****|****|****|****|****|****
     Date|Narration|Ref|Withdrawal|Deposit|Balance
     ****|****|****|****|****|****
     |Opening Balance||||1,000.00
     04/11/26|UPI/${A}/NAME|||500.00|1,500.00
     05/11/26|UPI/${C}/NAME|||300.00|1,800.00
     06/11/26|UPI/${B}/SHOP||200.00||1,600.00
     |Closing Balance||||1,600.00
     GRAND TOTAL|||200.00|800.00|
     Total number of debits: 1 Total number of credits: 2|||||
     This is a computer generated statement of 01/12/2026, account 50200041704417.|||||`,
    [`11-04 +50000 ${A}`, `11-05 +30000 ${C}`, `11-06 -20000 ${B}`],
  ],
  'opening and closing rows with dates': [
    `Date|Particulars|Debit|Credit|Balance
     01/11/2026|B/F|||1,000.00
     04/11/2026|UPI/${A}/NAME||500.00|1,500.00
     06/11/2026|UPI/${B}/SHOP|200.00||1,300.00
     30/11/2026|Closing Balance|||1,300.00`,
    [`11-04 +50000 ${A}`, `11-06 -20000 ${B}`],
  ],
  'an opening balance in the deposit column': [
    `Date|Particulars|Debit|Credit|Balance
     01/11/2026|Opening Balance||1,000.00|1,000.00
     04/11/2026|UPI/${A}/NAME||500.00|1,500.00
     06/11/2026|UPI/${B}/SHOP|200.00||1,300.00`,
    [`11-04 +50000 ${A}`, `11-06 -20000 ${B}`],
  ],
  'pages with repeated headings': [
    `Date|Particulars|Debit|Credit|Balance
     04/11/2026|UPI/${A}/NAME||500.00|1,500.00
     Page 1 of 2||||
     |Carried forward|||1,500.00
     Date|Particulars|Debit|Credit|Balance
     |Brought forward|||1,500.00
     05/11/2026|UPI/${C}/NAME||300.00|1,800.00
     06/11/2026|UPI/${B}/SHOP|200.00||1,600.00`,
    [`11-04 +50000 ${A}`, `11-05 +30000 ${C}`, `11-06 -20000 ${B}`],
  ],
  'headings in two rows': [
    `Txn|Value|Description|Ref|Withdrawal|Deposit|Running
     Date|Date||No.|Amount|Amount|Balance
     04/11/2026|03/11/2026|UPI/NAME|${A}||500.00|1,500.00
     06/11/2026|06/11/2026|UPI/SHOP|${B}|200.00||1,300.00`,
    [`11-04 +50000 ${A}`, `11-06 -20000 ${B}`],
  ],
  'narration over several rows, cut inside the reference': [
    `Date|Narration|Debit|Credit|Balance
     04/11/26|UPI-NIDHI SHAH-NIDHI.S||500.00|1,500.00
     |HAH@OKX-EXMB0000101-6308|||
     |29814940-DRY FRUITS|||
     05/11/26|UPI/CR/63112105||300.00|1,800.00
     |6773/NAME|||
     06/11/26|UPI-SHOP-SHOP@OKX-EXMB0000101-${B}-X|200.00||1,600.00`,
    [`11-04 +50000 ${A}`, `11-05 +30000 ${C}`, `11-06 -20000 ${B}`],
  ],
  'amounts beside the last row of the narration': [
    `Date|Narration|Debit|Credit|Balance
     04/11/26|UPI/CR/63082|||
     |9814940/NAME||500.00|1,500.00
     06/11/26|UPI/DR/${B}|||
     |/SHOP|200.00||1,300.00`,
    [`11-04 +50000 ${A}`, `11-06 -20000 ${B}`],
  ],
  'line breaks inside the cell': [
    `Date|Narration|Debit|Credit|Balance
     04/11/26|UPI/CR/6308298⏎14940/NAME/BANK||500.00|1,500.00
     05/11/26|UPI⏎${C}⏎NAME||300.00|1,800.00
     06/11/26|UPI/DR/${B}/⏎SHOP|200.00||1,600.00`,
    [`11-04 +50000 ${A}`, `11-05 +30000 ${C}`, `11-06 -20000 ${B}`],
  ],
  'reference column cut over two rows': [
    `Date|Narration|Ref No|Debit|Credit|Balance
     04/11/26|UPI TRANSFER FROM|00006308||500.00|1,500.00
     |NIDHI SHAH|29814940|||
     06/11/26|UPI TRANSFER TO SHOP|0000${B}|200.00||1,300.00`,
    [`11-04 +50000 ${A}`, `11-06 -20000 ${B}`],
  ],
  'date and time touching, and a time below the date': [
    `Txn Date|Description|Debit|Credit|Balance
     04-11-202510:42:00|UPI/CR/${A}/NAME||500.00|1,500.00
     05-11-2025|UPI/CR/${C}/NAME||300.00|1,800.00
     11:20:05||||
     06-11-2025 00:10:00|UPI/DR/${B}/NAME|200.00||1,600.00`,
    [`11-04 +50000 ${A}`, `11-05 +30000 ${C}`, `11-06 -20000 ${B}`],
  ],
  'formula text': [
    `Txn Date|Cheque No.|Description|Debit|Credit|Balance
     ="04-11-2026 11:41:13"|="${A}"|UPI/CR/${A}/NAME|=""|="2,779.00"|="1,80,059.00"
     ="06-11-2026 11:41:13"|="${B}"|UPI/DR/${B}/NAME|="779.00"|=""|="1,79,280.00"`,
    [`11-04 +277900 ${A}`, `11-06 -77900 ${B}`],
  ],
  'serial numbers as dates': [
    `Date|Narration|Debit|Credit|Balance
     #46330|UPI/${A}/NAME||#500|#1500
     #46331.5|UPI/${C}/NAME||#300|#1800
     #46332|UPI/${B}/SHOP|#200||#1600`,
    [`11-04 +50000 ${A}`, `11-05 +30000 ${C}`, `11-06 -20000 ${B}`],
  ],
  'serial numbers as dates without headings': [
    `#46330|UPI/${A}/NAME||#500|#45500
     #46331|UPI/${C}/NAME||#300|#45800
     #46332|UPI/${B}/SHOP|#200||#45600`,
    [`11-04 +50000 ${A}`, `11-05 +30000 ${C}`, `11-06 -20000 ${B}`],
  ],
  'day before month, always': [
    `Date|Narration|Debit|Credit|Balance
     04/05/26|UPI/${A}/NAME||500.00|1,500.00
     05/06/26|UPI/${B}/SHOP|200.00||1,300.00`,
    [`05-04 +50000 ${A}`, `06-05 -20000 ${B}`],
  ],
  'month by name': [
    `Date|Narration|Debit|Credit|Balance
     June30, 2026|UPI/CR/C${A}/NAME||500.00|1,500.00
     July01, 2026|UPI/DR/C${B}/SHOP|200.00||1,300.00`,
    [`06-30 +50000 ${A}`, `07-01 -20000 ${B}`],
  ],
  'padded reference, and one in a number cell without its zero': [
    `Date|Narration|Chq./Ref.No.|Debit|Credit|Balance
     04/11/26|UPI-NAME|0000${A}||500.00|1,500.00
     05/11/26|UPI-NAME|#52514342803||300.00|1,800.00
     06/11/26|UPI-SHOP|#${B}|200.00||1,600.00`,
    [`11-04 +50000 ${A}`, '11-05 +30000 052514342803', `11-06 -20000 ${B}`],
  ],
  'eleven digits of text, thirteen digits and a lost number are no reference': [
    `Date|Narration|Ref No.|Debit|Credit|Balance
     04/11/26|UPI NAME|52514342803||500.00|1,500.00
     05/11/26|BY TRANSFER-UPI NAME|TRANSFER FROM 4897600093728||300.00|1,800.00
     06/11/26|UPI NAME|6.3E+11||200.00|2,000.00
     07/11/26|UPI NAME|4897600093728||200.00|2,200.00`,
    ['11-04 +50000 -', '11-05 +30000 -', '11-06 +20000 -', '11-07 +20000 -'],
  ],
  'two references of one line': [
    `Date|Description|Chq / Ref No.|Amount|Dr / Cr|Balance|Dr / Cr
     04-11-2026|UPI/NAME/${A}/note|UPI-${C}|500.00|CR|1,500.00|CR
     06-11-2026|UPI/SHOP/${B}/note|UPI-631415015032|200.00|DR|1,300.00|CR`,
    [`11-04 +50000 ${A} ${C}`, `11-06 -20000 ${B} 631415015032`],
  ],
  "the payer's note, name and VPA": [
    `Date|Narration|Debit|Credit|Balance
     01/11/26|UPI/${A}/${NOTE}/${MOBILE}@okx/BANK||500.00|1,500.00
     02/11/26|UPI/${B}/${NOTE}/a.b@okx/BANK||500.00|2,000.00
     03/11/26|UPI/${C}/tea/${MOBILE}@okx/BANK||500.00|2,500.00`,
    [`11-01 +50000 ${A}`, `11-02 +50000 ${B}`, `11-03 +50000 ${C}`],
  ],
  'the reference behind the remark': [
    `Date|Narration|Debit|Credit|Balance
     01/11/26|UPI/NIDHI SHAH/nidhi@okx/tea/EXAMPLE BANK/${A}/EXM1||500.00|1,500.00
     02/11/26|UPI/RAVI RAO/ravi@okx/${NOTE}/EXAMPLE BANK/${B}/EXM2||500.00|2,000.00
     03/11/26|UPI/ANU RAO/anu@okx/for 5/11/EXAMPLE BANK/${C}/EXM3||500.00|2,500.00`,
    [`11-01 +50000 ${A}`, `11-02 +50000 ${B}`, `11-03 +50000 ${C}`],
  ],
  'a number as the name': [
    `Date|Narration|Debit|Credit|Balance
     01/11/26|UPI/NIDHI SHAH/${A}/tea||500.00|1,500.00
     02/11/26|UPI/${MOBILE}/${B}/tea||500.00|2,000.00
     03/11/26|UPI/ANU RAO/${C}/${NOTE}||500.00|2,500.00`,
    [`11-01 +50000 ${A}`, `11-02 +50000 ${B}`, `11-03 +50000 ${C}`],
  ],
  'names with hyphens, and a number in the note': [
    `Date|Narration|Debit|Credit|Balance
     01/11/26|UPI-ANNE-MARIE D-ANNE.D@OKX-EXMB0000101-${A}-${NOTE}||500.00|1,500.00
     02/11/26|UPI-${MOBILE}-X-07@OKX-EXMB0000101-${B}-DATE 5/11/26 - TEA||500.00|2,000.00`,
    [`11-01 +50000 ${A}`, `11-02 +50000 ${B}`],
  ],
  'no reference of the bank, only a number in the note': [
    `Date|Narration|Debit|Credit|Balance
     01/11/26|UPI/NIDHI SHAH/nidhi@okx/EXAMPLE/tea||500.00|1,500.00
     02/11/26|UPI/RAVI RAO/ravi@okx/OTHER/UTR ${NOTE}||500.00|2,000.00
     03/11/26|UPI/CR/6312099/ANU/BANK/a@okx/${NOTE}||500.00|2,500.00`,
    ['11-01 +50000 -', '11-02 +50000 -', '11-03 +50000 -'],
  ],
  'words around the reference': [
    `Date|Narration|Debit|Credit|Balance
     01/11/26|BY TRANSFER-UPI/CR/${A}/NIDHI/EXMB/nidhi@okx/tea--||500.00|1,500.00
     02/11/26|DEP TFR UPI/CR/${B}/RAVI/EXMB/ravi@okx/tea AT 00417 VASHI||500.00|2,000.00
     03/11/26|UPI:${C}/ANU RAO||500.00|2,500.00
     04/11/26|FT IMPS/IFI/631400925937/EXMB0293273/SAMAR||500.00|3,000.00
     05/11/26|MOB-IMPS-CR/AAROHI BHA/EXAMPLE B//631296069063/9000026582||500.00|3,500.00
     06/11/26|UPIAB/631398974373 /CR/RAVI/EXMB/ravi||500.00|4,000.00
     07/11/26|IMPS-631047475029-AAROHI Z-EXMC-XXXX6492-UPI|500.00||3,500.00
     08/11/26|UPI 631204474943 FROM ANU RAO||500.00|4,000.00`,
    [
      `11-01 +50000 ${A}`,
      `11-02 +50000 ${B}`,
      `11-03 +50000 ${C}`,
      '11-04 +50000 631400925937',
      '11-05 +50000 631296069063',
      '11-06 +50000 631398974373',
      '11-07 -50000 631047475029',
      '11-08 +50000 631204474943',
    ],
  ],
  'transfers that are no UPI': [
    `Date|Narration|Chq./Ref.No.|Debit|Credit|Balance
     01/11/26|NEFT CR-EXMA0452780-RAVI RAO-SHOP-EXMCN98853225584|||500.00|1,500.00
     02/11/26|NEFT CR-EXMP0000505-DEMO-SHOP-INV 118|N322262554120||500.00|2,000.00
     03/11/26|CASH DEPOSIT SELF VASHI|000000000000000||500.00|2,500.00
     04/11/26|CHQ DEP-MICR CLG-DEMO|0000000000000482||500.00|3,000.00
     05/11/26|GST PAYMENT-CPIN 26112700001234|0000026112700012|500.00||2,500.00
     06/11/26|CREDIT INTEREST CAPITALISED|||312.00|2,812.00`,
    [
      '11-01 +50000 - EXMCN98853225584',
      '11-02 +50000 - N322262554120',
      '11-03 +50000 -',
      '11-04 +50000 -',
      '11-05 -50000 026112700012',
      '11-06 +31200 -',
    ],
  ],
  'a credit taken back, and an own payment that came back': [
    `Date|Narration|Debit|Credit|Balance
     01/11/26|UPI/CR/${A}/NIDHI/BANK||500.00|1,500.00
     02/11/26|UPI/REV/${A}/NIDHI/BANK|500.00||1,000.00
     03/11/26|UPI/DR/${B}/SHOP/BANK|200.00||800.00
     04/11/26|UPI/CR/${B}/SHOP/BANK||200.00|1,000.00
     05/11/26|UPI/RVSL/${C}/SHOP/BANK||100.00|1,100.00
     06/11/26|IMPS-632400880017-REVERSAL DEMO-EXMP-XX7781||50.00|1,150.00
     07/11/26|UPI/CR/631047475029/RAVI/BANK/a@okx/reversal||70.00|1,220.00`,
    [
      `11-01 +50000 ${A}`,
      `11-02 -50000* ${A}`,
      `11-03 -20000 ${B}`,
      `11-04 +20000* ${B}`,
      `11-05 +10000* ${C}`,
      '11-06 +5000* 632400880017',
      '11-07 +7000 631047475029',
    ],
  ],
  'one row printed twice': [
    `Date|Narration|Debit|Credit|Balance
     04/11/26|UPI/${A}/NAME||500.00|1,500.00
     05/11/26|UPI/${C}/NAME||300.00|1,800.00
     05/11/26|UPI/${C}/NAME||300.00|1,800.00
     06/11/26|UPI/${B}/SHOP|200.00||1,600.00`,
    [`11-04 +50000 ${A}`, `11-05 +30000 ${C}`, `11-05 +30000 ${C}`, `11-06 -20000 ${B}`],
  ],
  'the date only on the first row of a day': [
    `Date|Narration|Debit|Credit|Balance
     04/11/26|UPI/${A}/NAME||500.00|1,500.00
     |UPI/${C}/NAME||300.00|1,800.00
     06/11/26|UPI/${B}/SHOP|200.00||1,600.00`,
    [`11-04 +50000 ${A}`, `11-04 +30000 ${C}`, `11-06 -20000 ${B}`],
  ],
  "the payer's note in a column of its own": [
    `Date|Mode|Particulars|Remarks|UTR|Debit|Credit|Balance
     04/11/26|UPI|UPI PAYMENT FROM NIDHI SHAH|${NOTE}|${A}||500.00|1,500.00
     05/11/26|UPI|UPI PAYMENT FROM RAVI RAO|631308798011|${C}||300.00|1,800.00
     06/11/26|UPI|UPI PAYMENT TO SHOP|TEA|${B}|200.00||1,600.00`,
    [`11-04 +50000 ${A}`, `11-05 +30000 ${C}`, `11-06 -20000 ${B}`],
  ],
  'all amounts alike on one day, newest first by the signs': [
    `Date|Description|Amount|Balance
     04/11/2026|UPI/${A}/NAME|599.00 Cr|2,797.00
     04/11/2026|UPI/${B}/NAME|599.00 Cr|2,198.00`,
    [`11-04 +59900 ${B}`, `11-04 +59900 ${A}`],
  ],
  'newest day first, but each day from morning to evening': [
    `Date|Description|Debit|Credit|Balance
     06/11/2026|UPI/${B}/SHOP|200.00||1,600.00
     06/11/2026|UPI/${NOTE}/NAME||100.00|1,700.00
     04/11/2026|UPI/${A}/NAME||500.00|1,500.00
     04/11/2026|UPI/${C}/NAME||300.00|1,800.00`,
    [`11-04 +50000 ${A}`, `11-04 +30000 ${C}`, `11-06 -20000 ${B}`, `11-06 +10000 ${NOTE}`],
  ],
  'a narration with separators in it': [
    `Date|Narration|Debit|Credit|Balance
     04/11/26|UPI/${A}/NAME|tea|milk||500.00|1,500.00
     06/11/26|UPI/${B}/SHOP|200.00||1,300.00`,
    [`11-04 +50000 ${A}`, `11-06 -20000 ${B}`],
  ],
  'more columns than headings': [
    `Date|Narration|Debit|Credit|Balance
     04/11/26|UPI/${A}/NAME||500.00|1,500.00|Cr|417
     06/11/26|UPI/${B}/SHOP|200.00||1,300.00|Cr|417`,
    [`11-04 +50000 ${A}`, `11-06 -20000 ${B}`],
  ],
  'words of a reversal in front of the narration': [
    `Date|Narration|Debit|Credit|Balance
     04/11/26|UPI-RAVI-RAVI@OKX-EXMB0000101-${A}-TEA||500.00|1,500.00
     05/11/26|REV-UPI-RAVI-RAVI@OKX-EXMB0000101-${A}-${NOTE}|500.00||1,000.00
     06/11/26|REVERSAL OF UPI ${B}|70.00||930.00`,
    [`11-04 +50000 ${A}`, `11-05 -50000* ${A}`, `11-06 -7000* ${B}`],
  ],
  'no headings, two references of one line': [
    `04-11-2026|UPI/NAME/${A}/${NOTE}|UPI-${C}||500.00|1,500.00
     05-11-2026|NEFT CR-EXMA0452780-RAVI-EXMCN98853225584|EXMCN98853225584||300.00|1,800.00
     06-11-2026|UPI/SHOP/${B}/note|UPI-631415015032|200.00||1,600.00`,
    [`11-04 +50000 ${A} ${C}`, '11-05 +30000 - EXMCN98853225584', `11-06 -20000 ${B} 631415015032`],
  ],
  'a first column that stays empty, serial numbers and a branch': [
    `|S.No|Date|Particulars|Branch Code|Debit|Credit|Balance
     |#1|04/11/26|UPI/${A}/NAME|#417||500.00|1,500.00
     |#2|05/11/26|UPI/${C}/NAME|#417||300.00|1,800.00
     |#3|06/11/26|UPI/${B}/SHOP|#417|200.00||1,600.00`,
    [`11-04 +50000 ${A}`, `11-05 +30000 ${C}`, `11-06 -20000 ${B}`],
  ],
};

describe('shapes of statements', () => {
  test.each(Object.entries(SHAPES))('%s', (_, [table, lines]) => {
    expect(told(read(table))).toEqual(lines);
  });
});

describe('several sheets', () => {
  const head = 'Date|Narration|Debit|Credit|Balance';
  const first = `04/11/26|UPI/${A}/NAME||500.00|1,500.00\n05/11/26|UPI/${C}/NAME||300.00|1,800.00`;
  const second = `06/11/26|UPI/${B}/SHOP|200.00||1,600.00\n07/11/26|UPI/${NOTE}/NAME||100.00|1,700.00`;
  const all = [`11-04 +50000 ${A}`, `11-05 +30000 ${C}`, `11-06 -20000 ${B}`, `11-07 +10000 ${NOTE}`];

  test.each([
    ['in their order', [`${head}\n${first}`, `${head}\n${second}`]],
    ['the newer one first', [`${head}\n${second}`, `${head}\n${first}`]],
    ['without headings on the second', [`${head}\n${first}`, second]],
    [
      'behind a summary',
      ['Account Summary|\nOpening Balance|1,000.00\nAs of 08/11/2026|1,700.00', `${head}\n${first}\n${second}`],
    ],
  ])('%s', (_, sheets) => {
    const statement = read(...sheets);
    expect(told(statement)).toEqual(all);
    expect(statement.unbroken).toBe(true);
  });
});

describe('what a file covers', () => {
  const head = 'Date|Narration|Debit|Credit|Balance';
  const one = `04/11/26|UPI/${A}/NAME||500.00|1,500.00`;
  const two = `05/11/26|UPI/${C}/NAME||300.00|1,800.00`;
  const three = `07/11/26|UPI/${B}/SHOP|200.00||1,600.00`;

  test('each day before the last when the balances join, in either order of dates', () => {
    for (const rows of [
      [one, two, three],
      [three, two, one],
      [one, two, two, three],
    ]) {
      const statement = read([head, ...rows].join('\n'));
      expect(statement).toMatchObject({ from: '2026-11-04', to: '2026-11-07', unbroken: true });
      expect(statement).toMatchObject({ openingPaise: 100_000, closingPaise: 160_000 });
      expect(coveredDays(statement)).toEqual(['2026-11-04', '2026-11-05', '2026-11-06']);
    }
  });

  test.each([
    ['a line is missing', [one, three]],
    ['a line cannot be read', [one, '05/11/26|UPI/X/NAME||3?0.00|1,800.00', three]],
    ['a date cannot be read', [one, '45/11/26|UPI/X/NAME||300.00|1,800.00', three]],
    ['a balance is missing', [one, `05/11/26|UPI/${C}/NAME||300.00|`, three]],
  ])('no day when %s', (_, rows) => {
    const statement = read([head, ...rows].join('\n'));
    expect(statement.unbroken).toBe(false);
    expect(coveredDays(statement)).toEqual([]);
  });

  test('lines that cannot be read are named with their row', () => {
    const rows = [head, one, '05/11/26|UPI/X/NAME||3?0.00|1,800.00', '46/11/26|UPI/X/NAME||300.00|2,100.00', three];
    const statement = read(rows.join('\n'));
    expect(statement.refused).toEqual([
      { line: 3, reason: 'The amount cannot be read.' },
      { line: 4, reason: 'The date cannot be read.' },
    ]);
    expect(told(statement)).toEqual([`11-04 +50000 ${A}`, `11-07 -20000 ${B}`]);
  });
});

describe('whose account', () => {
  const table = `Date|Narration|Debit|Credit|Balance\n04/11/26|UPI/${A}/NAME/HDFC BANK||500.00|1,500.00`;
  test.each([
    ['Account No : 50200041704417', '4417'],
    ['Account Number|000405004417 ( INR )  - KISHMISH FOODS', '4417'],
    ['Account Number|:_00000030884417001', '7001'],
    ['Statement of Account No - 917020041704417 for the period (From : 04-11-2026 To : 15-11-2026)', '4417'],
    ['KISHMISH FOODS|||Account No.|4700004417', '4417'],
    ['A/c No.|XXXXXXXX4417', '4417'],
    ['Account Number: XXXXXXXXXX417', '417'],
    ['Customer ID|900000417|Mobile|9000000000', null],
    ['Account Name|KISHMISH FOODS\nAccount Type|Current', null],
    ['Account Number|Name\n50200041704417|KISHMISH', '4417'],
  ])('%s', (preamble, tail) => {
    expect(read(`${preamble}\n${table}`).accountTail).toBe(tail);
  });

  test.each([
    ['State Bank of India', 'SBI'],
    ['IFSC : UTIB0000417', 'AXIS'],
    ['Somewhere', null],
  ])('bank of %s', (preamble, bank) => {
    const statement = read(`${preamble}\n${table}`);
    expect(statement.bank).toBe(bank);
    expect(statement.lines[0]?.bank).toBe(bank);
  });
});

describe('what a line tells', () => {
  const lines = (rows: string) => read(`Date|Narration|Debit|Credit|Balance\n${rows}`).lines;

  test('payer, channel and time', () => {
    const found = lines(`04/11/26|UPI-NIDHI SHAH-NIDHI-07@OKX-EXMB0000101-${A}-TEA||500.00|1,500.00
      04/11/26|UPI/P2A/${B}/RAVI RAO/tea/BANK||100.00|1,600.00
      05/11/26 10:11|UPI/${C}/From:9000098575-2@yb/To:shop@upi/NA||100.00|1,700.00
      05/11/26|UPI/630992387105/18:16:09/UPI/9000049193@upiex/UPI||100.00|1,800.00
      06/11/26|UPI/CR/631294153156/ANU/EXMB/**ul-138@iblex/tea||100.00|1,900.00
      07/11/26|NEFT CR-EXMA0452780-RAVI RAO-SHOP-EXMCN98853225584||100.00|2,000.00`);
    expect(found.map(({ payerVpa, payerName, channel, time }) => [payerVpa, payerName, channel, time])).toEqual([
      ['nidhi-07@okx', 'NIDHI SHAH', 'upi', null],
      [null, 'RAVI RAO', 'upi', null],
      ['9000098575-2@yb', null, 'upi', '10:11'],
      ['9000049193@upiex', null, 'upi', '18:16:09'],
      [null, 'ANU', 'upi', null],
      [null, 'RAVI RAO', 'neft', null],
    ]);
  });

  test('a VPA that the bank cuts off is none', () => {
    const found = lines(`04/11/26|UPIAR/${A}/CR/HARIT_ZAVE/EXMC/harit-325@ptexam||500.00|1,500.00
      05/11/26|UPIAR/${B}/CR/AAROHI_OZA/EXMB/aarohi.o81@apexa||500.00|2,000.00
      06/11/26|UPIAR/${C}/CR/GAURIKA_DE/EXMB/gaurika_d@apexam||500.00|2,500.00`);
    expect(found.map(({ payerVpa }) => payerVpa)).toEqual([null, null, null]);
    expect(found[0]?.payerName).toBe('HARIT ZAVE');
  });

  test('money that goes back names the credit', () => {
    const [credit, back] = lines(`04/11/26|UPI/CR/${A}/NIDHI/BANK||500.00|1,500.00
      05/11/26|UPI/DR/${A}/NIDHI/BANK/reversal|500.00||1,000.00`);
    expect(credit).toMatchObject({ kind: 'credit', reversal: false, reason: null, reversesRrn: null });
    expect(back).toMatchObject({ kind: 'debit', reversal: true, reason: 'credit_reversed', reversesRrn: A });
  });

  test('a long narration is cut', () => {
    expect(lines(`04/11/26|UPI/${A}/${'X'.repeat(2000)}||500.00|1,500.00`)[0]?.narration).toHaveLength(300);
  });
});

describe('files that are no statement', () => {
  test.each([
    ['an empty sheet', ' | \n |', 'This file is empty.'],
    [
      "the shop's own export",
      'Order number|Placed|Status|Payment|UTR|Total\nORD17|04/11/2026|Placed|verified|630829814940|599.00',
      'This is the list of orders from your own shop',
    ],
    ['the text of a PDF', '%PDF-1.7\nAccount statement 04/11/2026 599.00', 'This is a PDF.'],
    ['a login page', 'Welcome\nUser ID\nPassword', "This is a page of your bank's website"],
    [
      'a list of goods',
      'Item|Added|Pieces|Price\nAlmonds|04/11/2026|12|599.00\nCashews|05/11/2026|9|699.00',
      'This file is no bank statement',
    ],
    [
      'a statement without lines',
      'Date|Narration|Debit|Credit|Balance\n|Opening Balance|||1,000.00',
      'This statement holds no transactions',
    ],
    ['words', 'Hello\nworld', 'This file is no bank statement'],
  ])('%s', (_, text, sentence) => {
    expect(readStatement([sheet(text)])).toEqual({ refusal: expect.stringContaining(sentence) });
  });
});
