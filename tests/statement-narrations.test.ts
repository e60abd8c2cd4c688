import { expect, test } from 'vitest';
import { readStatement } from '#shop/orders/payments/statement.ts';
import { readTables, told } from './statements.ts';

const A = '630829814940';
const B = '631058251507';
const C = '631121056773';
/** A 12-digit number in the payer's words: another order's UTR. */
const NOTE = '631209962119';
const MOBILE = '919000012345';

/** Narrations and reference columns of statements that banks export, all invented; see `readTables`. */
const SHAPES: Record<string, [table: string, lines: string[]]> = {
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
  'underscores between the parts': [
    `Date|Narration|Debit|Credit|Balance
     04/11/26|UPI_CR_${A}_NIDHI SHAH_nidhi@okx_${NOTE}||500.00|1,500.00
     05/11/26|UPI_DR_${B}_SHOP_shop@okx_tea|200.00||1,300.00
     06/11/26|IMPS_${C}_RAVI RAO_EXMB_tea||300.00|1,600.00`,
    [`11-04 +50000 ${A}`, `11-05 -20000 ${B}`, `11-06 +30000 ${C}`],
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
  'a mobile number in front of every reference': [
    `Date|Narration|Debit|Credit|Balance
     04/11/26|UPI/919000012345/${A}/tea||500.00|1,500.00
     06/11/26|UPI/919000012346/${B}/tea||500.00|2,000.00
     07/11/26|UPI/919000012347/${C}/tea||500.00|2,500.00`,
    [`11-04 +50000 ${A}`, `11-06 +50000 ${B}`, `11-07 +50000 ${C}`],
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
  "the payer's note in a column of its own": [
    `Date|Mode|Particulars|Remarks|UTR|Debit|Credit|Balance
     04/11/26|UPI|UPI PAYMENT FROM NIDHI SHAH|${NOTE}|${A}||500.00|1,500.00
     05/11/26|UPI|UPI PAYMENT FROM RAVI RAO|631308798011|${C}||300.00|1,800.00
     06/11/26|UPI|UPI PAYMENT TO SHOP|TEA|${B}|200.00||1,600.00`,
    [`11-04 +50000 ${A}`, `11-05 +30000 ${C}`, `11-06 -20000 ${B}`],
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
  'refunds of own payments, and a payer who writes so': [
    `Date|Narration|Debit|Credit|Balance
     01/11/26|UPI-REFUND-SHOP-${A}||500.00|1,500.00
     02/11/26|REFUND/UPI/${B}/SHOP||200.00|1,700.00
     03/11/26|UPI/RRR/${C}/SHOP||100.00|1,800.00
     04/11/26|UPI CREDIT ADJ/631047475029/SHOP||50.00|1,850.00
     05/11/26|UPI/CR/631204474943/RAVI/BANK/a@okx/refund||70.00|1,920.00`,
    [
      `11-01 +50000* ${A}`,
      `11-02 +20000* ${B}`,
      `11-03 +10000* ${C}`,
      '11-04 +5000* 631047475029',
      '11-05 +7000 631204474943',
    ],
  ],
  "chargebacks and disputes, and the shop's own notes about them": [
    `Date|Narration|Debit|Credit|Balance
     01/11/26|UPI/CHBK/${A}/NIDHI/BANK|500.00||1,500.00
     02/11/26|UPI CHARGEBACK ${B}|200.00||1,300.00
     03/11/26|CHARGEBACK DEBIT-${C}|100.00||1,200.00
     04/11/26|DRADJ/UPI/631047475029/NIDHI|50.00||1,150.00
     05/11/26|UPI U3 ADJ 631204474943 04112026|50.00||1,100.00
     06/11/26|UPI/DISPUTE/631296069063/RAVI|60.00||1,040.00
     07/11/26|UPI/DR/631398974373/RAVI/BANK/ravi@okx/Dispute ORD17|40.00||1,000.00
     08/11/26|UPI/CR/631400925937/ANU/BANK/anu@okx/chargeback||40.00|1,040.00`,
    [
      `11-01 -50000* ${A}`,
      `11-02 -20000* ${B}`,
      `11-03 -10000* ${C}`,
      '11-04 -5000* 631047475029',
      '11-05 -5000* 631204474943',
      '11-06 -6000* 631296069063',
      '11-07 -4000 631398974373',
      '11-08 +4000 631400925937',
    ],
  ],
  'an own payment with a note about a return, and credits that the bank takes back': [
    `Date|Narration|Debit|Credit|Balance
     01/11/26|UPI-NIDHI SHAH-NIDHI@OKX-EXMB0000101-${A}-RETURN ORD1795113300074|500.00||1,500.00
     02/11/26|UPI/DR/${B}/RAVI/BANK/ravi@okx/Returned ORD17|200.00||1,300.00
     03/11/26|UPI ${C} TO ANU RAO RETURN ORD17|100.00||1,200.00
     04/11/26|UPI-RETURN GIFTS-SHOP@OKX-EXMB0000101-631047475029-TEA|50.00||1,150.00
     05/11/26|UPI/RETURN/631204474943/RAVI|70.00||1,080.00
     06/11/26|UPI RETURN OF CREDIT 631296069063|60.00||1,020.00
     07/11/26|RETURN-UPI-ANU-ANU@OKX-EXMB0000101-631398974373-TEA|40.00||980.00
     08/11/26|UPI/DR/631400925937/ANU/RETURN OF CREDIT|30.00||950.00`,
    [
      `11-01 -50000 ${A}`,
      `11-02 -20000 ${B}`,
      `11-03 -10000 ${C}`,
      '11-04 -5000 631047475029',
      '11-05 -7000* 631204474943',
      '11-06 -6000* 631296069063',
      '11-07 -4000* 631398974373',
      '11-08 -3000* 631400925937',
    ],
  ],
  'every payer writes another reference into the note': [
    `Date|Remarks|Debit|Credit|Balance
     04/11/26|UPI/NIDHI SHAH/nidhi@okx/${NOTE}/DEMO BANK/${A}/DEM0219781017039792||500.00|1,500.00
     05/11/26|UPI/RAVI RAO/ravi@okx/631308798011/DEMO BANK/${C}/DEM1195128076284238||300.00|1,800.00
     06/11/26|UPI/SHOP/shop@okx/631415015032/DEMO BANK/${B}/DEM6591021514137178|200.00||1,600.00`,
    [`11-04 +50000 ${A}`, `11-05 +30000 ${C}`, `11-06 -20000 ${B}`],
  ],
  underscores: [
    `Date|Description|Debit|Credit|Balance
     04/11/26|UPICR_${A}_nidhi@okx||500.00|1,500.00
     06/11/26|UPIDR_${B}_shop@okx|200.00||1,300.00`,
    [`11-04 +50000 ${A}`, `11-06 -20000 ${B}`],
  ],
  'two lines, each with a note that names the day as a reference does': [
    `Date|Narration|Debit|Credit|Balance
     04/11/26|UPI-NIDHI-NIDHI@OKX-EXMB0000101-356603871746-${A}||500.00|1,500.00
     06/11/26|UPI/541347899521/${B}/ravi@okx/DEMO BANK||500.00|2,000.00
     07/11/26|Received from RAVI RAO via UPI. UPI transactionID 682935443877. Note: ref ${C}||300.00|2,300.00`,
    ['11-04 +50000 356603871746', '11-06 +50000 541347899521', '11-07 +30000 682935443877'],
  ],
  'two numbers in each line, and nothing that tells which one is the note': [
    `Date|Narration|Debit|Credit|Balance
     04/11/26|UPI/NIDHI SHAH/${A}/${NOTE}||500.00|1,500.00
     06/11/26|UPI/RAVI RAO/${B}/631308798011||500.00|2,000.00
     07/11/26|UPI/ANU DAS/${C}/TEA||300.00|2,300.00`,
    ['11-04 +50000 -', '11-06 +50000 -', `11-07 +30000 ${C}`],
  ],
  'words that tell the direction of a first line': [
    `Date|Narration|Amount|Balance
     04/11/26|Received from nidhi@okx thru UPI, Ref ${A}|500.00|1,500.00
     05/11/26|UPI/${B}/RAVI RAO|300.00|1,800.00`,
    [`11-04 +50000 ${A}`, `11-05 +30000 ${B}`],
  ],
  'rare separators, and the reference in front': [
    `Date|Narration|Debit|Credit|Balance
     04/11/26|UPI~${A}~NIDHI~nidhi@okx||500.00|1,500.00
     05/11/26|UPI Received (${B}) RAVI RAO||300.00|1,800.00
     06/11/26|${C}-UPI-ANU DAS||300.00|2,100.00
     07/11/26|P2A-IMPS-631204474943-ANU DAS||300.00|2,400.00
     08/11/26|UPI_CREDIT 631047475029 anu@okx||300.00|2,700.00
     09/11/26|UPI RET/${NOTE}/anu@okx||300.00|3,000.00
     10/11/26|UPI Credit ANU DAS anu-267@okx RRN 631308798011||300.00|3,300.00
     11/11/26|Received from ANU DASvia UPI. UPI transaction ID631415015032. Note: ref 632208877511||300.00|3,600.00`,
    [
      `11-04 +50000 ${A}`,
      `11-05 +30000 ${B}`,
      `11-06 +30000 ${C}`,
      '11-07 +30000 631204474943',
      '11-08 +30000 631047475029',
      `11-09 +30000* ${NOTE}`,
      '11-10 +30000 631308798011',
      '11-11 +30000 631415015032',
    ],
  ],
  'places of the reference seen in public importers': [
    `Date|Narration|Debit|Credit|Balance
     01/11/26|UPI/nidhi-/UPI/EXAMPLE BANK/${A}/EXM9c363fb8fb1d43369a51/5ab6/NIDHI SHAH||500.00|1,500.00
     02/11/26|MOB-IMPS-CR/RAVI RA/EXAMPLE /111111/IMPS/${B}/||500.00|2,000.00
     03/11/26|IMPS-RIB/Fund Trf/${C}/ANU/EXMB||500.00|2,500.00
     04/11/26|TRANSFER FROM 97157043111/UPI/631204474943/ANU RAO/anu@okx||500.00|3,000.00
     05/11/26|UPI/CRADJ/631047475029/RETURN||500.00|3,500.00
     06/11/26|DEP TFR⏎NEFT*EXMB0000101*N322262554120*ANU RAO||500.00|4,000.00
     07/11/26|IMPS/P2A-631308798011-ANU RAO||500.00|4,500.00
     08/11/26|UPI REF NO 631415015032P2A-ANU RAO-TEA-EXMB0000101- HEADOFFICE||500.00|5,000.00
     09/11/26|NEFT IN::EXMBN12026110902302561/ANU RAO EXMAP51891729831||500.00|5,500.00`,
    [
      `11-01 +50000 ${A}`,
      `11-02 +50000 ${B}`,
      `11-03 +50000 ${C}`,
      '11-04 +50000 631204474943',
      '11-05 +50000* 631047475029',
      '11-06 +50000 - N322262554120',
      '11-07 +50000 631308798011',
      '11-08 +50000 631415015032',
      '11-09 +50000 - EXMBN12026110902302561',
    ],
  ],
  'neither signs nor balances, but narrations that name the direction': [
    `Date|Description|Amount
     01/11/26|UPI/CR/${A}/NIDHI/EXMB|500.00
     02/11/26|UPIAR/${B}/DR/SHOP/EXMB|200.00
     03/11/26|NEFT_IN:EXMBN52026110311111/RAVI|300.00
     04/11/26|NEFT_OUT:EXMBN52026110411111/SHOP|300.00
     05/11/26|UPI/631204474943/SHOP CR/EXMB|100.00
     06/11/26|BY TRANSFER-UPI/CR/${C}/ANU/EXMB|70.00
     07/11/26|BY TRANSFER-UPI/DR/631047475029/SHOP/EXMB|40.00`,
    [
      `11-01 +50000 ${A}`,
      `11-02 -20000 ${B}`,
      '11-03 +30000 - EXMBN52026110311111',
      '11-04 -30000 - EXMBN52026110411111',
      `11-06 +7000 ${C}`,
    ],
  ],
};

test.each(Object.entries(SHAPES))('%s', (_, [table, lines]) => {
  expect(told(readTables(table))).toEqual(lines);
});

test.each([
  [
    'of which most could be money in or out',
    `01/11/26|UPI/CR/${A}/NIDHI/EXMB|500.00
     02/11/26|UPI/CR/${B}/RAVI/EXMB|200.00
     03/11/26|UPI/631204474943/SHOP|300.00
     04/11/26|UPI/${C}/SHOP|300.00`,
  ],
  [
    'of books in which the shop notes what it received',
    `01/11/26|Received from Nidhi, UPI ${A}|500.00
     02/11/26|Received from Ravi, UPI ${B}|200.00
     03/11/26|Paid to Shop, UPI ${C}|300.00`,
  ],
])('amounts without balances, %s, make no statement', (_, rows) => {
  expect(() => readTables(`Date|Description|Amount\n${rows}`)).toThrow('This statement holds no transactions');
});

const HOSTILE = ['@', 'a', 'UPI ', 'IMPS.', 'BY TRANSFER-', 'Rs', 'CR', '1,', '/', 'opening balance ', 'account '];

test.each(HOSTILE)('a cell of 100 KB of %j is read in no time', (unit) => {
  const long = unit.repeat(100_000 / unit.length);
  const before = process.cpuUsage();
  readStatement([
    [
      [long, 'Account', long],
      ['Date', 'Narration', 'Ref No', 'Debit', 'Credit', 'Balance'],
      ['01-11-2026', `UPI/CR/${long}`, long, '', '5.00', '100.00'],
      ['02-11-2026', long, long, '', '5.00', '105.00'],
    ],
  ]);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(1000);
});
