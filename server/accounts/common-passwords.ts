/** Words that the published lists of leaked passwords lack: India, and shops like this one. */
const LOCAL = `
kishmish raisin raisins dryfruit dryfruits almonds cashew cashews pistachio namkeen mithai masala kirana bharat hindustan india jaihind
krishna radhakrishna ganesh ganpati shiva shivam mahadev omnamahshivaya saibaba sairam jaishriram jaimatadi hanuman lakshmi durga allah
bismillah waheguru mumbai delhi newdelhi bangalore bengaluru chennai kolkata hyderabad pune cricket sachin tendulkar dhoni kohli virat
priyanka rahul pooja suresh ramesh deepak sanjay abhishek shopkeeper owner manager store orders payment paytm phonepe gpay airtel reliance
`
  .trim()
  .split(/\s+/);

/** 10^5.5 guesses: a few hours of an attack at the limits of sign-in from many addresses. A random text of six characters takes more. */
const LEAST_GUESSES_LOG10 = 5.5;
/** 'krishna@123' is as easy to guess as 'krishna': the ending is the habit of a country. */
const TAIL = /(?<=\p{L})[^\p{L}]{1,6}$/u;
const LEAST_OF_WORD_LOG10 = 3;
/** The estimate takes long for long texts, and a text with this beginning is strong. */
const MOST_CHARACTERS = 40;

/**
 * Whether a password is easy to guess, by zxcvbn: its 49,000 leaked passwords, keyboard rows, dates, repetitions and spelling like
 * 'p@ssw0rd', and the user's own email. Loaded on first use, because the lists take 30 MB.
 */
export async function isCommonPassword(password: string, email = ''): Promise<boolean> {
  loaded ??= load();
  const estimator = await loaded;
  const text = password.normalize('NFKC').trim().slice(0, MOST_CHARACTERS);
  const address = email.toLowerCase();
  const own = [address, ...address.split(/[@.]/)].filter(Boolean);
  const guesses = (part: string) => estimator.check(part, own).guessesLog10;
  return guesses(text) < LEAST_GUESSES_LOG10 || guesses(text.replace(TAIL, '')) < LEAST_OF_WORD_LOG10;
}

let loaded: ReturnType<typeof load> | undefined;

async function load() {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({ dictionary: { ...dictionary, local: LOCAL }, graphs: adjacencyGraphs });
}
