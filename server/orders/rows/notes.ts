import type { Selectable } from 'kysely';
import notes from '#messages/notes';
import type { OrdersTable } from '#server/database/schema.ts';
import { speaking } from '#server/language.ts';
import type { Language } from '#shop/language.ts';
import { formatPaise } from '#shop/money/money.ts';
import type { Change } from '#shop/orders/changes/change.ts';
import type { Note, ShopSentence } from '#shop/orders/sentences.ts';

/** A note in the words of a language. What a person has written stays as it is. */
export function inWords(note: Note, language: Language): string {
  return typeof note === 'string' ? note : speaking(language, () => sentenceOf(note));
}

function sentenceOf(note: ShopSentence): string {
  switch (note.say) {
    case 'cancelledSoon':
    case 'notPaid':
      return notes[note.say]({ hours: note.hours });
    case 'refundSent': {
      const amount = formatPaise(note.amount);
      const { reference } = note;
      return reference ? notes.refundSentReference({ amount, reference }) : notes.refundSent({ amount });
    }
    case 'orderChanged':
    case 'changeUndone':
      return notes[note.say]({ before: formatPaise(note.from), after: formatPaise(note.to) });
    case 'sameTotal':
    case 'moneyBack':
    case 'restToPay':
    case 'itemsReturned':
    case 'returnUndone':
    case 'restReceived':
    case 'restWaived':
      return notes[note.say]({ amount: formatPaise(note.amount) });
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

/** The words of a note as it is stored. */
export function storedWords(note: string, sentence: string | null, language: Language): string {
  return sentence === null ? note : inWords(JSON.parse(sentence) as ShopSentence, language);
}

/** A note as an event stores it. */
export function noteColumns(note: Note): { note: string; sentence: string | null } {
  return typeof note === 'string' ? { note, sentence: null } : { note: '', sentence: JSON.stringify(note) };
}

type NoteColumns = Pick<
  Selectable<OrdersTable>,
  'payment_note' | 'payment_sentence' | 'cancel_reason' | 'cancel_sentence'
>;

/** Why the payment of an order was not accepted, or what staff have noted about it. */
export function paymentNote(order: NoteColumns, language: Language): string {
  return storedWords(order.payment_note, order.payment_sentence, language);
}

export function cancelReason(order: NoteColumns, language: Language): string {
  return storedWords(order.cancel_reason, order.cancel_sentence, language);
}

/** The columns of a change as an order stores them. */
export function orderColumns({ payment_note, cancel_reason, ...columns }: Change['columns']) {
  const stored: Partial<NoteColumns> = {};
  if (payment_note !== undefined) {
    const { note, sentence } = noteColumns(payment_note);
    stored.payment_note = note;
    stored.payment_sentence = sentence;
  }
  if (cancel_reason !== undefined) {
    const { note, sentence } = noteColumns(cancel_reason);
    stored.cancel_reason = note;
    stored.cancel_sentence = sentence;
  }
  return { ...columns, ...stored };
}
