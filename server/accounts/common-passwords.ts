/**
 * Words that the published lists of leaked passwords lack or rank too low, the commonest first:
 * India, and shops like this one.
 */
const LOCAL = `
kishmish krishna radhakrishna ganesh ganpati shiva shivam mahadev omnamahshivaya saibaba sairam jaishriram jaimatadi hanuman lakshmi durga
allah bismillah waheguru india bharat hindustan jaihind sachin dhoni kohli cricket mumbai delhi dryfruits
raisin raisins dryfruit almonds cashew cashews pistachio namkeen mithai masala kirana newdelhi bangalore bengaluru chennai kolkata hyderabad
pune tendulkar virat priyanka rahul pooja suresh ramesh deepak sanjay abhishek shopkeeper owner manager store orders payment paytm phonepe
gpay airtel reliance
`
  .trim()
  .split(/\s+/);

/**
 * 10^4.1 guesses: the commonest passwords and what is guessed as soon, such as 'Passw0rd!' and
 * 'admin123'. Sign-in is limited by account and address, and `ADMIN_PASSWORD` must not stop the
 * shop because it is merely weak.
 */
const LEAST_GUESSES_LOG10 = 4.1;
/**
 * 'krishna@123' is as easy to guess as 'krishna', one of the 30 commonest words: the ending is the
 * habit of a country.
 */
const TAIL = /(?<=\p{L}{2})[^\p{L}]{1,6}$/u;
const LEAST_OF_WORD_LOG10 = 1.5;
/** The estimate takes long for long texts, and a text with this beginning is strong. */
const MOST_CHARACTERS = 40;

/**
 * Whether a password is easy to guess, by zxcvbn: its 49,000 leaked passwords, keyboard rows,
 * dates, repetitions and spelling like 'p@ssw0rd', and the user's own email. Loaded on first use,
 * because the lists take 30 MB.
 */
export async function isCommonPassword(password: string, email = ''): Promise<boolean> {
  loaded ??= load();
  const estimator = await loaded;
  const text = password.normalize('NFKC').trim().slice(0, MOST_CHARACTERS);
  const address = email.toLowerCase();
  const own = [address, ...address.split(/[@.]/)].filter(Boolean);
  if (estimator.check(text, own).guessesLog10 < LEAST_GUESSES_LOG10) return true;
  const word = text.replace(TAIL, '').toLowerCase();
  return estimator.check(word).guessesLog10 < LEAST_OF_WORD_LOG10;
}

let loaded: ReturnType<typeof load> | undefined;

async function load() {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({ dictionary: { ...dictionary, local: LOCAL }, graphs: adjacencyGraphs });
}
