import { expect, test } from 'vitest';
import { readTables, told } from './statements.ts';

const A = '630829814940';
const B = '631058251507';
const C = '631121056773';
/** A 12-digit number in the payer's words: another order's UTR. */
const NOTE = '631209962119';

/** Columns, rows and balances of statements that banks export, all invented; see `readTables`. */
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
  'a first column that stays empty, serial numbers and a branch': [
    `|S.No|Date|Particulars|Branch Code|Debit|Credit|Balance
     |#1|04/11/26|UPI/${A}/NAME|#417||500.00|1,500.00
     |#2|05/11/26|UPI/${C}/NAME|#417||300.00|1,800.00
     |#3|06/11/26|UPI/${B}/SHOP|#417|200.00||1,600.00`,
    [`11-04 +50000 ${A}`, `11-05 +30000 ${C}`, `11-06 -20000 ${B}`],
  ],
  'headings in two rows, each of which could be one': [
    `Transaction|Value|Transaction|Cheque|Withdrawal|Deposit|Running
     Date|Date|Particulars|Number|(INR)|(INR)|Balance (INR)
     04/11/26|04/11/26|UPI/${A}/NAME|||500.00|1,500.00
     06/11/26|06/11/26|UPI/${B}/SHOP||200.00||1,300.00`,
    [`11-04 +50000 ${A}`, `11-06 -20000 ${B}`],
  ],
  'the date once a day, all withdrawals below the first row of a day': [
    `Date|Details|Withdrawal|Deposit|Balance
     04 Nov 2026|UPI/${A}/NAME||500.00|1,500.00
     |UPI/${C}/SHOP|300.00||1,200.00
     05 Nov 2026|UPI/${NOTE}/NAME||100.00|1,300.00
     |UPI/${B}/SHOP|200.00||1,100.00
     |CASH DEPOSIT||50.00|1,150.00`,
    [`11-04 +50000 ${A}`, `11-04 -30000 ${C}`, `11-05 +10000 ${NOTE}`, `11-05 -20000 ${B}`, '11-05 +5000 -'],
  ],
  'the date once a day, no balance': [
    `Date|Transaction|Deposit|Withdrawal
     04 Nov 2026|UPI/${A}/NAME|500.00|
     |UPI/${C}/SHOP||300.00
     |UPI/${B}/NAME|200.00|
     |Total|700.00|300.00`,
    [`11-04 +50000 ${A}`, `11-04 -30000 ${C}`, `11-04 +20000 ${B}`],
  ],
  'a month first, when every date that tells says so': [
    `Date|Narration|Debit|Credit|Balance
     11/4/2026|UPI/${A}/NAME||500.00|1,500.00
     11/14/2026 09:30|UPI/${C}/NAME||300.00|1,800.00
     11/16/2026|UPI/${B}/SHOP|200.00||1,600.00`,
    [`11-04 +50000 ${A}`, `11-14 +30000 ${C}`, `11-16 -20000 ${B}`],
  ],
  'days up to 12 that an American spreadsheet took for months': [
    `Date|Narration|Debit|Credit|Balance
     2026-04-11 00:00:00|UPI/${A}/NAME||500.00|1,500.00
     2026-11-11 00:00:00|UPI/${C}/NAME||300.00|1,800.00
     16/11/2026|UPI/${B}/SHOP|200.00||1,600.00`,
    [`11-04 +50000 ${A}`, `11-11 +30000 ${C}`, `11-16 -20000 ${B}`],
  ],
  'times of other zones': [
    `Date|Narration|Debit|Credit|Balance
     2026-11-04T10:15:00+05:30|UPI/${A}/NAME||500.00|1,500.00
     2026-11-04T20:15:00.000Z|UPI/${C}/NAME||300.00|1,800.00
     2026-11-06T00:00:00Z|UPI/${B}/SHOP|200.00||1,600.00`,
    [`11-04 +50000 ${A}`, `11-05 +30000 ${C}`, `11-06 -20000 ${B}`],
  ],
  'an extract, in which few balances follow from the line above': [
    `Date|Narration|Debit|Credit|Balance
     04/11/26|UPI/${A}/NAME||500.00|1,500.00
     05/11/26|UPI/${C}/NAME||300.00|4,800.00
     06/11/26|UPI/${NOTE}/NAME||100.00|9,100.00
     07/11/26|UPI/${B}/SHOP|200.00||8,900.00
     08/11/26|CASH DEPOSIT||50.00|1,050.00`,
    [`11-04 +50000 ${A}`, `11-05 +30000 ${C}`, `11-06 +10000 ${NOTE}`, `11-07 -20000 ${B}`, '11-08 +5000 -'],
  ],
  'three columns and a branch': [
    `Date of Transaction|Narrative|Amount(Rs.)|Branch Code
     04/11/26|UPI/${A}/NAME|500.00|04417
     06/11/26|UPI/${B}/SHOP|-200.00|04417`,
    [`11-04 +50000 ${A}`, `11-06 -20000 ${B}`],
  ],
  'remarks of the bank below the last line': [
    `Date|Narration|Debit|Credit|Balance
     04/11/26|UPI/${A}/NAME||500.00|1,500.00
     05/11/26|Received from ravi@okx thru UPI, Ref ${B}||300.00|1,800.00
     Charges are listed in the schedule of 01/04/2026. Call 1800 123 4567.
     Generated on 18/11/2026 10:00:00`,
    [`11-04 +50000 ${A}`, `11-05 +30000 ${B}`],
  ],
  'two accounts with other columns, one below the other': [
    `Savings Account 50100011112222
     Date|Description|Debit|Credit|Balance
     04/11/26|UPI/${A}/NAME||500.00|1,500.00
     06/11/26|UPI/${C}/SHOP|300.00||1,200.00
     Current Account 50200041704417
     Date|Balance|Credit|Debit|Narration
     06/11/26|8,800.00||200.00|UPI/${B}/SHOP
     05/11/26|9,000.00|100.00||UPI/${NOTE}/NAME`,
    [`11-04 +50000 ${A}`, `11-06 -30000 ${C}`, `11-05 +10000 ${NOTE}`, `11-06 -20000 ${B}`],
  ],
};

test.each(Object.entries(SHAPES))('%s', (_, [table, lines]) => {
  expect(told(readTables(table))).toEqual(lines);
});
