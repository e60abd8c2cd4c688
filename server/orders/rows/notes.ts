import { mailWords } from '#server/mail/words.ts';
import type { Language } from '#shop/language.ts';
import { formatPaise } from '#shop/money/money.ts';
import type { Note } from '#shop/orders/sentences.ts';

/** A note in the words of a language. What a person has written stays as it is. */
export function inWords(note: Note, language: Language): string {
  if (typeof note === 'string') return note;
  const { notes } = mailWords(language);
  switch (note.say) {
    case 'cancelledSoon':
    case 'notPaid':
      return notes[note.say]({ hours: note.hours });
    case 'refundSent': {
      const amount = formatPaise(note.amount);
      const { reference } = note;
      return reference ? notes.refundSentReference({ amount, reference }) : notes.refundSent({ amount });
    }
    case 'takenBack':
    case 'paymentTakenBack':
    case 'paymentMissed':
      return notes[note.say]({ amount: formatPaise(note.amount), utr: note.utr });
    case 'paymentWithdrawn':
    case 'paymentRejected':
      return notes[note.say]({ why: note.why });
    default:
      return notes[note.say]();
  }
}
