/**
 * Words with which banks mark money that goes back or comes back; one list for messages and
 * statements.
 */
export const BACK: readonly string[] =
  `ADJ ADJUSTMENT CBK CHBK CHGBK CHARGEBACK CRADJ DISPUTE DISPUTED DRADJ DRC REFD REFUND REFUNDED RET RETD
  RETN RETURN RETURNED REV REVD REVERSAL REVERSALS REVERSE REVERSED REVERSING REVSL REVUPI RFND RRC RRR RTN RTRN RVRSL RVSL TCC U3
  UPIRET UPIREV UPIRVSL`.split(/\s+/);

/** Words of a payment that has not been made. Nobody has such a name. */
const FAILED = ['FAIL', 'FAILED', 'FAILURE', 'REJECTED', 'DECLINED', 'UNSUCCESSFUL', 'CANCELLED'];

const SHAPE = new RegExp(`(?<![a-z])(?:${[...BACK, ...FAILED].join('|')}|charge[ _-]back|रिफंड)(?![a-z])`, 'i');

/**
 * Whether the words of a bank, or what stands where it names a payer or another bank, say that
 * money goes back or has not come.
 */
export const hasBackWord = (words: string): boolean => SHAPE.test(words);
